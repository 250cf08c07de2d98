import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The problems of a run grouped by cause, so that a thousand files make a dozen lines.
struct ProblemGroups: Sendable {
  private struct Name: Comparable {
    let path: [UInt8]
    let detail: String?

    static func < (one: Name, other: Name) -> Bool {
      if one.path != other.path { return one.path.lexicographicallyPrecedes(other.path) }
      return one.detail ?? "" < other.detail ?? ""
    }

    var text: String {
      let name = PrintableName.text(path)
      guard let detail else { return name }
      return "\(name) (\(detail))"
    }
  }

  private struct Group {
    /// The problem without what differs from file to file.
    let cause: ManifestProblem
    var count = 0
    var names: [Name] = []
    /// The common extension, or nil.
    var fileExtension: [UInt8]?

    // The first by name, so that the text is the same with any number of jobs.
    mutating func keep(_ name: Name, atMost limit: Int) {
      if names.count == limit, let last = names.last, name >= last { return }
      let index = names.firstIndex { other in name < other }
      names.insert(name, at: index ?? names.count)
      if names.count > limit {
        names.removeLast()
      }
    }
  }

  private var groups: [Group] = []
  private var indexes: [ManifestProblem: Int] = [:]
  /// The last problem and its group: consecutive files often fail alike, and formatting takes
  /// longer than comparing.
  private var last: (problem: ManifestProblem, index: Int)?
  private let namesShown: Int

  init(namesShown: Int) { self.namesShown = namesShown }
  var isEmpty: Bool { groups.isEmpty }

  mutating func add(_ path: [UInt8], with problem: ManifestProblem) {
    let fileExtension = Self.fileExtension(of: path)
    let index = groupIndex(of: problem, fileExtension: fileExtension)
    groups[index].count += 1
    // "3 .wma files" as long as all are, then "3 files".
    if groups[index].fileExtension != fileExtension {
      groups[index].fileExtension = nil
    }
    groups[index].keep(Name(path: path, detail: problem.detail), atMost: namesShown)
  }

  /// Returns the index of the group of a problem, which is added if there is none.
  private mutating func groupIndex(of problem: ManifestProblem, fileExtension: [UInt8]?) -> Int {
    if let last, last.problem == problem { return last.index }
    let cause = Self.cause(of: problem)
    let index = indexes[cause] ?? groups.count
    if index == groups.count {
      groups.append(Group(cause: cause, fileExtension: fileExtension))
      indexes[cause] = index
    }
    last = (problem, index)
    return index
  }

  /// Returns a problem without what differs from file to file.
  // Files that need the same cure are one group, whatever the run does about each of them.
  private static func cause(of problem: ManifestProblem) -> ManifestProblem {
    var cause = problem
    cause.message = ""
    cause.detail = nil
    cause.limit = nil
    cause.isContentFault = false
    cause.waitsForFFmpeg = false
    cause.keepsPictures = false
    return cause
  }

  /// Returns the lines at the end of a run: failures before unsupported files, large groups first.
  // Equal groups by their cause, so that the text is the same with any number of jobs.
  func lines() -> [String] {
    let sorted = groups.sorted { one, other in
      if one.cause.status != other.cause.status { return one.cause.status == .failed }
      if one.count != other.count { return one.count > other.count }
      return one.cause.cause < other.cause.cause
    }
    return sorted.flatMap(lines)
  }

  private func lines(of group: Group) -> [String] {
    let cause = group.cause
    let kind =
      switch group.fileExtension {
      case _ where cause.isOfFolder: "folder"
      case let fileExtension?: ".\(PrintableName.text(fileExtension)) file"
      case nil: "file"
      }
    var sentence = "\(Numerals.count(group.count, kind)): \(cause.cause)."
    if let cure = cause.cure {
      sentence += " \(cure)."
    }
    var lines = [sentence]
    lines += group.names.map { name in "  \(name.text)" }
    let unnamed = group.count - group.names.count
    if unnamed > 0 {
      lines.append("  and \(Numerals.grouped(unnamed)) more")
    }
    return lines
  }

  /// The status of files that `lines` only counts, failures first.
  var unnamed: [OutcomeStatus] {
    [.failed, .unsupported].filter { status in
      groups.contains { group in
        group.cause.status == status && group.count > group.names.count
      }
    }
  }

  /// Returns the extension in lower case, if the name has a short one.
  private static func fileExtension(of path: [UInt8]) -> [UInt8]? {
    let name = RawPath(bytes: path).name.bytes
    guard let point = name.lastIndex(of: UInt8(ascii: ".")), point > 0 else { return nil }
    let fileExtension = name[(point + 1)...]
    let isPlain = fileExtension.allSatisfy { byte in byte.isASCIIDigit || byte.isASCIILetter }
    // "flac", "opus" and "m4a" have at most five; what is longer is the end of a title. Untuned.
    guard (1...5).contains(fileExtension.count), isPlain else { return nil }
    return fileExtension.map(\.asciiLowercased)
  }
}
