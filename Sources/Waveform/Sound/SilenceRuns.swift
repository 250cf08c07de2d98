import Glibc
package import WavethumbBytes

/// Silence at the beginning, at the end and inside, in blocks of 20 ms.
struct SilenceRuns: Sendable, Equatable {
  // 20 ms: a period of 50 Hz, so that a low tone is not silent where it crosses 0. Untuned.
  static let ticksPerBlock = 2

  private(set) var blocks = 0
  private(set) var leading = 0
  private(set) var trailing = 0
  /// The longest run between sounds, and its first block.
  private(set) var longest = 0
  private(set) var longestAt = 0

  /// The number of blocks of the shortest silence that is listed.
  private var shortest = Int.max
  /// The silences between sounds that are listed.
  private var inside = EventRanges()

  /// Whether all blocks so far are silent.
  var isSilent: Bool { leading == blocks }

  /// Adds the next block.
  mutating func add(isSilent: Bool) { append(SilenceRuns(isSilent: isSilent)) }

  init() {}

  /// Creates runs that list each silence of at least so many blocks.
  init(listingFrom shortest: Int) { self.shortest = shortest }

  /// The listed silences, in blocks, with those at the beginning and at the end.
  var listed: EventRanges {
    var all = EventRanges()
    if leading >= shortest {
      all.add(EventRange(start: 0, end: leading))
    }
    all.append(inside)
    if trailing >= shortest, !isSilent {
      all.add(EventRange(start: blocks - trailing, end: blocks))
    }
    return all
  }

  private init(isSilent: Bool) {
    blocks = 1
    leading = isSilent ? 1 : 0
    trailing = leading
  }

  /// Appends the blocks that follow.
  // The one place that joins runs: a block is appended as a part of one block, so that parts join as
  // blocks do.
  mutating func append(_ other: SilenceRuns) {
    guard !other.isSilent else {
      if isSilent {
        leading += other.blocks
      }
      trailing += other.blocks
      blocks += other.blocks
      return
    }

    if isSilent {
      leading += other.leading
    } else {
      // The silence that ends here and the one that begins the other are one, between two sounds.
      let run = trailing + other.leading
      let start = blocks - trailing
      add(run: run, at: start)
      if run >= shortest {
        inside.add(EventRange(start: start, end: start + run))
      }
    }

    inside.append(other.inside, at: blocks)
    add(run: other.longest, at: blocks + other.longestAt)
    trailing = other.trailing
    blocks += other.blocks
  }

  private mutating func add(run: Int, at block: Int) {
    // Of equal ones the first, which `longestAt` names.
    if run > longest {
      longest = run
      longestAt = block
    }
  }
}

extension SilenceRuns: ByteCoded {
  init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    blocks = try coder.count(value?.blocks)
    leading = try coder.count(value?.leading, in: 0...blocks)
    trailing = try coder.count(value?.trailing, in: 0...blocks)
    longest = try coder.count(value?.longest, in: 0...blocks)
    longestAt = try coder.count(value?.longestAt, in: 0...blocks)
    shortest = try coder.count(value?.shortest, in: 1...Int.max)
    inside = try coder.field(value?.inside)
  }
}

/// The level and the duration from which on silence is listed as an event.
public struct SilenceRule: Sendable, Hashable {
  /// In dBFS: every channel is quieter in every 20 ms.
  public var level = -60.0
  /// The shortest silence in seconds.
  public var seconds = 1.0

  /// Creates the usual rule: below -60 dBFS for a second or more.
  public init() {}

  /// Creates a rule.
  public init(level: Double, seconds: Double) {
    self.level = level
    self.seconds = seconds
  }

  /// The mean square of the level.
  var meanSquare: Double { pow(10, level / 10) }

  /// The shortest silence in blocks of 20 ms.
  var blocks: Int {
    let perSecond = Double(SoundGrid.ticksPerSecond / SilenceRuns.ticksPerBlock)
    // Whole milliseconds, so that 0.1 s are not six blocks.
    let exact = (seconds * 1000).rounded() / 1000 * perSecond
    // More than any recording has, and few enough for an Int.
    return max(1, Int(min(exact, 1e15).rounded(.up)))
  }
}

extension SilenceRule: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    level = try coder.field(value?.level)
    seconds = try coder.field(value?.seconds)
    try coder.require((-200...0).contains(level) && (0...1e9).contains(seconds))
  }
}
