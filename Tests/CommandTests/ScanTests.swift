import Glibc
import Testing
import Thumbnails
import WavethumbBatch
import WavethumbBytes

struct ScanTests {
  @Test func `a scan draws every readable recording and reports the rest`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "flac16.flac", "vorbis.ogg", "opus.opus")
    try library.add("html.mp3", "aac.m4a", "empty.mp3", "cut.flac")
    let run = try library.scan()
    #expect(run.status == 3)
    #expect(run.output.isEmpty)

    let manifest = try library.manifest()
    #expect(manifest["counts"]?["files"]?.int == 9)
    #expect(manifest["counts"]?["ok"]?.int == 6)
    #expect(manifest["counts"]?["failed"]?.int == 2)
    #expect(manifest["counts"]?["unsupported"]?.int == 1)
    #expect(try library.tree("library/.wavethumb").keys.count { $0.hasSuffix(".png") } == 6)
    #expect(run.errorOutput.contains("6 drawn"))
    #expect(run.errorOutput.contains(" --ffmpeg"))
  }

  @Test func `a second scan draws nothing and keeps every byte and time`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "html.mp3")
    _ = try library.scan()
    let before = try Self.times(library)
    let again = try library.scan("--json")
    #expect(again.status == 3)
    #expect(!again.text.contains("decoded\","))
    #expect(!again.text.contains("\"decoded\"},"))
    #expect(try Self.times(library) == before)
  }

  @Test(arguments: [
    [""], ["", "--force"], ["", "--analyze"], ["--analyze", "--force --analyze"],
  ])
  func `a copied library decodes no compressed recording again`(scans: [String]) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "flac16.flac", "vorbis.ogg", "opus.opus")
    for options in scans {
      #expect(try library.scan(options).status == 0)
    }

    let options = scans.last?.replacing("--force", with: "") ?? ""
    let copy = library.root + "/copy"
    Shell.output("mkdir -p '\(copy)/Show'; cd '\(library.library)'; cp -- *.* '\(copy)/Show'")
    Shell.output("cd '\(copy)/Show'; mv vorbis.ogg ../renamed.ogg")
    let run = try CommandRun("scan \(copy) --cache \(library.cache) --json \(options)")
    #expect(run.status == 0)

    let lines = run.lines
    // An uncompressed file may be read once more, which costs as much as a digest of it.
    let decoded = lines.filter { $0.contains(#""source":"decoded""#) }
    #expect(lines.count { $0.contains(#""source":"summary""#) } >= 4)
    #expect(decoded.allSatisfy { $0.contains("pcm16.wav") })
  }

  @Test func `the number of jobs does not change the bytes`() throws {
    let library = try TemporaryLibrary()
    for (number, name) in ["pcm16.wav", "cbr.mp3", "vbr.mp3", "flac24.flac", "vorbis.ogg"]
      .enumerated()
    {
      try library.add(name, as: "\(number)/\(name)")
      try library.add(name, as: "copy of \(name)")
    }
    for jobs in [1, 8] {
      let run = try library.scan("--no-cache --style all --jobs \(jobs) --output {}/jobs-\(jobs)")
      #expect(run.status == 0)
    }

    // Each style of ten recordings, the manifest and the ledger.
    let one = try library.tree("jobs-1")
    #expect(one.count == 10 * WaveformStyle.plain.count + 2)
    #expect(try library.tree("jobs-8") == one)
  }

  @Test func `a long recording that is not divided is reported with the reason`() throws {
    let library = try TemporaryLibrary()
    // Ten minutes of layer III silence at 24 kHz, where libmpg123 does not seek exactly.
    let frame: [UInt8] = [0xFF, 0xF3, 0x84, 0xC0] + Array(repeating: 0, count: 188)
    try library.write((0..<25_000).flatMap { _ in frame }, to: "long.mp3")
    try library.write(Array((0..<500).flatMap { _ in frame }), to: "short.mp3")

    let run = try library.scan("-v --jobs 2")
    #expect(run.status == 0)
    #expect(
      run.errorOutput.contains(
        "drawn long.mp3 (decoded by one processor: it cannot start in the middle, silent)"
      ),
      "\(run.errorOutput)"
    )
    #expect(run.errorOutput.contains("drawn short.mp3 (decoded, silent)"))

    let render = Shell.output(
      "cd '\(library.library)' && '\(ProcessSetup.binary)' render long.mp3 -o ../long.png "
        + "--no-cache --jobs 2 -v 2>&1"
    )
    #expect(
      render.contains(
        #""long.mp3" is decoded by one processor: it cannot start in the middle"#
      ),
      "\(render)"
    )
  }

  @Test func `batched short recordings equal single ones`() throws {
    let library = try TemporaryLibrary()
    let sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/pcm16.wav")
    for number in 0..<40 {
      var changed = sound
      // Some contents occur twice, so one job waits for the other, possibly in one batch.
      for index in stride(from: 1000, to: 2000, by: 2) {
        changed[index] = UInt8(number % 33)
      }
      try library.write(changed, to: "\(number).wav")
    }
    for (number, name) in ["html.mp3", "cut.flac", "aac.m4a", "html.mp3", "aac.m4a"].enumerated() {
      let bad = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/" + name)
      // Padded to the size of the others, so that it is batched with them.
      let tail = Array(repeating: UInt8(number), count: max(sound.count - bad.count, 0))
      try library.write(bad + tail, to: "bad \(number).wav")
    }
    let ways = ["--isolation off --jobs 1", "--jobs 1", "--jobs 2"]
    for (number, way) in ways.enumerated() {
      let run = try library.scan("--no-cache \(way) --output {}/way-\(number)")
      #expect(run.status == 3)
    }

    let alone = try library.tree("way-0")
    #expect(alone.keys.count { $0.hasSuffix(".png") } == 41)
    #expect(try library.tree("way-1") == alone)
    #expect(try library.tree("way-2") == alone)
  }

  @Test func `a rewrite of equal size with restored times is detected`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav")
    _ = try library.scan()
    let picture = "library/.wavethumb/pcm16.wav.mirroredBars.png"
    let first = try library.contents(picture)
    var sound = try library.contents("library/pcm16.wav")
    for index in (sound.count / 2)..<sound.count {
      sound[index] = 0
    }
    library.shell("touch -r library/pcm16.wav time")
    try library.write(sound, to: "pcm16.wav")
    library.shell("touch -r time library/pcm16.wav")
    _ = try library.scan()
    #expect(try library.contents(picture) != first)
  }

  @Test func `a new style after a first scan decodes nothing`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "vorbis.ogg")
    _ = try library.scan()
    let run = try library.scan("--style all --json")
    #expect(run.status == 0)
    #expect(run.text.contains("\"source\":\"summary\""))
    #expect(!run.text.contains("\"source\":\"decoded\""))
  }

  @Test func `without cache and index the output alone avoids decoding`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "html.mp3")
    _ = try library.scan()
    library.shell("rm -rf cache && touch library/*")
    let before = try library.tree("library/.wavethumb")
    let run = try library.scan("--json")
    #expect(run.text.contains("\"source\":\"digest\""))
    #expect(!run.text.contains("\"source\":\"decoded\""))
    #expect(try library.tree("library/.wavethumb") == before)
  }

  @Test func `a check reports missing pictures and writes nothing`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3")
    #expect(try library.scan("--check").status == 4)
    #expect(try CommandListing.files(beneath: library.output).isEmpty)
    _ = try library.scan()
    #expect(try library.scan("--check").status == 0)
    Shell.output("rm '\(library.output + "/cbr.mp3.mirroredBars.png")'")
    #expect(try library.scan("--check").status == 4)
  }

  @Test func `a check finds missing recordings, a dry run names their pictures`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "vbr.mp3")
    _ = try library.scan()
    library.shell("rm library/cbr.mp3")
    #expect(try library.scan("--check").status == 4)
    let before = try library.tree("library/.wavethumb")
    let run = try library.scan("--dry-run --prune")
    #expect(run.errorOutput.contains("would delete cbr.mp3.mirroredBars.png"))
    #expect(try library.tree("library/.wavethumb") == before)
  }

  @Test func `a dry run recognises measured recordings without touching them`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav")
    library.shell("touch -d 2001-01-01 library/pcm16.wav; sleep 2.1")
    _ = try library.scan()
    let before = try Self.times(library)
    let run = try library.scan("--dry-run --style dots")
    #expect(run.errorOutput.contains("would draw pcm16.wav (from the cache)"))
    #expect(try Self.times(library) == before)
  }

  @Test func `names with any bytes work`() throws {
    let library = try TemporaryLibrary()
    let long = String(repeating: "x", count: 251) + ".wav"
    for name in ["new\nline.wav", "\u{1B}[31mred.wav", "quote\"'.wav", long, "-rf.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    let copy = "cp -- '\(library.library)/-rf.wav' \"$(printf '\(library.library)/\\377.wav')\""
    Shell.output(copy)

    let run = try library.scan("-v")
    #expect(run.status == 0)
    #expect(!run.errorOutput.utf8.contains(0x1B))
    #expect(try library.manifest()["counts"]?["ok"]?.int == 6)
    #expect(try library.scan("--check").status == 0)
  }

  @Test func `pictures and manifests of other programs are not overwritten`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav")
    try library.write("{\"files\": []}", to: ".wavethumb/manifest.json")
    #expect(try library.scan().status == 1)
    #expect(try library.contents("library/.wavethumb/manifest.json").count == 13)
    #expect(library.shell("ls -A library/.wavethumb") == "manifest.json\n")
    Shell.output("rm '\(library.output + "/manifest.json")'")
    try library.add("png.wav", as: ".wavethumb/pcm16.wav.mirroredBars.png")
    let picture = try library.contents("library/.wavethumb/pcm16.wav.mirroredBars.png")
    #expect(try library.scan().status == 3)
    #expect(try library.contents("library/.wavethumb/pcm16.wav.mirroredBars.png") == picture)
  }

  @Test func `an emptied picture is drawn again`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav")
    _ = try library.scan()
    let before = try library.tree("library/.wavethumb")
    library.shell(": > library/.wavethumb/pcm16.wav.mirroredBars.png")
    #expect(try library.scan().status == 0)
    #expect(try library.tree("library/.wavethumb") == before)
  }

  @Test func `pruning deletes the pictures of missing recordings only`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "vbr.mp3", "flac16.flac")
    _ = try library.scan("--style all")
    try library.write([1, 2, 3], to: ".wavethumb/mine.png")
    Shell.output("rm '\(library.library + "/cbr.mp3")'")

    let run = try library.scan("--style all --prune")
    #expect(run.status == 0)
    let left = try library.tree("library/.wavethumb")
    #expect(left.keys.count { $0.hasPrefix("cbr.mp3") } == 0)
    #expect(left["mine.png"] == [1, 2, 3])
    #expect(left["manifest.json"] != nil)
    #expect(left.keys.count { $0.hasSuffix(".png") } == 3 * WaveformStyle.plain.count + 1)
  }

  @Test func `a picture names its maker before its content`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan()
    let picture = try library.contents("library/.wavethumb/cbr.mp3.mirroredBars.png")
    let mark = try #require(picture.firstRange(of: Array("Software".utf8)))
    let title = try #require(picture.firstRange(of: Array("Title".utf8)))
    #expect(mark.lowerBound < title.lowerBound)
  }

  private static func times(_ library: TemporaryLibrary) throws -> String {
    library.shell("find . -printf '%p %s %T@ %C@ %i\\n' | sort")
  }
}

