package import WavethumbSystem

/// The files without a mark that the ledgers and run files of an output prove to be ours, by path.
///
/// Lines stay bytes, in the order of their paths, and are found by binary search: there may be
/// millions, of which a run asks for a few.
package struct OwnedFiles: Sendable {
  /// Each in the order of paths.
  private var sections: [[UInt8]] = []

  package init() {}

  /// Adds the section of a ledger, whose lines are in order unless it is damaged.
  package mutating func add(section: [UInt8], isWhole: Bool) {
    if isWhole {
      add(sorted: section)
    } else {
      add(lines: section)
    }
  }

  /// Adds lines in any order; those that are damaged are left out.
  package mutating func add(lines: [UInt8]) {
    add(sorted: Self.joined(Self.sorted([lines])))
  }

  private mutating func add(sorted section: [UInt8]) {
    if !section.isEmpty {
      sections.append(section)
    }
  }

  package var isEmpty: Bool { sections.isEmpty }

  /// Returns the files of this path that earlier runs wrote.
  // Several, as ledgers of two manifests may each name a file of that path, and a killed run adds the
  // one that it was about to write.
  package func versions(of path: RelativePath) -> Set<WrittenFile> {
    var found: Set<WrittenFile> = []
    for section in sections {
      found.formUnion(Self.versions(of: path, in: section))
    }
    return found
  }

  /// Returns the section of a new ledger: the lines of these files that `isKept`, and those of `new`,
  /// which replace all others of their paths.
  package func section(
    replacing new: [UInt8],
    where isKept: (OwnedLine) -> Bool
  ) -> [UInt8] {
    let newLines = Self.sorted([new])
    let replaced = Set(newLines.compactMap { line in OwnedLine.path(in: line) })
    let kept = Self.sorted(sections).filter { line in
      guard let path = OwnedLine.path(in: line) else { return false }
      return !replaced.contains(path)
    }
    let all = (kept + newLines).sorted(by: Self.precedes)
    var last: ArraySlice<UInt8>?
    let wanted = all.filter { line in
      // Equal lines of two ledgers follow each other.
      guard line != last else { return false }
      last = line
      return OwnedLine(line).map(isKept) ?? false
    }
    return Self.joined(wanted)
  }

  /// Returns the lines that check out, in order.
  private static func sorted(_ sections: [[UInt8]]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    for section in sections {
      for line in NulTerminatedLines(section) where OwnedLine(line) != nil {
        lines.append(line)
      }
    }
    lines.sort(by: precedes)
    return lines
  }

  private static func joined(_ lines: [ArraySlice<UInt8>]) -> [UInt8] {
    var section: [UInt8] = []
    for line in lines {
      section += line
      section.append(0)
    }
    return section
  }

  /// Whether a line comes before another, by path and then by everything else.
  private static func precedes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    let first = OwnedLine.path(in: one) ?? []
    let second = OwnedLine.path(in: other) ?? []
    if first == second { return one.lexicographicallyPrecedes(other) }
    return first.lexicographicallyPrecedes(second)
  }

  /// Finds the lines of a path by binary search.
  private static func versions(of path: RelativePath, in section: [UInt8]) -> [WrittenFile] {
    // By halves of the bytes and not of the lines, of which nobody knows where the middle one is: a byte
    // in the middle belongs to a line. The first line whose path is not before this one begins at `low`
    // in the end.
    var low = 0
    var high = section.count
    while low < high {
      let line = line(around: (low + high) / 2, in: section)
      let found = OwnedLine.path(in: section[line]) ?? []
      if found.lexicographicallyPrecedes(path.path.bytes) {
        low = line.upperBound + 1
      } else {
        high = line.lowerBound
      }
    }
    // Several lines may have one path, and follow each other.
    var files: [WrittenFile] = []
    while low < section.count {
      let line = line(around: low, in: section)
      guard let read = OwnedLine(section[line]), read.path == path else { break }
      files.append(read.file)
      low = line.upperBound + 1
    }
    return files
  }

  /// Returns the line that a byte belongs to, without its zero byte; an empty one at the end.
  private static func line(around index: Int, in section: [UInt8]) -> Range<Int> {
    guard index < section.count else { return section.count..<section.count }
    let end = section[index...].firstIndex(of: 0) ?? section.count
    // A zero byte belongs to the line that it ends.
    guard let lastZero = section[..<index].lastIndex(of: 0) else { return 0..<end }
    return lastZero + 1..<end
  }
}
