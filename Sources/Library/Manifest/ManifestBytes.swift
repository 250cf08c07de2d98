import WavethumbBytes
import WavethumbSystem

/// The bytes of a manifest, read a block at a time and digested on the way.
struct ManifestBytes: ~Copyable {
  private static let blockBytes = ContentDigester.blockSize
  /// The maximum length of an entry, and of everything except the entries.
  // An entry with 1,000 events and as many markers takes some hundred kilobytes. A bound, as anyone may
  // have written the file: an entry is held in memory.
  static let maximumBlockBytes = 64 << 20

  private let file: Descriptor
  private let path: RawPath
  private let isStopped: () -> Bool
  /// Where the trailer begins, and the digest in it; nil if there is no trailer.
  private let trailer: (start: Int, digest: ContentDigest?)
  private var digesting: ContentDigester
  private var digest: ContentDigest?
  private var block: [UInt8]
  private var start: Int
  private var position: Int

  init(_ path: RawPath, isStopped: @escaping () -> Bool) throws(ManifestFault) {
    let opened = try Self.open(path)
    let digest = ManifestTrailer.digest(in: opened.end)
    trailer = (opened.size - (digest == nil ? 0 : ManifestTrailer.length), digest)
    file = opened.file
    self.path = path
    self.isStopped = isStopped
    digesting = ContentDigester()
    self.digest = nil
    block = []
    start = 0
    position = 0
  }

  /// An open file with its length and its last bytes, which may be a trailer.
  private struct Opened: ~Copyable {
    let file: Descriptor
    let size: Int
    let end: [UInt8]
  }

  private static func open(_ path: RawPath) throws(ManifestFault) -> Opened {
    do throws(SystemFailure) {
      let file = try Folder(at: path.start).open(path)
      let size = Int(clamping: try file.status(path).identity.size)
      let start = max(0, size - ManifestTrailer.length)
      let end = try file.read(ManifestTrailer.length, from: start, path)
      return Opened(file: file, size: size, end: end)
    } catch {
      throw .unreadable(error)
    }
  }

  var offset: Int { start + position }

  /// The digest in the trailer, if all bytes before the trailer were read and have that digest.
  var proven: ContentDigest? { digest == trailer.digest ? digest : nil }

  /// Returns the next byte that is not blank; nil at the end.
  // By byte and not by `JSONValue`: a manifest of a million entries is a gigabyte, and would have to be
  // in memory as a whole.
  mutating func peek() throws(ManifestFault) -> UInt8? {
    var blanks: [UInt8] = []
    return try peek(passing: &blanks)
  }

  /// Returns the next byte that is not blank, and appends the skipped blanks; nil at the end.
  mutating func peek(passing blanks: inout [UInt8]) throws(ManifestFault) -> UInt8? {
    while true {
      if position == block.count, try !readBlock() { return nil }
      guard block[position].isBlank else { return block[position] }
      if blanks.count > Self.maximumBlockBytes { throw .broken }
      // Kept for the exact text of the header, which a scan compares byte for byte.
      blanks.append(block[position])
      position += 1
    }
  }

  mutating func pass() { position += 1 }

  /// Reads a value, which begins at the next byte.
  mutating func readValue(into text: inout [UInt8]) throws(ManifestFault) {
    switch block[position] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""):
      try readNested(into: &text)
    default:
      while true {
        if position == block.count, try !readBlock() { return }
        let byte = block[position]
        if byte.isBlank || ",:]}".utf8.contains(byte) { return }
        text.append(byte)
        position += 1
      }
    }
  }

  /// Reads a string, or an object or array up to its end.
  // Only the nesting is looked at, and whether a brace is in a string. What is between is parsed by
  // `JSONValue`, if at all: a copied entry is not.
  mutating func readNested(into text: inout [UInt8]) throws(ManifestFault) {
    var depth = 0
    var isInString = false
    var isEscaped = false
    var isDone = false
    while !isDone {
      if position == block.count, try !readBlock() { throw .broken }
      let begin = position
      while position < block.count, !isDone {
        let byte = block[position]
        position += 1
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\"") {
          isInString.toggle()
          isDone = depth == 0 && !isInString
        } else if isInString {
          isEscaped = byte == UInt8(ascii: "\\")
        } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
          depth += 1
        } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
          depth -= 1
          isDone = depth == 0
        }
      }
      text += block[begin..<position]
      if text.count > Self.maximumBlockBytes { throw .broken }
    }
  }

  /// Reads the next block, and digests its part before the trailer; returns whether there is one.
  private mutating func readBlock() throws(ManifestFault) -> Bool {
    if isStopped() { throw .stopped }
    start += block.count
    position = 0
    do throws(SystemFailure) {
      block = try file.read(Self.blockBytes, from: start, path)
    } catch {
      throw .unreadable(error)
    }
    // The digest is of the bytes before the trailer, and a block may contain its beginning.
    let beforeTrailer = trailer.start - start
    if beforeTrailer < block.count {
      digesting.add(Array(block.prefix(max(0, beforeTrailer))))
    } else {
      digesting.add(block)
    }
    if beforeTrailer <= block.count {
      digest = digesting.digest
    }
    return !block.isEmpty
  }
}

extension UInt8 {
  /// Whether JSON allows the byte between two values: space, line feed, carriage return and tab.
  var isBlank: Bool { self == 32 || self == 10 || self == 13 || self == 9 }
}
