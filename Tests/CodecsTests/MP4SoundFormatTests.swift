import Testing
import WavethumbBytes

@testable import Codecs

@Suite struct `The audio format of an MP4` {
  // No track, one, several, and a name that only ends like the lossless one.
  @Test(arguments: [[], ["mp4a"], ["alac"], ["mp4a", "alac"], ["xalac"]])
  func `MP4 sound is lossless if a track has Apple's lossless format`(formats: [String]) {
    let tracks = formats.map(Self.track)
    let file = Self.file(tracks)
    let isLossless = formats.contains("alac")
    #expect(MP4SoundFormat.isALAC(in: ByteSource(bytes: file)) == isLossless)
  }

  @Test func `an MP4 that is cut anywhere has a sound format, or none`() {
    let file = Self.file([Self.track(format: "mp4a"), Self.track(format: "alac")])
    for end in file.indices {
      _ = MP4SoundFormat.isALAC(in: ByteSource(bytes: Array(file[..<end])))
    }
  }

  @Test func `MP4 sound is not lossless without a format`() {
    let withoutTracks = Self.file([])
    let withoutFormat = Self.file([MP4Bytes.atom("trak")])
    let wave = Array("RIFF0000WAVE".utf8)
    for file in [[], withoutTracks, withoutFormat, wave] {
      #expect(!MP4SoundFormat.isALAC(in: ByteSource(bytes: file)))
    }
  }

  /// Returns a track with a list of one format.
  private static func track(format: String) -> [UInt8] {
    let formats = MP4Bytes.atom(
      "stsd",
      MP4Bytes.versionAndFlags,
      bigEndian(1),
      bigEndian(36),  // the size of the format
      Array(format.utf8)
    )
    let samples = MP4Bytes.atom("stbl", formats)
    let media = MP4Bytes.atom("mdia", MP4Bytes.atom("minf", samples))
    return MP4Bytes.atom("trak", media)
  }

  private static func file(_ tracks: [[UInt8]]) -> [UInt8] {
    let movie = Array(tracks.joined())
    return MP4Bytes.atom("ftyp") + MP4Bytes.atom("moov", movie)
  }
}
