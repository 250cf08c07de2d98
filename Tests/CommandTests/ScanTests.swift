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
    let before = try Self.times(of: library)
    let again = try library.scan("--json")
    #expect(again.status == 3)
    #expect(again.text.contains(#""decoded":0,"drawn":0,"#))
    #expect(try Self.times(of: library) == before)
  }

  // The scans of the library before it is copied.
  @Test(arguments: [
    [""],
    ["", "--force"],
    ["", "--analyze"],
    ["--analyze", "--force --analyze"],
  ])
  func `a copied library decodes no compressed recording again`(scans: [String]) throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", "cbr.mp3", "flac16.flac", "vorbis.ogg", "opus.opus")
    for options in scans {
      #expect(try library.scan(options).status == 0)
    }

    library.shell(
      """
      mkdir -p copy/Show
      cp library/*.* copy/Show
      mv copy/Show/vorbis.ogg copy/renamed.ogg
      """
    )
    let options = scans.last?.replacing("--force", with: "") ?? ""
    let run = try CommandRun("scan copy --cache cache --json \(options)", in: library.root)
    #expect(run.status == 0)

    let fromCache = run.lines.filter { $0.contains(#""source":"summary""#) }
    #expect(fromCache.count >= 4, "\(run.text)")
    // An uncompressed file may be read once more, which costs as much as a digest of it.
    let decoded = run.lines.filter { $0.contains(#""source":"decoded""#) }
    #expect(decoded.allSatisfy { $0.contains("pcm16.wav") }, "\(run.text)")
  }

  @Test func `the number of jobs does not change the bytes`() throws {
    let library = try TemporaryLibrary()
    // Each content twice, so that a job may wait for another.
    let names = ["pcm16.wav", "cbr.mp3", "vbr.mp3", "flac24.flac", "vorbis.ogg"]
    for name in names {
      try library.add(name, as: "Show/\(name)")
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
    // Ten minutes of silence in layer III at 24 kHz, where libmpg123 does not seek exactly: frames of
    // 192 bytes and 576 samples.
    let head: [UInt8] = [0xFF, 0xF3, 0x84, 0xC0]
    let frame = head + [UInt8](repeating: 0, count: 188)
    func silence(frames: Int) -> [UInt8] {
      (0..<frames).flatMap { _ in frame }
    }
    try library.write(silence(frames: 25_000), to: "long.mp3")
    try library.write(silence(frames: 500), to: "short.mp3")

    let run = try library.scan("-v --jobs 2")
    #expect(run.status == 0)
    let reason = "decoded by one processor: it cannot start in the middle"
    #expect(run.errorOutput.contains("drawn long.mp3 (\(reason), silent)"))
    #expect(run.errorOutput.contains("drawn short.mp3 (decoded, silent)"))

    let render = try CommandRun(
      "render long.mp3 -o ../long.png --no-cache --jobs 2 -v",
      in: library.library
    )
    #expect(render.errorOutput.contains("\"long.mp3\" is \(reason)"))
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
    let badNames = ["html.mp3", "cut.flac", "aac.m4a", "html.mp3", "aac.m4a"]
    for (number, name) in badNames.enumerated() {
      let bad = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/" + name)
      // Padded to the size of the others, so that it is batched with them.
      let missing = max(sound.count - bad.count, 0)
      let padding = [UInt8](repeating: UInt8(number), count: missing)
      try library.write(bad + padding, to: "bad \(number).wav")
    }

    // Without a worker nothing is batched.
    #expect(try library.scan("--no-cache --isolation off --jobs 1 --output {}/single").status == 3)
    let single = try library.tree("single")
    #expect(single.keys.count { $0.hasSuffix(".png") } == 41)

    for jobs in 1...2 {
      let options = "--no-cache --jobs \(jobs) --output {}/jobs-\(jobs)"
      #expect(try library.scan(options).status == 3)
      #expect(try library.tree("jobs-\(jobs)") == single)
    }
  }

  @Test func `a rewrite of equal size with restored times is detected`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav")
    _ = try library.scan()
    let picture = "library/.wavethumb/pcm16.wav.mirroredBars.png"
    let first = try library.contents(picture)
    // The second half becomes silent.
    let sound = try library.contents("library/pcm16.wav")
    let half = sound.count / 2
    let silence = [UInt8](repeating: 0, count: sound.count - half)
    library.shell("touch -r library/pcm16.wav time")
    try library.write(sound.prefix(half) + silence, to: "pcm16.wav")
    library.shell("touch -r time library/pcm16.wav")

    // The inode and the time of its last change cannot be restored.
    _ = try library.scan()
    let isFirst = try library.contents(picture) == first
    #expect(!isFirst)
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
    library.shell("rm library/.wavethumb/cbr.mp3.mirroredBars.png")
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
    // A file that was changed in the last two seconds would be read again.
    library.shell("touch -d 2001-01-01 library/pcm16.wav; sleep 2.1")
    _ = try library.scan()
    let before = try Self.times(of: library)
    let run = try library.scan("--dry-run --style dots")
    #expect(run.errorOutput.contains("would draw pcm16.wav"))
    #expect(try Self.times(of: library) == before)
  }

  @Test func `names with any bytes work`() throws {
    let library = try TemporaryLibrary()
    // 255 bytes are the longest name that a file can have.
    let long = String(repeating: "x", count: 251) + ".wav"
    for name in ["new\nline.wav", "\u{1B}[31mred.wav", "quote\"'.wav", long, "-rf.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    library.shell("cp library/-rf.wav \"$(printf 'library/\\377.wav')\"")

    let run = try library.scan("-v")
    #expect(run.status == 0)
    // An escape would reach the terminal.
    #expect(!run.errorOutput.utf8.contains(0x1B))
    #expect(try library.manifest()["counts"]?["ok"]?.int == 6)
    #expect(try library.scan("--check").status == 0)
  }

  @Test func `pictures and manifests of other programs are not overwritten`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav")
    let theirs = #"{"files": []}"#
    try library.write(theirs, to: ".wavethumb/manifest.json")
    #expect(try library.scan().status == 1)
    #expect(try library.text("library/.wavethumb/manifest.json") == theirs)
    #expect(library.shell("ls -A library/.wavethumb") == "manifest.json\n")

    library.shell("rm library/.wavethumb/manifest.json")
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
    library.shell("rm library/cbr.mp3")

    let run = try library.scan("--style all --prune")
    #expect(run.status == 0)
    let kept = try library.tree("library/.wavethumb")
    #expect(kept["mine.png"] == [1, 2, 3])
    #expect(kept["manifest.json"] != nil)
    // All styles of the three other recordings, and the user's.
    let pictures = try library.pictures()
    #expect(pictures.allSatisfy { !$0.hasPrefix("cbr.mp3") })
    #expect(pictures.count == 3 * WaveformStyle.plain.count + 1)
  }

  @Test func `a picture names its maker before its content`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan()
    // A picture that was cut behind the mark can still be recognized as ours.
    let picture = try library.contents("library/.wavethumb/cbr.mp3.mirroredBars.png")
    let mark = try #require(picture.firstRange(of: Array("Software".utf8)))
    let title = try #require(picture.firstRange(of: Array("Title".utf8)))
    #expect(mark.lowerBound < title.lowerBound)
  }

  /// Returns size, times and inode of every file and folder.
  private static func times(of library: TemporaryLibrary) throws -> String {
    library.shell("find . -printf '%p %s %T@ %C@ %i\\n' | sort")
  }
}

