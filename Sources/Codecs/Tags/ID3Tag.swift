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
