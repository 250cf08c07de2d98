import Bytes

/// The division of a recording into units, each of which is measured at once.
///
/// Units have fixed positions, and each is measured from its own frames and a lead of earlier ones,
/// so that parts measured separately give the same bits as one pass.
struct SoundGrid: Sendable, Equatable {
  /// Sums are taken every 10 ms; all longer intervals are multiples of this.
  static let ticksPerSecond = 100

  let sampleRate: Int
  let channels: Int
  /// The number of seconds per unit: just enough stretches to fill the lanes of a vector.
  let seconds: Int
  /// The number of equal stretches into which a second is split for filtering.
  let stretchesPerSecond: Int
  /// The number of frames before a unit that filters and runs of samples need.
  let lead: Int

  /// Returns nil for rates below 1 kHz, or if a unit would not fit into memory.
  init?(sampleRate: Int, channels: Int) {
    guard sampleRate >= 1000, channels > 0, sampleRate * channels <= 4_000_000 else { return nil }
    self.sampleRate = sampleRate
    self.channels = channels
    stretchesPerSecond = sampleRate % 2 == 0 ? 2 : 1
    seconds = channels <= 2 ? 8 / channels / stretchesPerSecond : 1
    lead = (max(SpectrumSample.frames, sampleRate * 3 / 20) + 15) & ~15
  }

  /// The number of frames per unit.
  var frames: Int { seconds * sampleRate }
  var ticks: Int { seconds * Self.ticksPerSecond }
  var stretchFrames: Int { sampleRate / stretchesPerSecond }

  /// Returns the first frame of a tick, relative to the recording or to a unit.
  func border(ofTick tick: Int) -> Int { tick * sampleRate / Self.ticksPerSecond }

  /// Returns the first unit whose frames, including its lead, are all at or after a frame.
  func firstUnit(from frame: Int) -> Int { frame <= 0 ? 0 : (frame + lead + frames - 1) / frames }
}

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
    planes = SamplePlanes(
      frames: (grid.lead + grid.frames + 15) & ~15, channels: grid.channels, format: format)
  }

  /// Reads the lead and the given number of frames after it.
  mutating func read(_ bytes: borrowing RawSpan, start: Int, frames: Int) {
    self.start = start
    self.frames = frames
    planes.read(bytes, at: 0, frames: grid.lead + frames)
  }

  /// Returns the byte offset of a frame of a channel; frame 0 is the first of the unit.
  @inline(__always)
  func offset(_ channel: Int, _ frame: Int) -> Int {
    4 * (4 * channel * planes.length + grid.lead + frame)
  }

  /// Calls `body` with the samples as bytes.
  @inline(__always)
  func withBytes<Value>(_ body: (borrowing RawSpan) -> Value) -> Value {
    lend(planes.samples, to: body)
  }

  /// Returns the frames of a tick of this unit; the last may be short or empty.
  func frames(ofTick tick: Int) -> Range<Int> {
    let lower = min(grid.border(ofTick: tick), frames)
    return lower..<max(lower, min(grid.border(ofTick: tick + 1), frames))
  }

  /// The number of ticks that have frames.
  var ticks: Int { (frames * SoundGrid.ticksPerSecond + grid.sampleRate - 1) / grid.sampleRate }
}
