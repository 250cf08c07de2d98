import WavethumbBytes

/// The atoms of an MP4 file, nested: a length, four letters, and contents.
struct MP4Atoms {
  // A file has a few dozen at each depth; one with more is probably hostile.
  private static let maximumAtoms = 4096

  private let source: ByteSource
  private let range: Range<Int>

  /// Returns all atoms with a name, in the order of the file.
  func all(_ name: String) -> [MP4Atoms] {
    var found = [MP4Atoms]()
    var next = range.lowerBound
    for _ in 0..<Self.maximumAtoms {
      // What is damaged ends the list: behind it, nothing shows where the next atom begins.
      guard let header = header(at: next) else { break }
      if header.name.elementsEqual(name.utf8) {
        let begin = next + header.length
        let end = min(next + header.atomLength, range.upperBound)
        found.append(MP4Atoms(source: source, range: begin..<max(end, begin)))
      }
      next += header.atomLength
    }
    return found
  }

  private struct Header {
    let name: ArraySlice<UInt8>
    /// The number of bytes before the contents.
    let length: Int
    /// The number of bytes with the contents.
    let atomLength: Int
  }

  private func header(at offset: Int) -> Header? {
    guard offset + 8 <= range.upperBound else { return nil }
    let bytes = source.bytes(at: offset, count: 16)
    guard bytes.count >= 8 else { return nil }
    var length = 8
    var atomLength = Int(bytes.bigEndian32(at: 0))
    // 0 means up to the end, and 1 that the length follows in eight bytes.
    if atomLength == 0 {
      atomLength = range.upperBound - offset
    }
    if atomLength == 1, bytes.count == 16 {
      let high = Int(bytes.bigEndian32(at: 8))
      // No file has 2^52 bytes, and sums of offsets stay within 64 bits.
      guard high < 1 << 20 else { return nil }
      atomLength = high << 32 | Int(bytes.bigEndian32(at: 12))
      length = 16
    }
    // The length includes the header.
    guard atomLength >= length else { return nil }
    return Header(name: bytes[4..<8], length: length, atomLength: atomLength)
  }

  /// Returns the first atom along a path of names.
  func first(_ names: String...) -> MP4Atoms? {
    var reached: MP4Atoms? = self
    for name in names {
      reached = reached?.all(name).first
    }
    return reached
  }

  /// Returns the contents after the first bytes, which some atoms have before their nested ones.
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

/// The formats of the tracks of an MP4 file.
enum MP4SoundFormat {
  // A list of formats begins with a version and a count, four bytes each, and a format with its length
  // and its name.
  private static let headLength = 16
  private static let nameOffset = 12
  // More than any film has: each track is searched for four nested atoms. Untuned.
  private static let maximumTracks = 64

  /// Returns whether a track has Apple's lossless format, which few browsers play.
  static func isALAC(in source: ByteSource) -> Bool {
    let tracks = MP4Atoms(source, at: 0)?.first("moov")?.all("trak") ?? []
    guard tracks.count <= maximumTracks else { return false }
    return tracks.contains { track in
      let formats = track.first("mdia", "minf", "stbl", "stsd")
      let head = formats?.bytes(atMost: headLength) ?? []
      return head.dropFirst(nameOffset).elementsEqual("alac".utf8)
    }
  }
}
