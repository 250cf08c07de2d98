package import WavethumbSystem

/// Merges the owned lines of ledgers and run files into the section of a new ledger: in the order of
/// their paths, each once, in constant memory.
///
/// The new lines of a run replace all earlier lines of the same paths, because the run has replaced
/// the files.
// All are sorted, also those of a ledger, which are in order: an order that somebody else claims would
// have to be checked. To sort what is in order takes one comparison a line.
package struct OwnedLineMerge {
  private let folder: SpoolFolder
  /// Of each line its path, a zero byte, a byte for its age, and the line: so they are sorted by path,
  /// the new ones first.
  private var lines: SpooledSort

  /// `maximumInMemory` is the length of lines that are sorted at once.
  package init(in folder: SpoolFolder, maximumInMemory: Int = SpooledSort.maximumInMemory) {
    self.folder = folder
    lines = SpooledSort(in: folder, maximumInMemory: maximumInMemory)
  }

  /// Adds the lines in a range of a file; those that are damaged are left out.
  package mutating func add(
    _ range: Range<Int>,
    of source: @escaping ByteWindow.Source,
    areNew: Bool = false
  ) throws(SystemFailure) {
    let age: UInt8 = areNew ? 0 : 1
    var lines = ZeroEndedLines(of: range, source)
    while let line = try lines.next() {
      guard let owned = OwnedLine(line) else { continue }
      self.lines.add(owned.path.path.bytes + [0, age] + line)
    }
  }

  /// Returns the section, with each line that `isKept`.
  package consuming func section(
    where isKept: (OwnedLine) -> Bool
  ) throws(SystemFailure) -> BytePieces {
    let section = Spool(in: folder)
    var last: OwnedLine?
    var replaced: RelativePath?
    try lines.forEach { string throws(SystemFailure) in
      // Behind the path and its zero byte are the age and the line.
      guard let pathEnd = string.firstIndex(of: 0) else { return }
      let isNew = string[pathEnd + 1] == 0
      guard let line = OwnedLine(string[(pathEnd + 2)...]) else { return }
      // The new lines of a path come first, so that the old ones are known to be replaced.
      if isNew {
        replaced = line.path
      } else if line.path == replaced {
        return
      }
      // Equal lines of two ledgers follow each other.
      guard line != last, isKept(line) else { return }
      section.append(line.bytes)
      last = line
    }
    var pieces = BytePieces()
    pieces.append(section)
    return pieces
  }
}
