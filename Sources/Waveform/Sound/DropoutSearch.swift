/// Finds moments of 2 to 100 ms in which all channels are exactly 0 amid sound.
///
/// In at least one channel, the 20 ms before and behind are sound that breaks off and sets in
/// abruptly.
struct DropoutSearch: Sendable {
  private(set) var found = EventRanges()

  /// Adds the dropouts that are followed by 20 ms which end within the unit.
  mutating func add(_ unit: SoundUnit) {
    let grid = unit.grid
    // 2 ms and 100 ms. Longer zeros are rests.
    let shortest = max(1, grid.sampleRate / 500)
    let longest = grid.sampleRate / 10
    let beside = DropoutEdge.frames(at: grid.sampleRate)

    // One frame more than the longest: zeros that begin there are known to be longer.
    let earliest = -beside - longest - 1
    let end = unit.frames - beside
    unit.withBytes { bytes in
      var frame = earliest
      // In steps of the shortest: a moment of zeros cannot lie between two of them.
      while frame < end {
        guard Self.isZero(bytes, of: unit, at: frame) else {
          frame += shortest
          continue
        }
        let zeros = Self.zeros(bytes, of: unit, around: frame, from: earliest)
        // Those that end earlier belong to the unit before.
        let isDue = zeros.upperBound >= -beside && zeros.upperBound < end
        let isShort = (shortest...longest).contains(zeros.count)
        if isDue, isShort, Self.isAbrupt(bytes, of: unit, beside: zeros) {
          let start = unit.start + zeros.lowerBound
          found.add(EventRange(start: start, end: start + zeros.count))
        }
        frame = zeros.upperBound + shortest
      }
    }
  }

  /// Returns the frames around a zero that are zeros as well.
  private static func zeros(
    _ bytes: borrowing RawSpan,
    of unit: SoundUnit,
    around frame: Int,
    from earliest: Int
  ) -> Range<Int> {
    var first = frame
    var next = frame + 1
    while first > earliest, isZero(bytes, of: unit, at: first - 1) {
      first -= 1
    }
    while next < unit.frames, isZero(bytes, of: unit, at: next) {
      next += 1
    }
    return first..<next
  }

  private static func isZero(
    _ bytes: borrowing RawSpan,
    of unit: SoundUnit,
    at frame: Int
  ) -> Bool {
    for channel in 0..<unit.grid.channels
    where bytes.sample(at: unit.offset(channel, frame)) != 0 {
      return false
    }
    return true
  }

  /// Returns whether the sound of a channel stops and starts abruptly at the ends of zeros.
  private static func isAbrupt(
    _ bytes: borrowing RawSpan,
    of unit: SoundUnit,
    beside zeros: Range<Int>
  ) -> Bool {
    let rate = unit.grid.sampleRate
    for channel in 0..<unit.grid.channels {
      let before = DropoutEdge(
        bytes,
        from: unit.offset(channel, zeros.lowerBound - 1),
        backwards: true,
        rate: rate
      )
      guard before.abruptness >= minimum else { continue }
      let after = DropoutEdge(
        bytes,
        from: unit.offset(channel, zeros.upperBound),
        backwards: false,
        rate: rate
      )
      guard after.abruptness >= minimum else { continue }
      if before.abruptness * after.abruptness >= minimumOfBoth { return true }
    }
    return false
  }

  // A hole may begin between two pulses of a voice, so that one edge may be faint if the other is
  // not: with 0.35 for each, 8 of 100 holes in speech are missed, with these 5.
  private static let minimum = Float(0.2)
  private static let minimumOfBoth = Float(0.35 * 0.35)
}

/// The 20 ms of one channel beside a moment of zeros.
private struct DropoutEdge {
  private var energy = Float(0)
  /// The energy of the 1 and of the 3 ms beside the zeros.
  private var nearEnergy = Float(0)
  private var middleEnergy = Float(0)
  private var zeros = 0
  private var smallest = Float.infinity
  private let frames: Int
  private let near: Int
  private let middle: Int

  static func frames(at rate: Int) -> Int { rate / 50 }

  /// Measures the frames that begin at an offset, in the direction away from the zeros.
  init(_ bytes: borrowing RawSpan, from offset: Int, backwards: Bool, rate: Int) {
    frames = Self.frames(at: rate)
    near = max(1, rate / 1000)
    middle = max(1, rate * 3 / 1000)
    let step = backwards ? -4 : 4
    for index in 0..<frames {
      let value = bytes.sample(at: offset + step * index)
      if value == 0 {
        zeros += 1
      } else {
        smallest = min(smallest, abs(value))
      }
      energy += value * value
      if index < near {
        nearEnergy = energy
      }
      if index < middle {
        middleEnergy = energy
      }
    }
  }

  /// The level of the last millisecond or three beside the zeros, as a fraction of that of the 20 ms;
  /// 0 where that is no sound.
  // The limits were held against holes that were planted in noise, speech and tones, and against
  // thousands of real recordings: what is named without them are rests, zero lines of eight bits and
  // empty blocks of Vorbis.
  var abruptness: Float {
    let power = energy / Float(frames)
    // -66 dBFS, and six times the smallest magnitude: at eight bits a quiet passage has true zeros.
    let least = max(2.5e-7, 36 * smallest * smallest)
    // With a fifth of zeros it is a rest in which single samples move.
    guard power >= least, 5 * zeros < frames else { return 0 }
    let nearest = max(nearEnergy / Float(near), 0.64 * middleEnergy / Float(middle))
    return (nearest / power).squareRoot()
  }
}
