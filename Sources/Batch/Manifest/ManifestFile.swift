import Glibc

/// The manifest being written: its head, then the recordings in the order of their paths.
///
/// What has not changed is copied from the last manifest in long stretches, so that one new recording among a hundred
/// thousand costs a copy and not a rebuilding.
struct ManifestFile: ~Copyable {
  /// Where the entry of a recording comes from.
  enum Piece {
    case kept(Range<Int>)
    case text([UInt8])
  }

  private static let separator = Array(",\n    ".utf8)
  private static let firstSeparator = Array("\n    ".utf8)
  private static let longestBuffer = 1 << 20

  private var file: AtomicFile
  private let last: LastManifest?
  private var buffer: [UInt8] = []
  private var stretch: Range<Int>?
  private(set) var length = 0
  private var isFirst = true

  init(
    _ head: [UInt8], as name: RawPath, in folder: borrowing Folder, last: LastManifest?
  ) throws(SystemFailure) {
    file = try AtomicFile(name, in: folder)
    self.last = last
    buffer = head
    length = head.count
  }

  /// Adds an entry and answers where it stands.
  mutating func append(_ piece: Piece) throws(SystemFailure) -> Range<Int> {
    let between = isFirst ? Self.firstSeparator : Self.separator
    isFirst = false
    switch piece {
    case .kept(let range):
      if let open = stretch, open.upperBound + between.count == range.lowerBound {
        stretch = open.lowerBound..<range.upperBound
      } else {
        try closeStretch()
        buffer += between
        stretch = range
      }
      length += between.count + range.count
    case .text(let text):
      try closeStretch()
      buffer += between
      buffer += text
      length += between.count + text.count
    }
    if buffer.count >= Self.longestBuffer { try flush() }
    switch piece {
    case .kept(let range): return length - range.count..<length
    case .text(let text): return length - text.count..<length
    }
  }

  /// Closes the text and puts the manifest in its place.
  mutating func commit() throws(SystemFailure) {
    try closeStretch()
    let end = Array((isFirst ? "]\n}\n" : "\n  ]\n}\n").utf8)
    buffer += end
    length += end.count
    try flush()
    try file.commit(durable: true)
  }

  private mutating func closeStretch() throws(SystemFailure) {
    guard let open = stretch else { return }
    stretch = nil
    var next = open.lowerBound
    while next < open.upperBound {
      let count = min(Self.longestBuffer, open.upperBound - next)
      buffer += try last?.bytes(next..<next + count) ?? []
      next += count
      if buffer.count >= Self.longestBuffer { try flush() }
    }
  }

  private mutating func flush() throws(SystemFailure) {
    try file.write(buffer)
    buffer.removeAll(keepingCapacity: true)
  }
}

/// The manifest of the last run, open for copying from.
final class LastManifest: Sendable {
  private let file: Descriptor
  private let path: RawPath
  let identity: FileIdentity

  /// Opens a manifest; nil where there is none.
  init?(_ path: RawPath) throws(SystemFailure) {
    let folder = try Folder(at: path.isAbsolute ? "/" : ".")
    do {
      file = try folder.open(path)
    } catch  where error.isMissing {
      return nil
    }
    self.path = path
    identity = try file.status(path).identity
  }

  func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    let bytes = try file.read(range.count, from: range.lowerBound, path)
    // Nobody else writes manifests under our lock.
    guard bytes.count == range.count else {
      throw SystemFailure(.read, errno: EIO, at: path)
    }
    return bytes
  }
}
