package import WavethumbBytes
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

/// A file without a mark that wavethumb wrote, as a line of a ledger or of a run file: digest,
/// length, a check of the rest of the line, path, and a zero byte at the end.
///
/// This layout is frozen: each later version must know what an earlier one wrote, or it could
/// neither replace nor prune it.
// Each line has a check of its own, so that damage costs the lines that it hits and no other. The
// check is no defence against somebody who may write into the output: he could as well write the
// file itself. What a line gives away is one file inside the output, of bytes that he must know.
package struct OwnedLine: Sendable, Hashable {
  package let path: RelativePath
  package let file: WrittenFile

  package init(_ path: RelativePath, _ file: WrittenFile) {
    self.path = path
    self.file = file
  }

  /// Reads a line without its zero byte; nil if it is damaged, or no line.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard let fields = Fields(bytes), let file = fields.file,
      let check = Hexadecimal.value(fields.check),
      // No path that leads out of the output: what a line proves may be replaced and deleted.
      let path = RelativePath(RawPath(bytes: Array(fields.path)))
    else { return nil }
    guard check == Self.check(path, file) else { return nil }
    self.init(path, file)
  }

  /// Returns the path of a line without checking it; nil if it has none.
  static func path(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? { Fields(line)?.path }

  /// The line with its zero byte.
  package var bytes: [UInt8] {
    var line = Self.start(file)
    Hexadecimal.append(Self.check(path, file), to: &line)
    line.append(Self.space)
    line += path.path.bytes
    line.append(0)
    return line
  }

  /// More than the longest line has: a digest of 32 digits, a length, a check of 16, and a path.
  package static let maximumBytes = 2 * maximumPathBytes

  /// The longest path in a line.
  // PATH_MAX: the kernel takes no longer one, and a longer one in a line is damage or an attack.
  private static let maximumPathBytes = 4096
  private static let space = UInt8(ascii: " ")

  private struct Fields {
    let digest: ArraySlice<UInt8>
    let length: ArraySlice<UInt8>
    let check: ArraySlice<UInt8>
    let path: ArraySlice<UInt8>

    init?(_ line: ArraySlice<UInt8>) {
      // Three splits: the path comes last, and may have spaces.
      let parts = line.split(
        separator: OwnedLine.space,
        maxSplits: 3,
        omittingEmptySubsequences: false
      )
      guard parts.count == 4, parts[3].count <= OwnedLine.maximumPathBytes else { return nil }
      digest = parts[0]
      length = parts[1]
      check = parts[2]
      path = parts[3]
    }

    /// The size and the digest; nil if either is no number.
    var file: WrittenFile? {
      let bytes = Int(String(decoding: length, as: UTF8.self))
      guard let bytes, bytes >= 0 else { return nil }
      let digest = ContentDigest(hex: String(decoding: digest, as: UTF8.self))
      return digest.map { digest in WrittenFile(bytes: bytes, digest: digest) }
    }
  }

  private static func start(_ file: WrittenFile) -> [UInt8] {
    Array("\(file.digest.hex) \(file.bytes) ".utf8)
  }

  private static func check(_ path: RelativePath, _ file: WrittenFile) -> UInt64 {
    StableHash.of(start(file) + path.path.bytes)
  }
}

/// A written file: its size and the digest of its bytes.
///
/// The digest of a data file, which may be larger than memory, is computed block by block like that
/// of a recording; a picture's digest is computed over all its bytes.
package struct WrittenFile: Sendable, Hashable {
  package var bytes: Int
  package var digest: ContentDigest

  package init(bytes: Int, digest: ContentDigest) {
    self.bytes = bytes
    self.digest = digest
  }
}

/// The lines of a ledger or run file, each without the NUL byte at its end.
///
/// Empty lines and an incomplete last one are left out.
package struct NulTerminatedLines: Sequence, IteratorProtocol {
  private let bytes: [UInt8]
  private var position = 0

  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  package mutating func next() -> ArraySlice<UInt8>? {
    // A damaged ledger may have any number of zeros.
    while position < bytes.count, bytes[position] == 0 {
      position += 1
    }
    guard let end = bytes[position...].firstIndex(of: 0) else { return nil }
    let line = bytes[position..<end]
    position = end + 1
    return line
  }
}
