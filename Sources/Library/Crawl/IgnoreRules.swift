import WavethumbOptions

/// The rules of one `.wavethumbignore` for everything below its folder, in the syntax of
/// `.gitignore`.
package struct IgnoreRules: Sendable, Hashable {
  static let fileName = Array(".wavethumbignore".utf8)
  /// The maximum size of an ignore file.
  // Room for ten thousand rules of a hundred bytes.
  package static let maximumBytes = 1 << 20

  /// Whether the file is empty, so that everything below is ignored.
  let ignoresAll: Bool
  private let rules: [Rule]

  package var count: Int { rules.count }

  private struct Rule: Hashable {
    let glob: Glob
    let isIgnored: Bool
  }

  package init(_ bytes: [UInt8]) {
    // Without a byte order mark, which editors on Windows put before the first rule.
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    let text = bytes.dropFirst(hasMark ? 3 : 0)
    ignoresAll = text.allSatisfy { byte in " \t\r\n".utf8.contains(byte) }
    rules = text.split(separator: UInt8(ascii: "\n")).compactMap(Self.rule)
  }

  /// Returns the result of the last matching rule, or nil if none matches.
  package func verdict(
    on bytes: [UInt8],
    in range: Range<Int>,
    isFolder: Bool,
    isStopped: () -> Bool = { false }
  ) -> Bool? {
    var steps = 0
    for rule in rules.reversed() {
      steps += rule.glob.maximumSteps(in: range.count)
      if steps > Self.stepsUnasked {
        if isStopped() { return nil }
        steps = 0
      }
      if rule.glob.matches(bytes, in: range, isFolder: isFolder) { return rule.isIgnored }
    }
    return nil
  }

  /// The number of steps between checks for a stop, which take less than a millisecond.
  // Counted by the length of rule and path: 3,000 rules of thirty stars delayed a signal by 0.42 s.
  private static let stepsUnasked = 1 << 17

  private static func rule(_ line: ArraySlice<UInt8>) -> Rule? {
    var line = line
    if line.last == UInt8(ascii: "\r") {
      line.removeLast()
    }
    if line.first == UInt8(ascii: "#") { return nil }
    let isIgnored = line.first != UInt8(ascii: "!")
    if !isIgnored {
      line.removeFirst()
    }
    guard let glob = Glob(Array(withoutTrailingSpaces(line))) else { return nil }
    return Rule(glob: glob, isIgnored: isIgnored)
  }

  /// Returns the line without trailing spaces, unless a backslash escapes them.
  private static func withoutTrailingSpaces(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line
    let backslash = UInt8(ascii: "\\")
    while line.last == UInt8(ascii: " ") {
      let escapes = line.dropLast().reversed().prefix { byte in byte == backslash }
      // Two backslashes are one, which escapes nothing.
      if escapes.count % 2 == 1 { break }
      line.removeLast()
    }
    return line
  }
}

/// All rules for ignoring a path: those of the ignore files above it, and those of `--exclude`.
struct Ignoring: Sendable {
  /// The largest number of rules for one path: each is tested on every name below.
  // Untuned. More is an error and not cut off: a rule that is silently missing lets in what was to be
  // ignored.
  static let maximumRules = 10_000

  private let excluded: [Glob]
  private let isStopped: @Sendable () -> Bool
  private var files: [(rules: IgnoreRules, start: Int)] = []

  init(excluding excluded: [Glob], isStopped: @escaping @Sendable () -> Bool) {
    self.excluded = excluded
    self.isStopped = isStopped
  }

  var isEmpty: Bool { excluded.isEmpty && files.isEmpty }
  var depth: Int { files.count }

  /// Adds the rules of a folder whose path, with its separator, has `start` bytes; returns false if
  /// there are too many.
  mutating func enter(_ rules: IgnoreRules, start: Int) -> Bool {
    let total = files.reduce(rules.count) { sum, file in sum + file.rules.count }
    guard total <= Self.maximumRules else { return false }
    files.append((rules, start))
    return true
  }

  mutating func leave(downTo depth: Int) { files.removeLast(files.count - depth) }

  /// Returns whether the path is ignored: deeper files override others, and nothing overrides
  /// `--exclude`.
  func ignores(_ path: [UInt8], isFolder: Bool) -> Bool {
    let isExcluded = excluded.contains { glob in
      glob.matches(path, in: 0..<path.count, isFolder: isFolder)
    }
    if isExcluded { return true }
    for file in files.reversed() {
      // Rules are relative to the folder of their file.
      let verdict = file.rules.verdict(
        on: path,
        in: file.start..<path.count,
        isFolder: isFolder,
        isStopped: isStopped
      )
      if let verdict { return verdict }
    }
    return false
  }
}
