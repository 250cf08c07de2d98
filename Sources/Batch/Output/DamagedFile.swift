import Codecs
import Outputs
import System

/// A file with one of our names and unknown bytes.
struct DamagedFile: ~Copyable {
  private let file: Descriptor
  private let name: RawPath
  private let size: Int
  private let start: [UInt8]

  init(_ name: RawPath, in folder: borrowing Folder) throws(SystemFailure) {
    let isFile = try folder.status(of: name, followingLinks: false).kind == .file
    let opened = try folder.open(name, followingLinks: false)
    let size = isFile ? Int(clamping: try opened.status(name).identity.size) : 0
    let start = isFile ? try opened.read(Ownership.startLength, name) : []
    self.name = name
    self.size = size
    self.start = start
    file = opened
  }

  /// Whether it can only be a damaged file of ours: a prefix of the new bytes, almost all of them, a
  /// PNG without its end, or only zeros.
  borrowing func isOurs(due: [UInt8], ofBytes dueSize: Int) throws(SystemFailure) -> Bool {
    // A sparse file has any size, and reading its zeros takes hours.
    if size == 0 || size > max(dueSize, 1 << 30) { return false }
    if start.count == size, due.starts(with: start) { return true }
    if size == dueSize, start.count == due.count {
      let changed = zip(start, due).count { $0 != $1 }
      if changed <= Self.mostChangedBytes, changed * 8 <= due.count { return true }
    }
    // A power cut leaves zeros.
    let isZero = try file.allPieces(name) { piece throws(SystemFailure) in
      !piece.contains { $0 != 0 }
    }
    if isZero { return true }
    let isPicture =
      start.starts(with: PNGChunks.signature) || PNGChunks.signature.starts(with: start)
    return try isPicture ? !reachesEnd() : false
  }

  /// Returns whether the chunks lead to the last one; bytes after it may belong to another program.
  private borrowing func reachesEnd() throws(SystemFailure) -> Bool {
    var place = PNGChunks.signature.count
    for _ in 0..<Self.mostChunks {
      let head = try file.read(8, from: place, name)
      guard head.count == 8, place + 12 <= size else { return false }
      if head.suffix(4).elementsEqual(Self.endChunk) { return true }
      place += 12 + head.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }
    // More chunks than any of our pictures has.
    return true
  }

  /// Bit rot changes single bits; an edit of a file of the same size changes more.
  private static let mostChangedBytes = 16
  private static let endChunk = Array("IEND".utf8)
  private static let mostChunks = 100_000
}
