import Bytes

/// Whether the sound of an MP4 file is of one format from its beginning to its end.
package enum MP4SoundFormat {
  // A list of formats begins with a version, and with how many there are.
  private static let head = 8
  private static let mostTracks = 64

  /// True where each track describes one format; false where the file is of another kind.
  package static func isConstant(in source: ByteSource) -> Bool {
    let tracks = MP4Atoms(source, at: 0)?.first("moov")?.all("trak") ?? []
    guard (1...mostTracks).contains(tracks.count) else { return false }
    return tracks.allSatisfy { track in
      let formats = track.first("mdia", "minf", "stbl", "stsd")?.bytes(atMost: head) ?? []
      return formats.count == head && formats.bigEndian32(at: 4) == 1
    }
  }
}
