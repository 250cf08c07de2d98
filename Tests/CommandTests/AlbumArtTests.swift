import Testing

/// Media servers read `cover.*`, `folder.*` and `front.*` as album art, and `disc*.*` and `cd*.*`
/// as disc art.
@Suite struct `Album art` {
  @Test func `no output has a name that media servers take for album art`() throws {
    let library = try TemporaryLibrary()
    // Names of art, in other cases and in folders; one that the output of another would take; and discs.
    try library.add("pcm16.wav", as: "cover.wav")
    try library.add("cbr.mp3", as: "a/Folder.mp3")
    try library.add("flac16.flac", as: "front.flac")
    try library.add("mono.wav", as: "cover-wave.wav")
    try library.add("pcm24.wav", as: "a/Disc 1 - Song.wav")
    try library.add("pcm8.wav", as: "CD2.wav")

    let all = "--style mirroredBars --data json --format png --format svg --page"
    #expect(try library.scan(all).status == 0)
    let names = try library.tree("library/.wavethumb").keys.map { $0.lowercased() }
    // Of each recording two pictures, numbers and a strip; the manifest, the page and the ledger.
    #expect(names.count == 6 * 4 + 3)

    for path in names {
      let name = path.split(separator: "/").last ?? ""
      for beginning in ["cover.", "folder.", "front.", "disc", "cd"] {
        #expect(!name.hasPrefix(beginning), "\(name)")
      }
    }

    #expect(try library.scan(all + " --check").status == 0)
    let text = try library.text("library/.wavethumb/index.html")
    #expect(text.contains("cover-wave.wav.mirroredBars"))
    #expect(try library.scan(all + " --prune").errorOutput.contains("6 unchanged"))

    // The names that outputs have instead lead back to their recordings.
    library.shell("rm library/cover.wav")
    #expect(try library.scan(all + " --prune").errorOutput.contains("4 deleted"))
    #expect(try library.tree("library/.wavethumb").count == 5 * 4 + 3)
  }
}
