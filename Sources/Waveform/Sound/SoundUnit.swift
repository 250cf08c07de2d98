import Bytes

/// How a recording is cut into units, each of which is measured at once.
///
/// Units lie at fixed places of the recording, and each is measured from its own frames and a lead
/// of earlier ones, so that parts that are measured apart give the same bits as one pass.
struct SoundGrid: Sendable, Equatable {
  /// Sums are taken every 10 ms: each longer stretch that is asked for is a multiple.
  static let ticksPerSecond = 100

  let sampleRate: Int
  let channels: Int
  /// How many seconds a unit has: as few as fill the lanes of a vector with stretches.
  let seconds: Int
  /// How many stretches of equally many frames a second is filtered in.
  let stretchesPerSecond: Int
  /// The frames before a unit that filters and runs of samples reach back to.
  let lead: Int

  /// Returns nil for rates at which nothing is heard, or samples that would not fit in memory.
  init?(sampleRate: Int, channels: Int) {
    guard sampleRate >= 1000, channels > 0, sampleRate * channels <= 4_000_000 else { return nil }
    self.sampleRate = sampleRate
    self.channels = channels
    stretchesPerSecond = sampleRate % 2 == 0 ? 2 : 1
    seconds = channels <= 2 ? 8 / channels / stretchesPerSecond : 1
    lead = (max(SpectrumSample.frames, sampleRate * 3 / 20) + 15) & ~15
  }

  /// The frames of a unit.
  var frames: Int { seconds * sampleRate }
  var ticks: Int { seconds * Self.ticksPerSecond }
  var stretchFrames: Int { sampleRate / stretchesPerSecond }

  /// Where a tick begins, from the beginning of the recording or of a unit.
  func border(ofTick tick: Int) -> Int { tick * sampleRate / Self.ticksPerSecond }

  /// The first unit of which all frames, the lead included, lie at or behind a frame.
  func firstUnit(from frame: Int) -> Int {
    frame <= 0 ? 0 : (frame + lead + frames - 1) / frames
  }
}

/// The samples of one unit and of the lead before it, each channel by itself.
struct SoundUnit: Sendable {
  let grid: SoundGrid
  /// The first frame of the unit in the recording.
  private(set) var start = 0
  /// How many frames it has: all but the last unit are full.
  private(set) var frames = 0
  private(set) var planes: SamplePlanes

  init(grid: SoundGrid, format: SampleFormat) {
    self.grid = grid
    planes = SamplePlanes(
      frames: (grid.lead + grid.frames + 15) & ~15, channels: grid.channels, format: format)
  }

  /// Reads the lead and so many frames behind it.
  mutating func read(_ bytes: borrowing RawSpan, start: Int, frames: Int) {
    self.start = start
    self.frames = frames
    planes.read(bytes, at: 0, frames: grid.lead + frames)
  }

  /// The byte at which a frame of a channel lies, counted from the beginning of the unit.
  @inline(__always)
  func offset(_ channel: Int, _ frame: Int) -> Int {
    4 * (4 * channel * planes.length + grid.lead + frame)
  }

  /// Lends the samples as bytes.
  @inline(__always)
  func withBytes<Value>(_ body: (borrowing RawSpan) -> Value) -> Value {
    lend(planes.samples, to: body)
  }

  /// The frames of a tick of this unit; the last may be short or empty.
  func frames(ofTick tick: Int) -> Range<Int> {
    let lower = min(grid.border(ofTick: tick), frames)
    return lower..<max(lower, min(grid.border(ofTick: tick + 1), frames))
  }

  /// How many ticks have frames.
  var ticks: Int {
    (frames * SoundGrid.ticksPerSecond + grid.sampleRate - 1) / grid.sampleRate
  }
}
