/// The division of a recording into units, each of which is measured at once.
///
/// Units have fixed positions, and each is measured from its own frames and a lead of earlier ones,
/// so that parts measured separately give the same bits as one pass.
struct SoundGrid: Sendable, Equatable {
  /// Sums are taken every 10 ms; all longer intervals are multiples of this.
  // The longest step that divides the 100 ms and the 400 ms of the standard, the 20 ms of silence and
  // the 250 ms of an offset.
  static let ticksPerSecond = 100
  // A second of 4 million samples takes 16 MB as floats.
  private static let maximumSamplesPerSecond = 4_000_000

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
    guard sampleRate >= 1000,
      channels > 0,
      sampleRate * channels <= Self.maximumSamplesPerSecond
    else { return nil }
    self.sampleRate = sampleRate
    self.channels = channels

    // Halves of a second, if frames can be halved: twice as many rows for the eight lanes of a vector.
    stretchesPerSecond = sampleRate % 2 == 0 ? 2 : 1
    seconds =
      if channels <= 2 {
        8 / channels / stretchesPerSecond
      } else {
        1
      }
    // A window of the spectrum, or 150 ms: the longest dropout and the sound on its sides.
    lead = (max(SpectrumSample.frames, sampleRate * 3 / 20) + 15) & ~15
  }

  /// Returns the number of samples from which a run at full scale needs no step beside it: 150 ms,
  /// which every lead has.
  // No sound stays there for so long.
  static func longestRun(at sampleRate: Int) -> Int { sampleRate * 3 / 20 - 1 }

  /// The number of frames per unit.
  var frames: Int { seconds * sampleRate }
  var ticks: Int { seconds * Self.ticksPerSecond }
  var stretchFrames: Int { sampleRate / stretchesPerSecond }
  var ticksPerStretch: Int { Self.ticksPerSecond / stretchesPerSecond }

  /// Returns the first frame of a tick, relative to the recording or to a unit.
  func border(ofTick tick: Int) -> Int { tick * sampleRate / Self.ticksPerSecond }

  /// Returns the first unit whose frames, including its lead, are all at or after a frame.
  func firstUnit(from frame: Int) -> Int {
    guard frame > 0 else { return 0 }
    return (frame + lead + frames - 1) / frames
  }

  /// Returns the units whose leads begin in the range of a part.
  func units(of sound: SoundShape) -> Range<Int> {
    let first = firstUnit(from: sound.range.lowerBound)
    if case .known(let frames) = sound.length, sound.range.upperBound < frames {
      return first..<max(first, firstUnit(from: sound.range.upperBound))
    }
    // The last part has no end of its own: a recording may be longer than it declares.
    return first..<Int.max
  }
}
