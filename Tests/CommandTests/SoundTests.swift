import Bytes
import Glibc
import TestSupport
import Testing

/// `--analyze`, `--expect` and `list`.
@Suite struct `What a library sounds like` {
  /// A stereo WAV of a 1 kHz sine with a level for each channel.
  private static func tone(_ left: Double, _ right: Double, seconds: Double = 4) -> [UInt8] {
    let samples = (0..<Int(8000 * seconds)).flatMap { frame in
      [left, right].map { Int16(32_767 * $0 * sin(2 * .pi * Double(frame) / 8)) }
    }
    return WaveFile(channels: 2, samples: samples).bytes
  }

  /// One recording of -16 LUFS, and one that is louder and lacks its right channel.
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.write(Self.tone(0.1585, 0.1585), to: "Show/good.wav")
    try library.write(Self.tone(0.7, 0), to: "Show/=left.wav")
    try library.write(Array("no sound".utf8), to: "bad.mp3")
    return library
  }

  private func entry(_ name: String, in manifest: JSONValue) -> JSONValue? {
    manifest["files"]?.array?.first { $0["path"]?.string == name }
  }

  private func list(_ library: TemporaryLibrary, _ options: String) throws -> CommandRun {
    try CommandRun("list \(library.output) \(options)")
  }

  @Test func `the manifest has loudness and findings, with the same bytes for any number of jobs`()
    throws
  {
    let library = try library()
    let run = try library.scan("--analyze --jobs 1")
    #expect(run.status == 3)
    let line = "1 recording has a silent channel, Show/=left.wav: channel 2"
    #expect(run.words.contains(line), "\(run.words)")
    let manifest = try library.manifest()
    let good = entry("Show/good.wav", in: manifest)
    #expect(abs((good?["sound"]?["loudness"]?.double ?? 0) + 16) < 0.2)
    #expect(good?["findings"]?.array == [])
    let bad = entry("Show/=left.wav", in: manifest)
    #expect(bad?["findings"]?.array == [.string("silentChannel")])
    #expect(bad?["sound"]?["silentChannels"]?.array == [.integer(2)])
    let text = try library.contents("library/.wavethumb/manifest.json")
    Shell.output("rm -r '\(library.output)' '\(library.cache)'")
    #expect(try library.scan("--analyze --jobs 2").status == 3)
    #expect(try library.contents("library/.wavethumb/manifest.json") == text)
  }

  @Test func `an analysis is kept by scans that do not ask for it`() throws {
    let library = try library()
    #expect(try library.scan().status == 3)
    #expect(entry("Show/good.wav", in: try library.manifest())?["sound"] == nil)
    let run = try library.scan("--analyze --json")
    #expect(run.text.contains(#""source":"decoded""#))
    #expect(try library.scan().status == 3)
    let again = try library.scan("--analyze --json")
    #expect(!again.text.contains(#""source":"decoded""#))
    #expect(entry("Show/good.wav", in: try library.manifest())?["sound"] != nil)
  }

  @Test func `a recording that is not as expected ends a scan with status 5`() throws {
    let library = try library()
    Shell.output("rm '\(library.library)/bad.mp3'")
    let run = try library.scan("--expect loudness=-17..-15 --expect findings=none")
    #expect(run.status == 5)
    #expect(run.words.contains("Show/=left.wav: loudness is "), "\(run.words)")
    #expect(!run.words.contains("good.wav"))
    #expect(try library.scan("--expect loudness=-17..-5").status == 0)
    let unknown = try library.scan("--expect loud=-17..-15")
    #expect(unknown.status == 2 && unknown.words.contains("loudness"))
    #expect(try library.scan("--expect loudness=x..1").status == 2)
  }

  @Test func `list prints entries that meet conditions`() throws {
    let library = try library()
    #expect(try library.scan("--analyze").status == 3)
    let table = try list(library, "--sort -loudness").text.split(separator: "\n")
    #expect(table.count == 4, "\(table)")
    #expect(table[0].hasPrefix("path") && table[1].hasPrefix("Show/=left.wav"))
    #expect(table[1].hasSuffix("silentChannel") && table[3].hasPrefix("bad.mp3"))
    let failed = try list(library, "--where status=failed --columns path,error --tsv")
    #expect(failed.text == "path\terror\nbad.mp3\tnot-audio\n")
    let loud = try list(library, "--where loudness=-10.. --columns path --csv")
    #expect(loud.text == "path\r\nShow/=left.wav\r\n")
    let json = try list(library, "--where channels=2 --columns path,findings --json")
    let line = #"{"path":"Show/=left.wav","findings":["silentChannel"]}"#
    #expect(json.text.contains(line))
    #expect(try list(library, "--expect findings=none").status == 5)
    #expect(try list(library, "--expect loudness=-40..0").status == 0)
    #expect(try list(library, "--columns loudnes").status == 2)
  }

  @Test func `list keeps spreadsheets from computing names`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.tone(0.1, 0.1), to: "=1+2.wav")
    try library.write(Self.tone(0.1, 0.1), to: "a,\"b\".wav")
    #expect(try library.scan("--manifest-format ndjson").status == 0)
    let csv = try list(library, "--columns path --csv").text
    #expect(csv == "path\r\n\"'=1+2.wav\"\r\n\"a,\"\"b\"\".wav\"\r\n")
  }

  @Test func `render writes what a recording sounds like into JSON`() throws {
    let library = try library()
    let run = try CommandRun(
      "render \(library.library)/Show/good.wav -o - --format json --analyze --no-cache")
    let json = try JSONValue(Array(run.text.utf8))
    #expect(abs((json["sound"]?["loudness"]?.double ?? 0) + 16) < 0.2)
    #expect(json["findings"]?.array == [])
  }
}