@Test func `a workflow step annotates failures and adds a table`() throws {
  let library = try TemporaryLibrary()
  try library.add("html.mp3", as: "a\nb, 50%: c|d.mp3")
  try library.add("cbr.mp3")
  let summary = library.root + "/summary.md"
  let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary]
  let line = "scan \(library.library) --no-cache -q"
  let run = try CommandRun(line, environment: environment)
  #expect(run.status == 3)

  let escaped = "\(library.library)/a%0Ab%2C 50%25%3A c|d.mp3"
  #expect(
    run.errorOutput.contains("::error file=\(escaped)::Not audio (HTML)."),
    "\(run.errorOutput)"
  )

  let table = try library.text("summary.md")
  #expect(table.contains("| failed | 1 |"), "\(table)")
  #expect(table.contains("| a\\\\nb, 50%: c\\|d.mp3 | Not audio (HTML)."), "\(table)")

  let refused = try CommandRun("scan --stile bars", environment: environment)
  #expect(refused.status == 2)
  #expect(refused.errorOutput.contains("\n::error::scan has no option --stile"))
}

/// So many recordings that outputs are checked during the crawl.
@Test(arguments: ["--jobs 1", "--jobs 2"])
func `missing or changed files among very many are made again`(jobs: String) throws {
  let library = try TemporaryLibrary()
  try library.add("pcm16.wav", as: "a.wav")
  library.shell("cd library; for n in $(seq 600); do ln a.wav b$n.wav; done")
  _ = try library.scan("-q")
  let whole = try library.tree("library/.wavethumb")
  #expect(whole.count == 603)

  library.shell(
    "cd library/.wavethumb; rm b17.wav.mirroredBars.png; : >b599.wav.mirroredBars.png"
  )
  #expect(try library.scan("--check -q \(jobs)").status == 4)

  let run = try library.scan("--json \(jobs)")
  #expect(run.text.contains(#""decoded":0,"drawn":2,"#), "\(run.text.suffix(300))")
  #expect(try library.tree("library/.wavethumb") == whole)
}