@Test func `a workflow step annotates failures and adds a table`() throws {
  let library = try TemporaryLibrary()
  // Characters that end a line, a value, a cell, or that begin an escape.
  try library.add("html.mp3", as: "a\nb, 50%: c|d.mp3")
  try library.add("cbr.mp3")
  let summary = library.root + "/summary.md"
  let environment = ["GITHUB_ACTIONS": "true", "GITHUB_STEP_SUMMARY": summary]
  let line = "scan \(library.library) --no-cache -q"
  let run = try CommandRun(line, environment: environment)
  #expect(run.status == 3)

  let escaped = "\(library.library)/a%0Ab%2C 50%25%3A c|d.mp3"
  let annotation = "::error file=\(escaped)::Not audio (HTML)."
  #expect(run.errorOutput.contains(annotation))

  let table = try library.text("summary.md")
  #expect(table.contains("| failed | 1 |"))
  #expect(table.contains("| a\\\\nb, 50%: c\\|d.mp3 | Not audio (HTML)."))

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
  // A picture each, the manifest and the ledger.
  #expect(whole.count == 601 + 2)

  library.shell(
    """
    cd library/.wavethumb
    rm b17.wav.mirroredBars.png
    : >b599.wav.mirroredBars.png
    """
  )
  #expect(try library.scan("--check -q \(jobs)").status == 4)

  let run = try library.scan("--json \(jobs)")
  #expect(run.text.contains(#""decoded":0,"drawn":2,"#), "\(run.text.suffix(300))")
  #expect(try library.tree("library/.wavethumb") == whole)
}
