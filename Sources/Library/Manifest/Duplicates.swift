import Glibc
import Waveform
import WavethumbBytes

/// Finds recordings of the same content, or of the same sound in other formats and rates, by what the
/// manifest has of them.
///
/// The page needs no more than `add` and `groups`.
// Copies of 220 real recordings, made by lame, opusenc, oggenc, flac and sox, among 6,700 other real
// ones decided the limits: of 7,594 pairs that they find 11 are not one sound but strokes of one
// drum. Of copies of 3 s and more 98 in 100 are found, of shorter ones 90.
package struct Duplicates {
  private let comparesSound: Bool
  private var contents: [ContentDigest: Int] = [:]
  private var groups: DisjointGroups
  private var sounds: [SoundOutline] = []

  package init(comparesSound: Bool) {
    self.comparesSound = comparesSound
    groups = DisjointGroups()
  }

  /// Adds a recording, whose number is how many were added before.
  package mutating func add(_ entry: ManifestEntry) {
    let number = groups.add()
    if let digest = entry.digest {
      if let first = contents[digest] {
        groups.join(first, number)
        return
      }
      contents[digest] = number
    }
    if comparesSound, let facts = entry.facts, let sound = SoundOutline(facts, number: number) {
      sounds.append(sound)
    }
  }

  /// Returns the numbers of recordings that others equal, in groups, all in the order of their
  /// numbers; fewer if `isStopped` returns true.
  package func groups(until isStopped: () -> Bool = { false }) -> [[Int]] {
    var groups = groups
    let sounds = sounds.sorted { one, other in
      if one.milliseconds != other.milliseconds { return one.milliseconds < other.milliseconds }
      if one.level != other.level { return one.level < other.level }
      return one.number < other.number
    }
    for (index, sound) in sounds.enumerated() {
      // A recording is compared with up to 4,000 others; to ask after each 64 is untuned.
      if index.isMultiple(of: 64), isStopped() { break }
      let next = index + 1
      let end = min(sounds.count, next + Self.maximumCompared)
      for other in sounds[next..<end] {
        // All that follow are longer still.
        guard sound.isOfLikeLength(other) else { break }
        if sound.resembles(other), sound.equals(other) {
          groups.join(sound.number, other.number)
        }
      }
    }
    return groups.ofSeveral
  }

  // A hundred thousand recordings of one length would be five billion pairs. Those of one length are
  // sorted by level, which formats hardly change, so that equal ones are near each other.
  private static let maximumCompared = 4000
}

/// What the manifest has of the sound of a recording.
private struct SoundOutline {
  let number: Int
  let milliseconds: Double
  /// RMS and peak in dBFS.
  let level: Double
  let peak: Double
  let channels: Int
  let heights: [Float]
  private static let heightCount = WaveformSummary.levelCount
  private static let heightsInEighth = heightCount / 8
  /// The sums of each eighth of the heights.
  private let eighths: SIMD8<Int32>
  /// The heights less their mean, in total square.
  private let variation: Float

  /// Returns nil for silence and for a level that never changes, which every tone has.
  init?(_ facts: ManifestEntry.Facts, number: Int) {
    let hasSound = facts.rms > 0 && facts.durationMs > 0 && !facts.isSilent
    guard hasSound, facts.levels.count == Self.heightCount else { return nil }
    self.number = number
    milliseconds = Double(facts.durationMs)
    level = 20 * log10(facts.rms)
    peak = 20 * log10(max(facts.peak, 1e-9))
    channels = facts.channels
    heights = facts.levels.map { Float($0) }
    var eighths = SIMD8<Int32>()
    for (index, height) in facts.levels.enumerated() {
      eighths[index / Self.heightsInEighth] += Int32(height)
    }
    self.eighths = eighths
    variation = heights.variation
    // A standard deviation of 3 of 255: below it, rounding alone makes equal sounds differ.
    guard variation >= Float(Self.heightCount * 9) else { return nil }
  }

  // Encoders add some 50 ms, so that copies of less than 5 s may be missed.
  func isOfLikeLength(_ longer: SoundOutline) -> Bool {
    longer.milliseconds <= milliseconds * 1.01
  }

  private var isShort: Bool { milliseconds < 3000 }
  private var maximumDistance: Float { isShort ? 4 : 8 }
  /// The same for all heights together, squared.
  private var maximumSquareDistance: Float {
    Float(Self.heightCount) * maximumDistance * maximumDistance
  }

  /// Returns whether the two may be equal, by their eighths: the sums of 20 heights differ by no more
  /// than the heights do.
  func resembles(_ other: SoundOutline) -> Bool {
    let difference = eighths &- other.eighths
    let square = (difference &* difference).wrappedSum()
    // Heights that are moved by up to two of them change the sums further.
    let slack: Float = isAligned(with: other) ? 1 : 4
    let maximumSquare = Float(Self.heightsInEighth) * maximumSquareDistance
    return Float(square) <= maximumSquare * slack
  }

