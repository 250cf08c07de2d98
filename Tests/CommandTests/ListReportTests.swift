import Testing
import WavethumbBytes

/// Tests `list --report` and `list --duplicates` on the real binary.
@Suite struct `Reporting on a manifest` {
  private func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    try library.add("pcm16.wav", as: "Copies/a.wav")
    // HTML in a name, and a character that turns the direction of what follows.
    try library.add("cbr.mp3", as: "<img src=x onerror=alert(1)>.mp3")
    try library.write("no sound", to: "\u{202E}<b>.mp3")
    #expect(try library.scan("--analyze").status == 3)
    return library
  }

  private func page(of library: TemporaryLibrary, options: String = "") throws -> String {
    let run = try CommandRun("list \(library.output) --report \(library.root)/r.html \(options)")
    #expect(run.status == 0 || run.status == 5, "\(run.errorOutput)")
    #expect(run.text == "")
    #expect(run.errorOutput == "")
    return try library.text("r.html")
  }

  @Test func `a report has totals, problems, loudness and formats, and no script`() throws {
    let library = try library()
    let page = try page(of: library, options: "--expect loudness=-1..0")
    let phrases = [
      "<h1>Recordings of library</h1>",
      "<dt>recordings</dt><dd>4</dd>",
      "<dt>failed</dt><dd>1</dd>",
      "1 file: not audio",
      "<h2>Loudness</h2>",
      "<svg ",
      "<td>WAV, 16-bit PCM</td><td class=\"number\">2</td>",
      "LU too quiet",
      "3 of 3 recordings are not as expected: 1 too quiet, 2 without loudness",
    ]
    for phrase in phrases {
      #expect(page.contains(phrase), "\(phrase)")
    }

    // It can be mailed: it runs nothing and loads nothing.
    #expect(!page.contains("<script"))
    #expect(!page.contains("http:"))
    #expect(!page.contains("https:"))
    #expect(try self.page(of: library, options: "--expect loudness=-1..0") == page)
  }

  @Test func `a report names its library, date, version, settings and all recordings`() throws {
    let library = try TemporaryLibrary()
    for name in ["one.mp3", "two.mp3", "three.mp3"] {
      try library.write("no sound", to: name)
    }
    try library.add("cut.flac", as: "a.flac")
    try library.add("cut.flac", as: "b.flac")
    #expect(try library.scan("--color gold --analyze").status == 3)
    library.shell("touch -d '2024-02-29 23:59:59 UTC' library/.wavethumb/manifest.json")
    let page = try page(of: library)
    let generator = try #require(try library.json("library/.wavethumb/manifest.json")["generator"])
    #expect(page.contains("<h1>Recordings of library</h1>"))
    #expect(page.contains("As of 2024-02-29 23:59 UTC, by \(generator.string ?? "")"))
    #expect(page.contains("<code>--color &#39;#ffd700ff&#39; --analyze</code>"), "\(page)")
    for name in ["one.mp3", "two.mp3", "three.mp3", "a.flac", "b.flac"] {
      #expect(page.contains("<li><bdi>\(name)</bdi>"), "\(name)")
    }
  }

  @Test func `names in a report are text`() throws {
    let library = try library()
    let page = try page(of: library, options: "--expect loudness=-1..0")
    #expect(page.contains("&lt;img src=x onerror=alert(1)&gt;.mp3"))
    #expect(!page.contains("<img src=x"))
    #expect(!page.contains("\u{202E}"))
  }

  @Test func `a report shows the picture of the worst recording`() throws {
    let library = try TemporaryLibrary()
    try library.add("cut.flac")
    #expect(try library.scan().status == 0)
    let page = try page(of: library)
    #expect(page.contains("1 recording ends early"))
    #expect(page.contains("data:image/png;base64,iVBOR"))
    #expect(page.contains("The sound was not analyzed"))
    // A picture that is not the one of the manifest is not shown.
    try library.write("other", to: ".wavethumb/cut.flac.mirroredBars.png")
    #expect(try !self.page(of: library).contains("data:image"))
  }

  @Test func `a report replaces nothing but a report`() throws {
    let library = try library()
    try library.write("mine", to: "../r.html")
    func report(_ file: String) throws -> CommandRun {
      try CommandRun("list library/.wavethumb --report \(file)", in: library.root)
    }
    let run = try report("r.html")
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("is kept"))
    #expect(try library.text("r.html") == "mine")

    // A link to a file of others, a folder that is missing, and the page of the output.
    library.shell("rm r.html && ln -s other r.html && echo x > other")
    #expect(try report("r.html").status == 1)
    #expect(try report("no/r.html").status == 1)
    #expect(try library.scan("--page").status == 3)
    #expect(try report("library/.wavethumb/index.html").status == 1)

    let printed = try report("-")
    #expect(printed.status == 0)
    #expect(printed.text.hasPrefix("<!doctype html>"))
    #expect(try report("r.html --csv").status == 2)
  }

  @Test func `a cut manifest has no report`() throws {
    let library = try library()
    let whole = try library.contents("library/.wavethumb/manifest.json")
    try library.write(Array(whole.prefix(whole.count / 2)), to: "../cut.json")
    let run = try CommandRun("list \(library.root)/cut.json --report \(library.root)/r.html")
    #expect(run.status == 1)
    #expect(throws: (any Error).self) { try library.contents("r.html") }
  }

  @Test func `duplicates are listed in groups`() throws {
    let library = try library()
    let list = "list \(library.output) --duplicates"
    let table = try CommandRun(list)
    #expect(table.status == 0)
    let cells = table.lines.map { $0.split(separator: " ").prefix(2) }
    #expect(cells == [["group", "path"], ["1", "Copies/a.wav"], ["1", "a.wav"]])

    let csv = try CommandRun("\(list) --columns path --csv")
    #expect(csv.text == "group,path\r\n1,Copies/a.wav\r\n1,a.wav\r\n")
    let json = try CommandRun("\(list) --columns path --json")
    #expect(
      json.text == """
        {"group":1,"path":"Copies/a.wav"}
        {"group":1,"path":"a.wav"}

        """
    )
    // An option of `--duplicates`.
    #expect(try CommandRun("list \(library.output) --by-sound").status == 2)
  }

  @Test func `columns name the picture, its address and its size`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a b.wav")
    #expect(try library.scan("--scale 2 --analyze").status == 0)

    let columns = "picture,url,width,height,truePeak,digest,alt"
    let run = try CommandRun("list \(library.output) --columns \(columns) --csv")
    let row = try #require(run.text.split(separator: "\r\n").last)
    let cells = row.split(separator: ",")
    try #require(cells.count > 5)
    #expect(cells[0] == "Show/a b.wav.mirroredBars@2x.png")
    #expect(cells[1] == "Show/a%20b.wav.mirroredBars%402x.png")
    #expect(cells[2] == "1196")
    #expect(cells[3] == "240")
    // A negative number is no formula, and quoted it would be text.
    #expect(cells[4].hasPrefix("-"), "\(run.text)")
    #expect(Double(cells[4]) != nil, "\(run.text)")
    #expect(cells[5].count == 32, "\(run.text)")
    #expect(run.text.contains("\"Waveform of a b, "))
  }

  @Test func `list prints the exact bytes of paths, each ended by a NUL`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a\nb.wav")
    library.shell("mkdir library/sub; cp library/a* \"library/sub/$(printf '\\377').wav\"")
    #expect(try library.scan().status == 0)
    let run = try CommandRun(
      script: "\(ProcessSetup.binary) list . -0 --where status=ok | xargs -0 ls -1b",
      in: library.root + "/library"
    )
    #expect(run.status == 0, "\(run.errorOutput)")
    let refused = try CommandRun("list \(library.output) -0 --columns path")
    #expect(refused.status == 2)
  }

  @Test func `the addresses of all files are a column`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a b.wav")
    #expect(try library.scan("--style bars --scale 1 --scale 2 --data dat").status == 0)
    let urls = ["bars.png", "bars%402x.png", "dat"].map { ending in "Show/a%20b.wav.\(ending)" }
    let json = try CommandRun("list \(library.output) --columns url --json")
    let quoted = urls.map { url in "\"\(url)\"" }
    #expect(json.text == "{\"url\":[\(quoted.joined(separator: ","))]}\n")
    let csv = try CommandRun("list \(library.output) --columns url --csv")
    #expect(csv.text == "url\r\n\(urls.joined(separator: " "))\r\n")
  }

  @Test func `each picture is a line of HTML`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a & \"b\".wav")
    try library.write("no sound", to: "c.mp3")
    let options = "--style bars --style circular --scale 1 --scale 2 --size 60x20"
    #expect(try library.scan(options).status == 3)
    let run = try CommandRun("list \(library.output) --html")
    #expect(run.status == 0, "\(run.errorOutput)")
    func line(_ style: String) -> String {
      let name = "Show/a%20%26%20%22b%22.wav.\(style)"
      return "<img src=\"\(name).png\" srcset=\"\(name).png 60w, \(name)%402x.png 120w\""
        + " sizes=\"(max-width: 60px) 100vw, 60px\" width=\"60\" height=\"20\""
        + " alt=\"Waveform of a &amp; &quot;b&quot;, 0:00.1\">"
    }
    #expect(run.lines.map(String.init) == [line("bars"), line("circular")])
    #expect(try CommandRun("list \(library.output) --html --columns path").status == 2)
    #expect(try CommandRun("list \(library.output) --html --events").status == 2)
  }

  @Test func `nothing is printed of a manifest whose end is missing`() throws {
    let library = try library()
    let whole = try library.contents("library/.wavethumb/manifest.json")
    // Only the digest is cut, so that all entries could be read and printed before it is missed.
    try library.write(Array(whole.dropLast(40)), to: "../cut.json")
    for format in ["--csv", "--json", ""] {
      let run = try CommandRun("list \(library.root)/cut.json \(format)")
      #expect(run.status == 1, "\(format): \(run.text)")
      #expect(run.text == "", "\(format): \(run.text)")
    }
  }

  @Test func `events name the files that were written`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    let run = try library.scan("--json --data dat")
    let event = run.lines.first { $0.contains("a.wav") } ?? ""
    #expect(event.contains(#""outputs":[{"path":"a.wav.mirroredBars.png","bytes":"#))
    #expect(event.contains(#"{"path":"a.wav.dat","bytes":"#))

    let restyled = try library.scan("--json --data dat --style bars")
    #expect(restyled.text.contains(#""path":"a.wav.bars.png""#))
    #expect(!restyled.text.contains("a.wav.dat"), "\(restyled.text)")

    // The third scan writes nothing.
    let unchanged = try library.scan("--json --data dat --style bars")
    #expect(!unchanged.text.contains("outputs"))
  }
}
