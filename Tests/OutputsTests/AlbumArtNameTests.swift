import Testing

@testable import Outputs

@Suite struct `Names of album art` {
  private static func spared(_ path: String) -> String {
    String(decoding: AlbumArtName.spared(Array(path.utf8)), as: UTF8.self)
  }

  @Test func `names of album art are avoided, others unchanged`() {
    #expect(Self.spared("cover.wav") == "cover-wave.wav")
    #expect(Self.spared("A/B/FOLDER.mp3") == "A/B/FOLDER-wave.mp3")
    #expect(Self.spared("Front.a.flac") == "Front-wave.a.flac")
    #expect(Self.spared("artist.ogg") == "artist-wave.ogg")
    #expect(Self.spared("disc.wav") == "wave-disc.wav")
    #expect(Self.spared("A/Disc 1 - Song.mp3") == "A/wave-Disc 1 - Song.mp3")
    #expect(Self.spared("CD2/cd.flac") == "CD2/wave-cd.flac")

    for other in [
      "covers.wav", "cover", "recover.wav", "cover.d/a.wav", "my cover.wav", "wave-a.wav",
      "disc/a.wav",
    ] {
      #expect(Self.spared(other) == other)
    }
  }

  @Test func `avoiding names of album art keeps outputs distinct`() {
    let names = [
      "cover.wav", "cover-wave.wav", "cover-wave-wave.wav", "cover-waves.wav", "disc.wav",
      "wave-disc.wav", "wave-wave-disc.wav", "wave-wave-a.wav", "CD1.wav", "wave-CD1.wav",
    ]
    #expect(Set(names.map(Self.spared)).count == names.count)
    for name in names {
      let bytes = Array(name.utf8)
      #expect(AlbumArtName.recording(AlbumArtName.spared(bytes)) == bytes)
      let output = AlbumArtName.spared(bytes) + Array(".circular.png".utf8)
      #expect(OutputList.recordingName(of: output) == bytes)
      #expect(!AlbumArtName.isAlbumArt(output))
    }
  }
}
