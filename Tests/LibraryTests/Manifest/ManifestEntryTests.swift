import Codecs
import Decoding
import Outputs
import Testing
import Thumbnails
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `An entry of the manifest` {
  private static let file = WrittenFile(bytes: 3762, digest: ContentDigest(high: 1, low: 2))

  private static func path(_ bytes: [UInt8]) throws -> RelativePath {
    try #require(RelativePath(RawPath(bytes: bytes)))
  }

  private static func picture(_ path: [UInt8] = Array("a.wav.png".utf8)) throws -> PictureFile {
    PictureFile(
      PictureFacts(
        format: .png,
        style: "mirroredBars",
        scale: 2,
        width: 1196,
        height: 240,
        gamma: 3.65
      ),
      at: try Self.path(path),
      file: file
    )
  }

  private static var made: ManifestEntry.Facts {
    var made = ManifestEntry.Facts()
    // What JSON, a line of NDJSON and JavaScript escape, and a tag that is empty.
    made.tags = AudioTags(
      title: "One\n\u{2028}\"",
      artist: "\\",
      album: "",
      track: "1/2",
      date: "1999"
    )
    made.format = "WAV"
    made.durationMs = 61_000
    made.sampleRate = 44_100
    made.channels = 2
    made.peak = 0.98123
    made.rms = 0.12034
    made.alt = "Waveform of One, 1:01"
    made.levels = (0..<160).map { UInt8($0) }
    return made
  }

  private static func entry(
    _ change: (inout ManifestEntry.Facts) throws -> Void = { _ in }
  ) throws -> ManifestEntry {
    var made = made
    try change(&made)
    return ManifestEntry(
      path: "a.wav",
      bytes: 5,
      digest: file.digest,
      content: .decoded(made),
      pictures: [try picture()]
    )
  }

  private static func cover(_ json: String) throws -> CoverEntry? {
    CoverEntry(try JSONValue(Array(json.utf8)))
  }

  /// Returns entries that together have every member that an entry may have.
  private static func examples() throws -> [ManifestEntry] {
    var animated = try picture()
    animated.facts.animation = AnimationTiming(seconds: 2.525, framesPerSecond: 20)
    animated.facts.showsCover = true
    // A name that is no UTF-8, and cannot be written as text.
    var vector = try picture([0xFF, 0x2E, 0x73])
    vector.facts.format = .svg
    var stale = try entry()
    stale.isStale = true
    var odd = try entry { $0.isSilent = true }
    odd.path = RawPath(bytes: Array("a/b".utf8) + [0xC3])
    odd.pictures = [animated, vector]
    let art =
      #"{"source": "folder", "path": "cover.png", "type": "image/png", "width": 3,"#
      + #""height": 4, "bytes": 9, "digest": "00000000000000000000000000000007", "#
      + #""error": {"code": "needs-ffmpeg", "message": ""}, "key": "f"}"#
    let folderArt = try #require(try cover(art))
    let stretch = StretchEntry(try JSONValue(Array(#"{"startMs": 1, "endMs": 2}"#.utf8)))
    let noArt = try #require(try cover(#"{"error": {"code": "no-art"}, "key": "0"}"#))
    let marked = try entry { made in
      made.range = stretch
      made.markers = [MarkerEntry(AudioCue(start: 1, end: 2, name: "x\u{7F}"))]
      made.markersDigest = .max
    }
    let withData = try entry { made in
      made.dataFiles = [
        DataFile(.json, at: try path(Array("a.wav.json".utf8)), file: file),
        DataFile(lacking: .dat),
        DataFile(.peaks, at: try path(Array("a.peaks.json".utf8)), file: file, key: "512"),
      ]
    }
    return [
      try entry(),
      stale,
      odd,
      try entry { $0.damage = Damage(truncated: true, missingMs: 760_000) },
      try entry { $0.damage.gaps = Damage.Gaps(count: 2, lostMs: 400, firstAt: 665.125) },
      marked,
      try entry { $0.cover = folderArt },
      try entry { $0.cover = noArt },
      withData,
    ] + failures(with: try picture())
  }

  /// Entries of recordings that were not drawn, one of them with a placeholder.
  private static func failures(with placeholder: PictureFile) -> [ManifestEntry] {
    let timeout = ManifestProblem(.decoding(.timeout(processorSeconds: 0.1)))
    let unsupported = ManifestProblem(.decoding(.audio(.unsupported(what: "AAC"))))
    return [
      ManifestEntry(path: "p.wav", content: .pending),
      ManifestEntry(path: "f.wav", content: .failed(timeout), pictures: [placeholder]),
      ManifestEntry(path: "u.m4a", bytes: 3, content: .failed(unsupported)),
    ]
  }

  @Test(arguments: ["", "../waves"] as [RawPath])
  func `a manifest entry survives a write and a read unchanged`(pathToOutput: RawPath) throws {
    for entry in try Self.examples() {
      let text = entry.text(pathToOutput: pathToOutput)
      let read = try #require(
        ManifestEntry(text, pathToOutput: pathToOutput),
        "\(String(decoding: text, as: UTF8.self))"
      )
      #expect(read == entry)
      // With the same bytes, or an unchanged scan would write its manifest again.
      #expect(read.text(pathToOutput: pathToOutput) == text)
      // What lies between two line breaks of a manifest is one entry.
      #expect(!text.contains(UInt8(ascii: "\n")))
    }
  }

  @Test func `a manifest entry with a file outside the output is rejected`() throws {
    // A scan deletes and replaces what its manifest names, and anyone may have written that.
    let text = try Self.entry().text(pathToOutput: "../waves")
    #expect(ManifestEntry(text, pathToOutput: "../other") == nil)
    #expect(ManifestEntry(text, pathToOutput: "../waves") != nil)

    // Once as the path of a picture, and once as that of the recording.
    let whole = String(decoding: text, as: UTF8.self)
    func entry(withPicture path: String) -> ManifestEntry? {
      ManifestEntry(Array(whole.replacing("../waves/a.wav.png", with: path).utf8))
    }
    func entry(withRecording path: String) -> ManifestEntry? {
      let edited = whole.replacing("a.wav\"", with: "\(path)\"")
      return ManifestEntry(Array(edited.utf8), pathToOutput: "../waves")
    }
    for path in ["/etc/a.png", "../a.png", "a/../b.png", "a//b.png", "a\0.png"] {
      #expect(entry(withPicture: path) == nil)
      #expect(entry(withRecording: path) == nil)
    }
    // These differ from them in the path only.
    #expect(entry(withPicture: "a/b.png") != nil)
    #expect(entry(withRecording: "a/b.png") != nil)
  }

  @Test func `a manifest entry of another program is written differently`() throws {
    let text = String(decoding: try Self.entry().text(), as: UTF8.self)
    // A member that we do not know, another form of a number, and another layout: read, but not
    // taken for our own text.
    let edits: [(part: String, replacement: String)] = [
      ("\"silent\":false", "\"silent\":false,\"mine\":1"),
      ("61000", "61000.0"),
      ("\"bytes\":5,", "\"bytes\": 5,"),
    ]
    for (part, replacement) in edits {
      let edited = Array(text.replacing(part, with: replacement).utf8)
      // Each makes the text longer: otherwise the part is not in it.
      #expect(edited.count > text.utf8.count)
      let entry = try #require(ManifestEntry(edited))
      #expect(entry.text() != edited)
    }
  }
}
