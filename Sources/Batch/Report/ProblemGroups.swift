import Library

/// Problems of a run gathered by cause, so that a thousand files make a dozen lines.
struct ProblemGroups: Sendable {
  private struct Cause: Hashable {
    let status: OutcomeStatus
    let isOfFolders: Bool
    let code: String
    let cause: String
    let cure: String?
  }

  private struct Group {
    var count = 0
    var names: [String] = []
    /// The extension that all of them have, nil where they differ.
    var ending: [UInt8]?

    // The first by name and not the first to come: the words are the same with any number of jobs.
    mutating func keep(_ name: String, atMost limit: Int) {
      let place = names.firstIndex { name < $0 } ?? names.count
      guard place < limit else { return }
      names.insert(name, at: place)
      if names.count > limit { names.removeLast() }
    }
  }

  private var groups: [Cause: Group] = [:]
  /// What came last: many files in a row fail alike, and words take longer than a comparison.
  private var last: (problem: FileProblem, cause: Cause)?
  /// How many files of a group are named.
  private let namesShown: Int

  init(namesShown: Int) {
    self.namesShown = namesShown
  }

  var isEmpty: Bool { groups.isEmpty }

  mutating func add(_ path: [UInt8], _ problem: FileProblem) {
    let cause = cause(of: problem)
    let ending = Self.ending(of: path)
    var group = groups[cause] ?? Group(ending: ending)
    group.count += 1
    if group.ending != ending { group.ending = nil }
    group.keep(
      PrintableName.text(path) + (problem.detail.map { " (\($0))" } ?? ""), atMost: namesShown)
    groups[cause] = group
  }

  private mutating func cause(of problem: FileProblem) -> Cause {
    if let last, last.problem == problem { return last.cause }
    let cause = Cause(
      status: problem.status, isOfFolders: problem.isOfFolder, code: problem.code,
      cause: ProblemSentences.cause(problem),
      cure: ProblemSentences.cure(problem))
    last = (problem, cause)
    return cause
  }

  /// The lines at the end of a run: failures before what is only unsupported, many before few.
  func lines() -> [String] {
    let ordered = groups.sorted { one, other in
      let (left, right) = (Self.rank(one.key.status), Self.rank(other.key.status))
      if left != right { return left < right }
      if one.value.count != other.value.count { return one.value.count > other.value.count }
      return one.key.cause < other.key.cause
    }
    return ordered.flatMap { cause, group in Self.lines(of: cause, group) }
  }

  private static func lines(of cause: Cause, _ group: Group) -> [String] {
    let ending = group.ending.map { ".\(PrintableName.text($0)) " } ?? ""
    let kind = cause.isOfFolders ? "folder" : "\(ending)file"
    let cure = cause.cure.map { ". \($0)." } ?? "."
    var lines = ["\(Numerals.count(group.count, kind)): \(cause.cause)\(cure)"]
    lines += group.names.map { "  \($0)" }
    let unnamed = group.count - group.names.count
    if unnamed > 0 { lines.append("  and \(Numerals.grouped(unnamed)) more") }
    return lines
  }

  private static func rank(_ status: OutcomeStatus) -> Int { status == .failed ? 0 : 1 }

  /// The extension in small letters, where the name has one of a few letters.
  private static func ending(of path: [UInt8]) -> [UInt8]? {
    let name = path.split(separator: UInt8(ascii: "/")).last ?? []
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > name.startIndex else {
      return nil
    }
    let ending = name[(point + 1)...]
    let isPlain = ending.allSatisfy {
      (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
    }
    return (1...5).contains(ending.count) && isPlain ? ending.map { $0 | 0x20 } : nil
  }
}
