/// Silence at the beginning, at the end and inside, in blocks of 20 ms.
struct SilenceRuns: FieldCoded, Sendable, Equatable {
  static let ticksPerBlock = 2

  private(set) var blocks = 0
  private(set) var leading = 0
  private(set) var trailing = 0
  /// The longest run between sounds, and its first block.
  private(set) var longest = 0
  private(set) var longestAt = 0

  /// Whether all blocks so far are silent.
  var isSilent: Bool { leading == blocks }

  /// Adds the next block.
  mutating func add(isSilent: Bool) { append(SilenceRuns(isSilent: isSilent)) }

  init() {}

  private init(isSilent: Bool) {
    blocks = 1
    leading = isSilent ? 1 : 0
    trailing = leading
  }

  /// Appends the blocks that follow.
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
      take(run: trailing + other.leading, at: blocks - trailing)
    }
    take(run: other.longest, at: blocks + other.longestAt)
    trailing = other.trailing
    blocks += other.blocks
  }

  private mutating func take(run: Int, at block: Int) {
    if run > longest {
      longest = run
      longestAt = block
    }
  }

  mutating func code(with coder: inout FieldCoder) {
    coder.count(&blocks)
    coder.count(&leading, in: 0...blocks)
    coder.count(&trailing, in: 0...blocks)
    coder.count(&longest, in: 0...blocks)
    coder.count(&longestAt, in: 0...blocks)
  }
}
