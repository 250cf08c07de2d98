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
