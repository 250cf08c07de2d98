/// The formats of the tracks of an MP4 file.
enum MP4SoundFormat {
  // A list of formats begins with a version and a count, four bytes each, and a format with its length
  // and its name.
  private static let headLength = 16
  private static let nameOffset = 12
  // More than any film has: each track is searched for four nested atoms. A guess.
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
