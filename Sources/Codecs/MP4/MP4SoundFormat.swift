/// The formats of the tracks of an MP4 file.
enum MP4SoundFormat {
  // A list of formats begins with a version and a count, and a format with its length and name.
  private static let head = 16
  private static let maximumTracks = 64

  /// Returns whether a track has Apple's lossless format, which few browsers play.
  static func isALAC(in source: ByteSource) -> Bool {
    heads(in: source).contains { $0.dropFirst(12).elementsEqual("alac".utf8) }
  }

  /// Returns the beginning of each track's list of formats; none if there are too many tracks.
  private static func heads(in source: ByteSource) -> [[UInt8]] {
    let tracks = MP4Atoms(source, at: 0)?.first("moov")?.all("trak") ?? []
    guard tracks.count <= maximumTracks else { return [] }
    return tracks.map { $0.first("mdia", "minf", "stbl", "stsd")?.bytes(atMost: head) ?? [] }
  }
}
