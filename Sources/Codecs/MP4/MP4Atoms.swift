import WavethumbBytes

/// The atoms of an MP4 file, nested: a length, four letters, and contents.
struct MP4Atoms {
  // A file has a few dozen at each depth; one with more is probably hostile.
  private static let maximumAtoms = 4096

  private let source: ByteSource
  private let range: Range<Int>

  func all(_ name: String) -> [MP4Atoms] {
    var found = [MP4Atoms]()
    var next = range.lowerBound
    var count = 0
    while next + 8 <= range.upperBound, count < Self.maximumAtoms {
      count += 1
      let header = source.bytes(at: next, count: 16)
      guard header.count >= 8 else { break }
      var length = Int(header.bigEndian32(at: 0))
      var headerLength = 8
      // 0 means up to the end.
      if length == 0 {
        length = range.upperBound - next
      }
      if length == 1, header.count == 16 {
        let high = Int(header.bigEndian32(at: 8))
        // No file has 2^52 bytes, and sums of offsets stay within 64 bits.
        guard high < 1 << 20 else { break }
        length = high << 32 | Int(header.bigEndian32(at: 12))
        headerLength = 16
      }
      guard length >= headerLength else { break }
      let end = min(next + length, range.upperBound)
      if header[4..<8].elementsEqual(name.utf8) {
        let begin = next + headerLength
        found.append(MP4Atoms(source: source, range: begin..<max(end, begin)))
      }
      next += length
    }
    return found
  }

  /// Returns the first atom along a path of names.
  func first(_ names: String...) -> MP4Atoms? {
    var reached: MP4Atoms? = self
    for name in names {
      reached = reached?.all(name).first
    }
    return reached
  }

  /// Returns the contents after the first bytes.
  func dropping(_ count: Int) -> MP4Atoms {
    let begin = min(range.lowerBound + count, range.upperBound)
    return MP4Atoms(source: source, range: begin..<range.upperBound)
  }

  func bytes(atMost maximumBytes: Int) -> [UInt8] {
    source.bytes(at: range.lowerBound, count: min(range.count, maximumBytes))
  }
}

extension MP4Atoms {
  /// Reads the top level of a file; nil if it does not begin as an MP4.
  init?(_ source: ByteSource, at start: Int) {
    guard source.bytes(at: start + 4, count: 4).elementsEqual("ftyp".utf8) else { return nil }
    self.init(source: source, range: start..<source.size)
  }
}
