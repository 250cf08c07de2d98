import Codecs
import Outputs
import System

/// What stands in a file whose bytes nobody knows, at a name that was ours.
struct FileRemains: ~Copyable {
  private let file: Descriptor
  private let name: RawPath
  private let size: Int
  private let start: [UInt8]

  init(_ name: RawPath, in folder: borrowing Folder) throws(SystemFailure) {
    let isFile = try folder.status(of: name, followingLinks: false).kind == .file
    let opened = try folder.open(name)
    let size = isFile ? Int(clamping: try opened.status(name).identity.size) : 0
    let start = isFile ? try opened.read(Ownership.startLength, name) : []
    self.name = name
    self.size = size
    self.start = start
    file = opened
  }

  /// Whether it may be somebody's whole file, nil where it is no file.
  ///
  /// It is none where it is a beginning of the bytes that are due, a PNG without its end, or
  /// nothing but zeros.
  borrowing func isWhole(due: [UInt8]) throws(SystemFailure) -> Bool? {
    if size == 0 { return nil }
    if start.count == size, due.starts(with: start) { return false }
    if start.allSatisfy({ $0 == 0 }) { return false }
    guard start.starts(with: PNGChunks.signature) || PNGChunks.signature.starts(with: start) else {
      return true
    }
    let end = try file.read(Self.endChunk.count + 4, from: max(0, size - 8), name)
    return end.starts(with: Self.endChunk)
  }

  /// The name of the last chunk, behind which only its checksum stands.
  private static let endChunk = Array("IEND".utf8)
}
