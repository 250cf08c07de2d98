import Testing

@testable import Outputs

@Suite struct `Names of album art` {
  /// Returns the name of the outputs of a recording, which no player takes for album art.
  private static func avoidingArtNames(_ path: String) -> String {
    let bytes = AlbumArtName.avoidingArtNames(Array(path.utf8))
    return String(decoding: bytes, as: UTF8.self)
  }

  // Media servers look for whole names, whatever their case, and for names that begin with a disc.
  @Test(arguments: [
    (recording: "cover.wav", outputs: "cover-wave.wav"),
    (recording: "A/B/FOLDER.mp3", outputs: "A/B/FOLDER-wave.mp3"),
    (recording: "Front.a.flac", outputs: "Front-wave.a.flac"),
    (recording: "artist.ogg", outputs: "artist-wave.ogg"),
    (recording: "disc.wav", outputs: "wave-disc.wav"),
    (recording: "A/Disc 1 - Song.mp3", outputs: "A/wave-Disc 1 - Song.mp3"),
    (recording: "CD2/cd.flac", outputs: "CD2/wave-cd.flac"),
  ])
  func `names of album art are avoided`(recording: String, outputs: String) {
    #expect(Self.avoidingArtNames(recording) == outputs)
  }

  @Test(arguments: [
    "covers.wav", "cover", "recover.wav", "cover.d/a.wav", "my cover.wav", "wave-a.wav",
    "disc/a.wav",
  ])
  func `other names are unchanged`(name: String) {
    #expect(Self.avoidingArtNames(name) == name)
  }

  @Test func `avoiding names of album art keeps outputs distinct`() {
    let names = [
      "cover.wav", "cover-wave.wav", "cover-wave-wave.wav", "cover-waves.wav", "disc.wav",
      "wave-disc.wav", "wave-wave-disc.wav", "wave-wave-a.wav", "CD1.wav", "wave-CD1.wav",
    ]
    let spared = Set(names.map(Self.avoidingArtNames))
    #expect(spared.count == names.count)
    for name in names {
      let recording = Array(name.utf8)
      let spared = AlbumArtName.avoidingArtNames(recording)
      #expect(AlbumArtName.recording(spared) == recording)
      let output = spared + Array(".circular.png".utf8)
      #expect(OutputList.recordingName(of: output) == recording)
      // Media servers take these beginnings for art, whatever follows.
      let text = String(decoding: output, as: UTF8.self).lowercased()
      for beginning in ["cover.", "folder.", "front.", "artist.", "disc", "cd"] {
        #expect(!text.hasPrefix(beginning), "\(text)")
      }
    }
  }
}
