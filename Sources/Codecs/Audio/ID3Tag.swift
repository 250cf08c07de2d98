import WavethumbBytes

/// An ID3v2 tag: text, chapters, and its end. Pictures are read only on request.
struct ID3Tag {
  private(set) var tags = AudioTags()
  private(set) var chapters: [AudioCue] = []
  let end: Int
  let version: Int
  let body: Range<Int>
  let isUnsynchronised: Bool
  let hasExtendedHeader: Bool

  init?(_ source: ByteSource, at offset: Int) {
    let header = source.bytes(at: offset, count: 10)
    guard header.count == 10, header.starts(with: "ID3".utf8), (2...4).contains(header[3]),
      let size = header.syncSafe32(at: 6)
    else { return nil }
    version = Int(header[3])
    body = offset + 10..<offset + 10 + size
    let hasFooter = version == 4 && header[5] & 0x10 != 0
    let footerLength = hasFooter ? 10 : 0
    end = body.upperBound + footerLength
    isUnsynchronised = version < 4 && header[5] & 0x80 != 0
    hasExtendedHeader = version > 2 && header[5] & 0x40 != 0
    ID3Frames(source, of: self).forEach { id, body in
      takeFrame(id, body: body)
    }
    chapters.sort { ($0.start, $0.end ?? 0) < ($1.start, $1.end ?? 0) }
  }

  private mutating func takeFrame(_ id: String, body: [UInt8]) {
    switch id {
    case "TIT2", "TT2": tags.title = tags.title ?? ID3Text.decoded(body)
    case "TPE1", "TP1": tags.artist = tags.artist ?? ID3Text.decoded(body)
    case "TALB", "TAL": tags.album = tags.album ?? ID3Text.decoded(body)
    case "TRCK", "TRK": tags.track = tags.track ?? ID3Text.decoded(body)
    case "TDRC", "TYER", "TYE":
      tags.year = tags.year ?? ID3Text.decoded(body).flatMap(AudioTags.year(of:))
    case "CHAP":
      if chapters.count < AudioCue.most, let cue = Self.chapter(body, version: version) {
        chapters.append(cue)
      }
    default: break
    }
  }

  /// Parses a CHAP frame: an identifier, four numbers, then nested frames.
  private static func chapter(_ body: [UInt8], version: Int) -> AudioCue? {
    guard let nameEnd = body.firstIndex(of: 0), body.count >= nameEnd + 17 else { return nil }
    let start = Double(body.bigEndian32(at: nameEnd + 1)) / 1000
    let end = Double(body.bigEndian32(at: nameEnd + 5)) / 1000
    var name: String?
    let inner = ByteSource(bytes: Array(body[(nameEnd + 17)...]))
    ID3Frames(inner, 0..<inner.size, version: version).forEach { id, text in
      if id == "TIT2" {
        name = name ?? ID3Text.decoded(text)
      }
    }
    return AudioCue(start: start, end: end > start ? end : nil, name: name ?? "")
  }
}

/// The ID3v1 tag in a recording's last 128 bytes.
enum ID3v1 {
  static func tags(_ source: ByteSource) -> AudioTags? {
    let bytes = source.bytes(at: source.size - 128, count: 128)
    guard bytes.count == 128, bytes.starts(with: "TAG".utf8) else { return nil }
    // Version 1.1 took the last two bytes of the comment for the track.
    let hasTrack = bytes[125] == 0 && bytes[126] != 0
    let track = hasTrack ? String(bytes[126]) : nil
    return AudioTags(
      title: ID3Text.eightBit(bytes[3..<33]), artist: ID3Text.eightBit(bytes[33..<63]),
      album: ID3Text.eightBit(bytes[63..<93]), track: track,
      date: ID3Text.eightBit(bytes[93..<97]))
  }
}

enum ID3Text {
  /// Decodes a text frame's body: one byte for the encoding, then the text.
  static func decoded(_ body: [UInt8]) -> String? {
    guard let encoding = body.first else { return nil }
    let bytes = body.dropFirst().prefix(2 * TagText.longest)
    switch encoding {
    case 0: return eightBit(bytes)
    case 1:
      let isBig = bytes.starts(with: [0xFE, 0xFF])
      let hasMark = isBig || bytes.starts(with: [0xFF, 0xFE])
      let text = hasMark ? bytes.dropFirst(2) : bytes
      return sixteenBit(text, bigEndian: isBig)
    case 2: return sixteenBit(bytes, bigEndian: true)
    default: return TagText.mended(bytes)
    }
  }

  /// Decodes Latin-1, the standard, or UTF-8 if the bytes are valid UTF-8.
  static func eightBit(_ bytes: ArraySlice<UInt8>) -> String? {
    let words = bytes.prefix { $0 != 0 }.prefix(TagText.longest)
    if let text = String(validating: words, as: UTF8.self) { return TagText.cleaned(text) }
    return TagText.cleaned(String(String.UnicodeScalarView(words.map { Unicode.Scalar($0) })))
  }

  private static func sixteenBit(_ bytes: ArraySlice<UInt8>, bigEndian: Bool) -> String? {
    let units = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map { place in
      let first = UInt16(bytes[place])
      let second = UInt16(bytes[place + 1])
      return bigEndian ? first << 8 | second : second << 8 | first
    }
    return TagText.cleaned(String(decoding: units.prefix { $0 != 0 }, as: UTF16.self))
  }
}
