import WavethumbBytes

/// An ID3v2 tag: text, chapters, and its end. Pictures are read only on request.
struct ID3Tag {
  static let headerLength = 10

  private(set) var tags = AudioTags()
  private(set) var chapters: [AudioCue] = []
  let end: Int
  let version: Int
  let body: Range<Int>
  let isUnsynchronised: Bool
  let hasExtendedHeader: Bool

  init?(_ source: ByteSource, at offset: Int) {
    let header = source.bytes(at: offset, count: Self.headerLength)
    let isTag = header.count == Self.headerLength && header.starts(with: "ID3".utf8)
    // The size is in seven bits a byte, so that it cannot look like the sync word of a frame.
    guard isTag, let size = header.syncSafe32(at: 6) else { return nil }
    version = Int(header[3])
    guard (2...4).contains(version) else { return nil }
    let start = offset + Self.headerLength
    body = start..<start + size

    let flags = header[5]
    let hasFooter = version == 4 && flags & 0x10 != 0
    let footerLength = hasFooter ? Self.headerLength : 0
    end = body.upperBound + footerLength
    // In version 4 each frame has a flag of its own for this.
    isUnsynchronised = version < 4 && flags & 0x80 != 0
    // The same bit says in version 2 that the tag is compressed, by a method that was never defined.
    hasExtendedHeader = version > 2 && flags & 0x40 != 0

    ID3Frames(source, of: self).forEach { id, body in
      add(frame: id, body: body)
    }
    // Frames may have any order. Of two that start together, the shorter comes first.
    chapters.sort { first, second in
      (first.start, first.end ?? 0) < (second.start, second.end ?? 0)
    }
  }

  private mutating func add(frame id: String, body: [UInt8]) {
    if id == "CHAP", chapters.count < AudioCue.maximumCount {
      if let cue = Self.chapter(body, version: version) {
        chapters.append(cue)
      }
      return
    }
    for row in AudioTags.rows where row.id3.contains(id) {
      // The first of equal frames counts.
      guard tags[keyPath: row.path] == nil else { continue }
      tags[keyPath: row.path] = row.value(ID3Text.decoded(body))
    }
  }

  /// Parses a CHAP frame: an identifier, four numbers, then nested frames.
  private static func chapter(_ body: [UInt8], version: Int) -> AudioCue? {
    guard let nameEnd = body.firstIndex(of: 0), body.count >= nameEnd + 17 else { return nil }
    // Times in milliseconds; two offsets in bytes follow, which are not needed beside them.
    let start = Double(body.bigEndian32(at: nameEnd + 1)) / 1000
    let givenEnd = Double(body.bigEndian32(at: nameEnd + 5)) / 1000
    var name: String?
    let inner = ByteSource(bytes: Array(body[(nameEnd + 17)...]))
    ID3Frames(inner, in: 0..<inner.size, version: version).forEach { id, text in
      if id == "TIT2" {
        name = name ?? ID3Text.decoded(text)
      }
    }
    // Many programs write 0 where they know no end.
    let hasEnd = givenEnd > start
    let end = hasEnd ? givenEnd : nil
    return AudioCue(start: start, end: end, name: name ?? "")
  }
}

/// Texts of ID3 frames in their four encodings.
enum ID3Text {
  /// Decodes a text frame's body: one byte for the encoding, then the text.
  static func decoded(_ body: [UInt8]) -> String? {
    guard let encoding = body.first else { return nil }
    let bytes = body.dropFirst().prefix(2 * TagText.maximumBytes)
    switch encoding {
    case 0: return eightBit(bytes)
    case 1:
      let isBig = bytes.starts(with: [0xFE, 0xFF])
      let hasMark = isBig || bytes.starts(with: [0xFF, 0xFE])
      let text = hasMark ? bytes.dropFirst(2) : bytes
      return sixteenBit(text, bigEndian: isBig)
    case 2: return sixteenBit(bytes, bigEndian: true)
    default: return TagText.sanitized(bytes)
    }
  }

  /// Decodes Latin-1, the standard, or UTF-8 if the bytes are valid UTF-8.
  static func eightBit(_ bytes: ArraySlice<UInt8>) -> String? {
    let untilZero = bytes.prefix { $0 != 0 }
    let codes = untilZero.prefix(TagText.maximumBytes)
    // Many programs write UTF-8 here, and hardly any text in Latin-1 is valid UTF-8 by chance.
    if let text = String(validating: codes, as: UTF8.self) { return TagText.cleaned(text) }
    // The codes of Latin-1 are those of the first 256 scalars.
    let scalars = String.UnicodeScalarView(codes.map { Unicode.Scalar($0) })
    return TagText.cleaned(String(scalars))
  }

  private static func sixteenBit(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String? {
    // An odd last byte is left out.
    let starts = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2)
    let units = starts.map { index in
      let first = UInt16(bytes[index])
      let second = UInt16(bytes[index + 1])
      return if bigEndian {
        first << 8 | second
      } else {
        second << 8 | first
      }
    }
    let text = units.prefix { $0 != 0 }
    return TagText.cleaned(String(decoding: text, as: UTF16.self))
  }
}

/// The ID3v1 tag in a recording's last 128 bytes.
enum ID3v1 {
  private static let length = 128
  // Fields of fixed lengths, after the letters "TAG" and before the comment.
  private static let title = 3..<33
  private static let artist = 33..<63
  private static let album = 63..<93
  private static let year = 93..<97
  private static let trackMark = 125
  private static let track = 126

  static func tags(_ source: ByteSource) -> AudioTags? {
    let bytes = source.bytes(at: source.size - length, count: length)
    guard bytes.count == length, bytes.starts(with: "TAG".utf8) else { return nil }
    // Version 1.1 took the last two bytes of the comment for the track: a zero, and the number.
    let hasTrack = bytes[trackMark] == 0 && bytes[track] != 0
    return AudioTags(
      title: ID3Text.eightBit(bytes[title]),
      artist: ID3Text.eightBit(bytes[artist]),
      album: ID3Text.eightBit(bytes[album]),
      track: hasTrack ? String(bytes[track]) : nil,
      date: ID3Text.eightBit(bytes[year])
    )
  }
}
