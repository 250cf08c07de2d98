import Bytes

extension AudioTags {
  /// Reads the words in the LIST INFO chunks of a WAV's first bytes, which may end anywhere.
  public init(waveHead head: some Collection<UInt8>) {
    let bytes = Array(head)
    var place = 12
    // Every round goes on by eight bytes at least.
    while place + 8 <= bytes.count {
      let size = Int(bytes.littleEndian32(at: place + 4))
      let body = place + 8
      if bytes[place...].starts(with: "LIST".utf8), bytes[body...].starts(with: "INFO".utf8) {
        takeInfo(bytes[..<min(bytes.count, body + size)], from: body + 4)
      }
      place = body + size + size & 1
    }
  }

  private mutating func takeInfo(_ bytes: ArraySlice<UInt8>, from start: Int) {
    var place = start
    while place + 8 <= bytes.endIndex {
      let size = Int(Array(bytes[place + 4..<place + 8]).littleEndian32(at: 0))
      let body = place + 8
      let words = TagText.mended(bytes[body..<min(bytes.endIndex, body + size)])
      switch String(decoding: bytes[place..<place + 4], as: UTF8.self) {
      case "INAM": title = title ?? words
      case "IART": artist = artist ?? words
      case "IPRD": album = album ?? words
      case "IPRT", "ITRK": track = track ?? words
      default: break
      }
      place = body + size + size & 1
    }
  }
}
