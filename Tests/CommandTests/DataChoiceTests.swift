import TestSupport
import Testing
import WavethumbBytes

/// Tests the options of `wavesurfer` data, and recordings that some formats cannot represent.
@Suite struct `Data options` {
  /// Returns a recording in which every other sample is at half of full scale and the others are 0.
  private static func folder() throws -> TemporaryRecording {
    let folder = try TemporaryRecording()
    let samples = (0..<8000).map { $0 % 2 == 0 ? Int16(16_384) : 0 }
    try folder.write("a.wav", bytes: WaveFile(samples: samples).bytes)
    return folder
  }

  /// Returns the peaks of the first channel in a file of wavesurfer.
  private static func peaks(in folder: TemporaryRecording, of name: String) throws -> [Double?] {
    let channels = try folder.json(name)["peaks"]?.array
    return channels?.first?.array?.map(\.double) ?? []
  }

  /// Options, and the level that they make of a sample at 0.5 beside one at 0.
  private struct Choice {
    let options: String
    let level: Double
  }

  @Test func `players get measured peaks, or what was requested`() throws {
    let folder = try Self.folder()
    // The RMS of 0.5 and 0 is 0.5 divided by the root of 2. Only
    // pictures are normalized by default.
    let choices = [
      Choice(options: "", level: 0.5),
      Choice(options: "--measure rms", level: 0.3536),
      Choice(options: "--measure peak", level: 0.5),
      Choice(options: "--normalize auto", level: 1),
      Choice(options: "--normalize none --measure rms", level: 0.3536),
      Choice(options: "--measure rms --normalize file", level: 1),
    ]
    for choice in choices {
      let options = choice.options
      let run = try folder.shell("$W render a.wav -o a.wavesurfer.json --points 2 \(options)")
      #expect(run.status == 0, "\(run.errorOutput)")
      #expect(run.errorOutput == "")
      let peaks = try Self.peaks(in: folder, of: "a.wavesurfer.json")
      #expect(peaks == [choice.level, choice.level], "\(options)")
    }
  }

  @Test func `requested measures of players survive a repair`() throws {
    let folder = try Self.folder()
    let run = try folder.shell(
      """
      mkdir lib && mv a.wav lib && cd lib
      peaks=.wavethumb/a.wav.wavesurfer.json
      scan() { $W scan . --cache ../cache --data wavesurfer --points 2 --json -q "$@" | tail -1; }
      # The last line of the events counts what was drawn.
      scan > ../first
      scan --measure rms
      cp $peaks ../due
      scan --measure rms
      sed -i s/0.3536/0.9999/ $peaks
      $W verify .wavethumb --repair --cache ../cache -q; echo $?
      cmp ../due $peaks && echo same
      """
    )

    let lines = run.lines
    try #require(lines.count == 4, "\(run.text)\(run.errorOutput)")
    #expect(lines[0].contains(#""drawn":1"#))
    #expect(lines[1].contains(#""drawn":0"#))
    #expect(lines.suffix(2) == ["0", "same"], "\(run.errorOutput)")
    #expect(try Self.peaks(in: folder, of: "due") == [0.3536, 0.3536])
  }

  @Test func `a recording with too many channels for data gets pictures and a report`() throws {
    let folder = try TemporaryRecording()
    // One more than audiowaveform's data has.
    try folder.write("a.wav", bytes: WaveFile.tone(frames: 400, channels: 25).bytes)
    let run = try folder.shell(
      """
      mkdir lib && cp a.wav tone.wav lib && cd lib
      scan() { $W scan . --cache ../cache --data dat --data wavesurfer "$@"; echo $?; }
      scan
      scan -q
      scan -q --known-failures ok
      scan --check -q
      scan --json -q --known-failures ok | grep -c '"decoded":0,.*"lackingData":1'
      # Without manifest and cache the ledger alone knows the failure.
      rm -r .wavethumb/manifest.json ../cache
      scan -q
      cd .. && $W render a.wav -o b.dat; echo $?
      """
    )
    #expect(run.text == "3\n3\n0\n3\n1\n3\n3\n", "\(run.text)\(run.errorOutput)")

    // Only the first scan and render name it; later runs with -q know it.
    let messages = run.errorLines
    #expect(messages.count { $0.contains("more than 24 channels") } == 2, "\(run.errorOutput)")
    let isCounted = messages.contains { $0.contains("; 1 without some of their data;") }
    #expect(isCounted, "\(run.errorOutput)")

    let names = try folder.shell("ls lib/.wavethumb").lines
    let outputs = names.filter { $0.hasPrefix("a.") }
    #expect(outputs == ["a.wav.mirroredBars.png", "a.wav.wavesurfer.json"])
    #expect(try folder.names().contains("b.dat") == false)

    let manifest = try folder.json("lib/.wavethumb/manifest.json")
    let listed = manifest["files"]?.array?.first?["outputs"]?.array ?? []
    #expect(listed.map { $0["format"]?.string } == ["dat", "wavesurfer"])
    #expect(listed.first?["error"]?["code"]?.string == "out-of-limits")

    var check = SchemaCheck(try ManifestTests.schema())
    check.check(manifest)
    #expect(check.complaints.isEmpty, "\(check.complaints)")
  }
}