  // A twentieth of a height's time, which changes no height by more than rounding does.
  private func isAligned(with longer: SoundOutline) -> Bool {
    (longer.milliseconds - milliseconds) * Double(Self.heightCount) < 0.05 * milliseconds
  }

  /// Returns whether the two have one sound.
  func equals(_ longer: SoundOutline) -> Bool {
    guard hasLevels(of: longer) else { return false }
    var offsets = [0.0]
    if !isAligned(with: longer) {
      // Encoders put silence before and after the sound, and not all players remove it. The shorter one is
      // tried at five offsets in the longer, which are less than half a height apart.
      let surplus = longer.milliseconds - milliseconds
      offsets = (0...4).map { quarter in surplus * Double(quarter) / 4 }
    }
    return offsets.contains { offset in
      // Of aligned ones the heights are compared as they are: to read between them would blur them.
      if offsets.count == 1 { return matches(longer.heights) }
      return matches(longer.heights(from: offset, for: milliseconds))
    }
  }

  /// Compares level and peak: lame makes loud recordings 0.45 dB quieter, and strokes of one drum
  /// differ in little else.
  private func hasLevels(of other: SoundOutline) -> Bool {
    // Mixed to one channel, a recording may be 3 dB quieter.
    let isSameLayout = channels == other.channels
    let maximumPeakDifference = isSameLayout ? 1.0 : 4.0
    let maximumLevelDifference = isSameLayout ? 0.6 : 3.3
    if isShort, abs(peak - other.peak) > maximumPeakDifference { return false }
    // The outline of 20 s is enough to recognize a copy that was made louder.
    if milliseconds >= 20_000 { return true }
    return abs(level - other.level) <= maximumLevelDifference
  }

  private func matches(_ others: [Float]) -> Bool {
    var square: Float = 0
    for (height, other) in zip(heights, others) {
      square += (height - other) * (height - other)
    }
    guard square <= maximumSquareDistance else { return false }
    // The distance alone would call two quiet recordings equal, whatever their outlines are.
    let mean = heights.reduce(0, +) / Float(Self.heightCount)
    var product: Float = 0
    for (height, other) in zip(heights, others) {
      product += (height - mean) * other
    }
    let scale = (variation * others.variation).squareRoot()
    let minimumCorrelation: Float = isShort ? 0.998 : 0.99
    return scale > 0 && product / scale >= minimumCorrelation
  }

  /// Returns the heights of a stretch, by the share of each in time.
  // By running sums, so that each new height costs two look-ups however long it is.
  private func heights(from offset: Double, for length: Double) -> [Float] {
    var sums: [Double] = [0]
    for height in heights {
      sums.append(sums[sums.count - 1] + Double(height))
    }
    let count = Self.heightCount
    let scale = Double(count) / milliseconds
    let step = length / Double(count)
    func sum(at time: Double) -> Double {
      let position = min(Double(count), max(0, time * scale))
      let whole = min(count - 1, Int(position))
      let fraction = position - Double(whole)
      return sums[whole] + fraction * (sums[whole + 1] - sums[whole])
    }
    // The mean over the time of each new height.
    return (0..<count).map { number in
      let start = offset + Double(number) * step
      let difference = sum(at: start + step) - sum(at: start)
      return Float(difference / (step * scale))
    }
  }
}

extension [Float] {
  /// The sum of the squares of the differences from the mean.
  fileprivate var variation: Float {
    let mean = reduce(0, +) / Float(count)
    return reduce(0) { sum, height in sum + (height - mean) * (height - mean) }
  }
}

/// Numbers from 0 that are joined into groups.
private struct DisjointGroups {
  /// A number of the same group for each, at last itself.
  private var parents: [Int] = []

  mutating func add() -> Int {
    parents.append(parents.count)
    return parents.count - 1
  }

  /// Joins the groups of two numbers; the lowest number of a group represents it.
  mutating func join(_ one: Int, _ other: Int) {
    let first = root(of: one)
    let second = root(of: other)
    parents[max(first, second)] = min(first, second)
  }

  private mutating func root(of number: Int) -> Int {
    var number = number
    while parents[number] != number {
      // Halves the way for the next search. Without it, a group of 100,000 copies could become one long
      // chain.
      parents[number] = parents[parents[number]]
      number = parents[number]
    }
    return number
  }

  /// The groups of two and more.
  var ofSeveral: [[Int]] {
    var groups = self
    var members: [Int: [Int]] = [:]
    for number in parents.indices {
      members[groups.root(of: number), default: []].append(number)
    }
    // Sorted, since a dictionary has another order in every run.
    let several = members.values.filter { group in group.count > 1 }
    return several.sorted { one, other in one[0] < other[0] }
  }
}
