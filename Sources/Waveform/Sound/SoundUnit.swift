import WavethumbBytes

/// The samples of one unit and of the lead before it, separated by channel.
struct SoundUnit: Sendable {
  let grid: SoundGrid
  /// The first frame of the unit in the recording.
  private(set) var start = 0
  /// The number of frames of the unit; only the last unit may be short.
  private(set) var frames = 0
  private(set) var planes: SamplePlanes

  init(grid: SoundGrid, format: SampleFormat) {
    self.grid = grid
    // In whole groups of sixteen, in which samples are read.
    let frames = (grid.lead + grid.frames + 15) & ~15
    planes = SamplePlanes(frames: frames, channels: grid.channels, format: format)
  }

  /// Reads the lead and the frames after it.
  mutating func read(_ bytes: borrowing RawSpan, _ frames: UnitFrames) {
    start = frames.start
    self.frames = frames.count
    planes.read(bytes, at: 0, frames: grid.lead + frames.count)
  }

  /// Returns the byte offset of a frame of a channel; frame 0 is the first of the unit.
  @inline(__always)
  func offset(_ channel: Int, _ frame: Int) -> Int {
    // A plane is counted in vectors of four samples, and a sample has four bytes.
    4 * (4 * channel * planes.length + grid.lead + frame)
  }

  /// Calls `body` with the samples as bytes.
  @inline(__always)
  func withBytes<Value>(_ body: (borrowing RawSpan) -> Value) -> Value {
    withSpan(of: planes.samples, body)
  }

  /// Returns the frames of a tick of this unit; the last may be short or empty.
  func frames(ofTick tick: Int) -> Range<Int> {
    let lower = min(grid.border(ofTick: tick), frames)
    return lower..<max(lower, min(grid.border(ofTick: tick + 1), frames))
  }

  /// Returns where the samples of a tick of a channel are.
  @inline(__always)
  func samples(ofTick tick: Int, channel: Int) -> SampleRange {
    let frames = frames(ofTick: tick)
    return SampleRange(
      offset: offset(channel, frames.lowerBound),
      count: frames.count,
      frame: start + frames.lowerBound
    )
  }

  /// The number of ticks that have frames.
  var ticks: Int { (frames * SoundGrid.ticksPerSecond + grid.sampleRate - 1) / grid.sampleRate }
}

/// Where the samples of some frames of one channel are in the bytes of a unit.
struct SampleRange: Sendable {
  /// The byte offset of the first sample.
  let offset: Int
  let count: Int
  /// The first frame in the recording.
  let frame: Int
}
