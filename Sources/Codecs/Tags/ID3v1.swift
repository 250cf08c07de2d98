/// The ID3v1 tag in a recording's last 128 bytes.
enum ID3v1 {
  static func tags(_ source: ByteSource) -> AudioTags? {
    let bytes = source.bytes(at: source.size - 128, count: 128)
    guard bytes.count == 128, bytes.starts(with: "TAG".utf8) else { return nil }
    // Version 1.1 took the last two bytes of the comment for the track.
    let hasTrack = bytes[125] == 0 && bytes[126] != 0
    let track = hasTrack ? String(bytes[126]) : nil
    return AudioTags(
      title: ID3Text.eightBit(bytes[3..<33]),
      artist: ID3Text.eightBit(bytes[33..<63]),
      album: ID3Text.eightBit(bytes[63..<93]),
      track: track,
      date: ID3Text.eightBit(bytes[93..<97])
    )
  }
}
