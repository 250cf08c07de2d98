import Testing

/// Tests what `list` and `verify` take for an output, and what `list` refuses.
@Suite struct `Listing a manifest` {
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    try library.add("cbr.mp3", as: "b.mp3")
    #expect(try library.scan().status == 0)
    return library
  }

  @Test(arguments: ["list", "verify"])
  func `a library may be named instead of its output`(command: String) throws {
    let library = try library()
    let output = try CommandRun("\(command) \(library.output)")
    let named = try CommandRun("\(command) \(library.library)")
    #expect(output.status == 0, "\(named.errorOutput)")
    #expect(named.status == 0, "\(named.errorOutput)")
    // Where there is a `.wavethumb` in the folder, that is meant.
    #expect(named.output == output.output)
    #expect(named.errorOutput == output.errorOutput)
  }

  @Test(arguments: ["", "--csv", "--json", "--sort path", "--expect loudness=-17..-15"])
  func `what is not a whole manifest is an error`(options: String) throws {
    let library = try library()
    let whole = try library.contents("library/.wavethumb/manifest.json")
    // Within the head, an entry, the digest and the last brackets.
    let cuts = [0, 5, 600, whole.count / 2, whole.count - 40, whole.count - 3]
    for length in cuts {
      try library.write(Array(whole.prefix(length)), to: "../cut.json")
      let run = try CommandRun("list \(library.root)/cut.json \(options)")
      #expect(run.status == 1, "\(length): \(run.errorOutput)")
      #expect(run.errorOutput.contains("is not a whole manifest"), "\(length): \(run.errorOutput)")
    }
    let otherTexts = ["", "{}", "root:x:0:0:root:/root:/bin/bash\n", #"{"files": []}"#, "[1, 2]"]
    for text in otherTexts {
      try library.write(text, to: "../other")
      #expect(try CommandRun("list \(library.root)/other \(options)").status == 1, "\(text)")
    }
  }

  @Test func `a manifest beside its output, or reformatted, is listed`() throws {
    let library = try library()
    let whole = try CommandRun("list \(library.output) --csv")
    let options = "--output {}/out --manifest {}/elsewhere/data.json --data dat"
    #expect(try library.scan(options).status == 0)

    let elsewhere = try CommandRun("list \(library.root)/elsewhere/data.json --csv")
    #expect(elsewhere.status == 0, "\(elsewhere.errorOutput)")
    #expect(elsewhere.text == whole.text, "\(elsewhere.errorOutput)")

    let text = try library.text("library/.wavethumb/manifest.json")
    // A tool that formats JSON changes the bytes of the digest.
    try library.write(text.split(separator: "\n").joined(), to: "../one-line.json")

    let joined = try CommandRun("list \(library.root)/one-line.json --csv")
    #expect(joined.status == 0, "\(joined.errorOutput)")
    #expect(joined.text == whole.text, "\(joined.errorOutput)")
  }
}
