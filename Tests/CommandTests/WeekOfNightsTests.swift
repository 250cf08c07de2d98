import Testing
import WavethumbBytes

/// A library in the hands of cron: its options were named once, and something happens every day.
@Suite struct `A week of nights` {
  private let library: TemporaryLibrary
  private static let options =
    "--page --page-title Shows --color-by pitch --analyze --data json --exclude drafts"

  init() throws {
    library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/1.wav")
    try library.add("cbr.mp3", as: "Show/2.mp3")
    try library.add("flac16.flac", as: "Show/3.flac")
    try library.add("mono.wav", as: "drafts/4.wav")
  }

  /// Returns the files of an output that others see.
  private func files(_ output: String) throws -> [String: [UInt8]] {
    try library.tree(output).filter { file in !file.key.hasPrefix(".") }
  }

  /// Scans as cron does, and compares all files with those of a first scan that names the options.
  private func night(
    _ day: String,
    status: CInt = 0,
    says: String = "",
    pages: Bool = true
  ) throws {
    let run = try library.scan("--output {}/out --known-failures ok --prune -q")
    #expect(run.status == status, "\(day): \(run.errorOutput)")
    if says.isEmpty {
      #expect(run.errorOutput == "", "\(day)")
    } else {
      #expect(run.errorOutput.contains(says), "\(day): \(run.errorOutput)")
    }
    library.shell("rm -rf fresh")
    _ = try library.scan("--output {}/fresh --no-cache \(Self.options)")
    let found = try files("out")
    let expected = try files("fresh")
    #expect(found.keys.sorted() == expected.keys.sorted(), "\(day)")
    for (name, bytes) in expected {
      #expect(found[name] == bytes, "\(day): \(name)")
    }
  }

  @Test func `has every night the files of a scan that names all options`() throws {
    #expect(try library.scan("--output {}/out \(Self.options)").status == 0)
    try library.add("mono.wav", as: "Show/5.wav")
    try night("a new episode")

    try library.add("float32.wav", as: "Show/1.wav")
    library.shell(
      "mv library/Show/2.mp3 'library/Show/two.mp3'; mkdir library/b; touch library/Show/3.flac"
    )
    try night("an episode edited, one renamed, one touched")

    library.shell("rm library/Show/5.wav")
    try library.add("html.mp3", as: "Show/6.mp3")
    try night("one deleted, and one that cannot be read", status: 3, says: "Show/6.mp3")

    for copy in 0..<80 {
      var sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/pcm16.wav")
      sound[sound.count - 1] = UInt8(copy)
      try library.write(sound, to: "b/\(100 + copy).wav")
    }
    library.shell(
      """
      $W scan library --cache cache --output out --known-failures ok --prune -q -j 1 2>/dev/null &
      run=$!
      while kill -0 $run 2>/dev/null; do
        set -- out/b/*.mirroredBars.png
        [ $# -ge 10 ] && break
        sleep 0.005
      done
      kill -KILL $run
      wait $run
      """
    )
    try night("killed, and many new ones")

    library.shell("rm -r library/b/*0.wav; rm out/manifest.json")
    try night("the manifest lost")

    let before = library.shell("find out ! -name '.lock*' -printf '%p %s %T@ %C@\\n' | sort")
    try night("nothing")
    let after = library.shell("find out ! -name '.lock*' -printf '%p %s %T@ %C@\\n' | sort")
    #expect(before == after)

    library.shell("rm -r cache")
    try library.add("ima.wav", as: "Show/8.wav")
    try night("the cache lost, and a new episode")
  }
}
