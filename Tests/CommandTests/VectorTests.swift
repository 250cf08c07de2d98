import Testing

@Suite struct `Vector pictures` {
  private let folder: TemporaryRecording

  init() throws {
    folder = try TemporaryRecording()
  }

  /// Runs a script that succeeds, and returns what it prints.
  private func output(of script: String) throws -> String {
    let run = try folder.shell(script)
    #expect(run.status == 0, "\(run.errorOutput)")
    return run.text
  }

  @Test func `the extension .svg selects SVG`() throws {
    let text = try output(
      of: "$W render tone.wav -o a.svg --color currentColor --playhead 0.5 --scale 3 && cat a.svg"
    )
    #expect(text.hasPrefix("<svg xmlns="))
    #expect(text.hasSuffix("</svg>\n"))
    #expect(text.contains("width=\"598\" height=\"120\""))
    #expect(text.contains("currentColor"))
    #expect(text.contains("<title>Waveform of tone, 0:01.0 of 0:02.0</title>"))
  }

  @Test func `a scan makes exactly the requested formats, and finds them unchanged`() throws {
    let scan = "$W scan lib --output out --cache cache --format svg --scale 1 --scale 2"
    // A recording of this second would be read again.
    _ = try output(
      of: "mkdir lib && cp tone.wav lib && touch -d '1 hour ago' lib/tone.wav && \(scan)"
    )
    #expect(try output(of: "ls out") == "manifest.json\ntone.wav.mirroredBars.svg\n")
    // Two scales have one drawing.
    #expect(try output(of: "grep -c '\"format\":\"svg\"' out/manifest.json") == "1\n")
    let before = try output(of: "cat out/*")
    #expect(try output(of: "\(scan) --check && \(scan) && cat out/*") == before)
    // A default scan makes PNGs only; --prune=unlisted then removes the SVG, which is ours.
    let plain = "$W scan lib --output out --cache cache --style mirroredBars"
    _ = try output(of: "\(plain) --prune=unlisted --force")
    #expect(try output(of: "ls out") == "manifest.json\ntone.wav.mirroredBars.png\n")
  }

  @Test func `another program's SVG is never replaced`() throws {
    let scan = "$W scan lib --output out --cache cache --format svg"
    let run = try folder.shell(
      """
      mkdir lib out
      cp tone.wav lib
      echo '<svg/>' > out/tone.wav.mirroredBars.svg
      \(scan)
      """
    )
    #expect(run.status != 0)
    #expect(try output(of: "cat out/tone.wav.mirroredBars.svg") == "<svg/>\n")
  }

  // A style of pixels, movement, and a color that only SVG has.
  @Test(arguments: [
    "--style spectrum",
    "--animate 1",
    "--color currentColor --format png",
  ])
  func `styles that SVG cannot show are rejected at once`(options: String) throws {
    let run = try folder.shell("mkdir lib && $W scan lib --output out --format svg \(options)")
    #expect(run.status == 2, "\(run.errorOutput)")
    #expect(try folder.names() == ["lib", "tone.wav"])
  }
}
