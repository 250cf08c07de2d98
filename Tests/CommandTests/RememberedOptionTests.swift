import Glibc
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// What a scan does that names nothing: it repeats the last one of its output.
@Suite struct `The options of the last scan` {
  private let library: TemporaryLibrary

  init() throws {
    library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "Show/a.wav")
    try library.add("cbr.mp3", as: "b.mp3")
  }

  /// Scans without a message about other options.
  private func scan(_ options: String = "") throws -> CommandRun {
    let run = try library.scan(options)
    #expect(run.status == 0, "\(options): \(run.errorOutput)")
    return run
  }

  /// Returns the settings in the manifest.
  private func settings() throws -> JSONValue? { try library.manifest()["settings"] }

  /// Returns everything in the output, with the times at which its files were changed.
  private func state() -> String {
    library.shell(
      "find library ! -name '.lock*' -printf '%p %s %T@ %C@\\n' | sort; cat library/.wavethumb/.w*"
    )
  }

  @Test func `are repeated by a scan that names nothing, and reported`() throws {
    _ = try scan("--page --color-by pitch --analyze")
    try library.add("mono.mp3", as: "Show/new.mp3")
    let run = try scan()
    #expect(
      run.errorOutput.contains(
        "wavethumb: as the last scan: --page --color-by pitch --analyze; --style mirroredBars goes back"
          + " to the default\n"
      ),
      "\(run.errorOutput)"
    )
    #expect(!run.errorOutput.contains("other options"))
    #expect(try library.text("library/.wavethumb/index.html").contains("new.mp3"))
    #expect(try settings()?["colorBy"]?.string == "pitch")
    #expect(try library.entry(of: "Show/new.mp3")?["sound"] != nil)

    // As a scan that names them, in every byte.
    _ = try scan("--output {}/named --page --color-by pitch --analyze --no-cache")
    for name in ["manifest.json", "Show/new.mp3.mirroredBars.png"] {
      #expect(
        try library.contents("library/.wavethumb/\(name)") == library.contents("named/\(name)")
      )
    }
    #expect(try scan("-q").errorOutput == "")
    #expect(try scan("--check").errorOutput.contains("all up to date"))
    let quiet = try scan("--dry-run -q")
    #expect(quiet.errorOutput == "", "\(quiet.errorOutput)")
  }

  @Test func `give way to exactly what is named, which is one line also with -q`() throws {
    _ = try scan("--page --style dots --exclude b*")
    let named = try scan("--style line -q")
    #expect(
      named.errorOutput == """
        wavethumb: other options than at the last scan (--page, --exclude, --style): 1 recording to draw \
        anew, and pictures of other styles stay until --prune=unlisted

        """
    )
    #expect(try settings()?["styles"]?.array?.compactMap(\.string) == ["line"])
    #expect(try library.entry(of: "b.mp3") != nil)
    #expect(try library.pictures().contains("Show/a.wav.dots.png"))

    // The way back, after which nothing is remembered, and nothing said.
    _ = try scan("--style mirroredBars")
    let bare = try scan()
    #expect(!bare.errorOutput.contains("last scan"), "\(bare.errorOutput)")
    #expect(try settings()?["styles"]?.array?.compactMap(\.string) == ["mirroredBars"])
  }

  @Test func `stay but for a selecting one that is named alone`() throws {
    try library.add("mono.wav")
    _ = try scan("--style dots --exclude b* --follow")
    let run = try scan("--exclude Show")
    #expect(
      run.errorOutput.contains("as the last scan: --follow --style dots;"),
      "\(run.errorOutput)"
    )
    #expect(
      run.errorOutput.contains("(--exclude): no recording to draw anew"),
      "\(run.errorOutput)"
    )
    #expect(try library.entries().map { $0["path"]?.string } == ["b.mp3", "mono.wav"])
    // It is remembered in its turn.
    let bare = try scan()
    #expect(
      bare.errorOutput.contains("--exclude Show --follow --style dots"),
      "\(bare.errorOutput)"
    )
    #expect(try library.entries().count == 2)
    #expect(try library.pictures().contains("b.mp3.dots.png"))

    _ = try scan("--max-duration 3")
    #expect(try settings()?["maxDurationHours"]?.int == 3)
    #expect(try library.pictures().contains("b.mp3.dots.png"))
    #expect(try settings()?["styles"]?.array?.compactMap(\.string) == ["dots"])
  }

  @Test(arguments: [
    "--strict", "--known-failures ok", "--prune", "--prune=unlisted", "--force", "--json", "-q",
    "-v",
    "-j 1", "--no-cache", "--cache-size 1G", "--isolation off", "--timeout 20", "--check",
    "--dry-run",
  ])
  func `are repeated with any option that names nothing`(option: String) throws {
    _ = try scan("--style dots --data json --page")
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    let run = try scan(option)
    #expect(!run.errorOutput.contains("other options"), "\(run.errorOutput)")
    #expect(try library.contents("library/.wavethumb/manifest.json") == manifest)
    // The command in the page has the limit of time.
    let check = option.hasPrefix("--timeout") ? "--check " + option : "--check"
    #expect(try scan(check).errorOutput.contains("all up to date"))
  }

  @Test func `get the measures that --expect needs`() throws {
    _ = try scan("--style dots --page")
    let run = try library.scan("--expect loudness=-70..0")
    #expect(
      run.errorOutput.contains("as the last scan: --page --style dots;"),
      "\(run.errorOutput)"
    )
    #expect(try settings()?["analyze"] == .bool(true))
    #expect(try library.pictures().allSatisfy { $0.contains(".dots.") || $0.contains("strip") })
    // Measured once, they stay.
    #expect(try scan("-q").errorOutput == "")
    #expect(try settings()?["analyze"] == .bool(true))
  }

  @Test func `count alike in a file of options`() throws {
    try library.write("style dots\nexclude Show\n", to: "../options")
    _ = try scan("--config {}/options")
    #expect(try scan().errorOutput.contains("--exclude Show --style dots"))
    _ = try scan("--style line")
    // A file with looks names them, and one without does not.
    _ = try scan("--config {}/options")
    #expect(try library.entries().count == 1)
    try library.write("known-failures ok\n", to: "../options")
    #expect(try scan("--config {}/options").errorOutput.contains("--exclude Show --style dots"))
  }

  @Test func `are those of a stopped scan, and not of one that failed`() throws {
    _ = try scan("--style dots")
    // All recordings are gone: the scan fails before it writes.
    library.shell("mkdir away; mv library/Show library/b.mp3 away")
    #expect(try library.scan("--style line").status == 1)
    library.shell("mv away/* library")
    #expect(try scan().errorOutput.contains("--style dots"))

    for copy in 0..<60 {
      var sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/pcm16.wav")
      sound[sound.count - 1] = UInt8(copy)
      try library.write(sound, to: "c\(100 + copy).wav")
    }
    let stopped = library.shell(
      """
      $W scan library --cache cache --jobs 1 --style line 2>messages &
      run=$!
      while kill -0 $run; do
        set -- library/.wavethumb/*.line.png
        [ $# -ge 5 ] && break
        sleep 0.005
      done
      kill -TERM $run
      wait $run
      echo $?
      """
    )
    #expect(stopped.hasSuffix("143\n"), "\(stopped)")
    let run = try scan()
    #expect(run.errorOutput.contains("as the last scan: --style line;"), "\(run.errorOutput)")
    #expect(try library.pictures().count { $0.hasSuffix(".line.png") } == 62)
  }

  @Test func `have no font and no place of a manifest, which are named again`() throws {
    library.shell(
      "mkdir 'a b' place; cp '\(TemporaryLibrary.fixtures)/../Fonts/square.ttf' 'a b/it'\\''s.ttf'"
    )
    let named = library.shell(
      """
      $W scan library --markers auto --font "a b/it's.ttf" --exclude "it's *" --color gold -q
      """
    )
    #expect(named == "")
    let before = state()
    for option in ["", "-q", "--exclude x", "--check", "--dry-run", "--prune"] {
      let run = try CommandRun("scan library \(option)", in: library.root)
      #expect(run.status == 2)
      #expect(run.errorOutput.contains("had --font, which is never taken from an output"))
    }
    #expect(state() == before)
    // The printed line is pasted, and does what the last scan did.
    let pasted = library.shell(
      """
      HOME=$PWD
      line=$($W scan library -q 2>&1 | sed 's/.*: wavethumb/$W/')
      eval "$line -v" 2>&1
      """
    )
    #expect(pasted.contains("2 unchanged"), "\(pasted)")
    #expect(!pasted.contains("other options"), "\(pasted)")

    // A manifest alone names nothing, so that the others stay.
    _ = try scan("--output {}/out --style dots --manifest {}/place/list.json")
    #expect(try library.scan("--output {}/out").status == 2)
    #expect(try scan("--output {}/out --manifest {}/place/list.json").errorOutput.contains("dots"))
    #expect(try library.scan("--output {}/out --style dots").status == 0)
    #expect(try scan("--output {}/out").errorOutput.contains("--style dots"))
  }

  @Test(arguments: ["rm", "cut", "head"])
  func `are printed from the manifest if the ledger is lost`(loss: String) throws {
    _ = try scan("--style dots --gradient red,#0000ff80 --playhead 0:01.5 --page")
    let whole = try settings()
    switch loss {
    case "rm": library.shell("rm library/.wavethumb/.wavethumb-ledger")
    case "cut": library.shell("truncate -s 60 library/.wavethumb/.wavethumb-ledger")
    default:
      library.shell(
        "printf x | dd of=library/.wavethumb/.wavethumb-ledger bs=1 seek=30 conv=notrunc 2>/dev/null"
      )
    }
    let before = state()
    for option in ["", "-q", "--prune", "--exclude x", "--check"] {
      let run = try CommandRun("scan library --cache cache \(option)", in: library.root)
      #expect(run.status == 2, "\(run.errorOutput)")
      #expect(
        run.errorOutput == """
          wavethumb: the options of the last scan are unknown, as the ledger of "library/.wavethumb" is \
          missing, damaged or another user's; its manifest says: wavethumb scan library --style dots \
          --gradient '#ff0000ff,#0000ff80' \
          --playhead 0:1.5

          """
      )
    }
    #expect(state() == before)
    library.shell(
      """
      line=$($W scan library --cache cache 2>&1 | sed 's/.*: wavethumb/$W/')
      eval "$line --cache cache -q" 2>&1
      """
    )
    #expect(try settings() == whole)
    #expect(try scan().errorOutput.contains("--style dots"))
  }

  @Test func `are the defaults if the manifest says so, or if nothing is there`() throws {
    _ = try scan("--page")
    library.shell("rm library/.wavethumb/.wavethumb-ledger")
    #expect(try scan().status == 0)
    // What is named need not be known.
    _ = try scan("--max-duration 3")
    library.shell("rm library/.wavethumb/.wavethumb-ledger")
    _ = try scan("--max-duration 3")
    _ = try scan("--style dots")
    library.shell("rm library/.wavethumb/.wavethumb-ledger library/.wavethumb/manifest.json")
    // A first scan.
    let run = try scan()
    #expect(!run.errorOutput.contains("last scan"), "\(run.errorOutput)")
    #expect(try settings()?["styles"]?.array?.compactMap(\.string) == ["mirroredBars"])
  }

  @Test(.enabled(if: geteuid() == 0))
  func `are not those of a ledger of another user`() throws {
    _ = try scan("--style dots")
    library.shell("chown 65533 library/.wavethumb/.wavethumb-ledger")
    let run = try library.scan()
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("--style dots"), "\(run.errorOutput)")
    // Whoever owns the folder of the output decides about it.
    library.shell("chown 65533 library/.wavethumb")
    #expect(try scan().errorOutput.contains("--style dots"))
  }

  @Test(arguments: [
    ["output=/tmp/elsewhere"], ["manifest=/tmp/list.json"], ["font=/etc/shadow"], ["ffmpeg=all"],
    ["config=/etc/passwd"], ["cache=/tmp"], ["force"], ["prune=unlisted"], ["page", "page-title="],
    ["exclude="], ["page", "page=1"], ["page-title=A"], ["style=dots"],
  ])
  func `pass the reader of options, whoever wrote them`(lines: [String]) throws {
    _ = try scan("--style dots")
    let forged = ForgedPart(library: library, folder: "library/.wavethumb")
    try forged.changeFacts { facts in
      facts.choices = lines.map { line in RememberedChoice(line: Array(line.utf8)[...]) }
    }
    let before = state()
    let run = try library.scan()
    #expect(run.status == 2, "\(run.errorOutput)")
    // As with a ledger that is lost.
    #expect(run.errorOutput.contains("wavethumb scan \(library.library) --style dots\n"))
    #expect(state() == before)
  }

  @Test(arguments: [
    #""size":"99999x99999","#, #""overlay":["/etc/shadow"],"#, #""bars":70000,"#,
    #""font":"/etc/shadow","#, #""unknown":1,"#, #""markers":"/etc/passwd","#,
  ])
  func `pass the reader of settings, whoever wrote them`(member: String) throws {
    _ = try scan("--style dots")
    let forged = ForgedPart(library: library, folder: "library/.wavethumb")
    try forged.changeFacts { facts in
      facts.settings = Array("{\(member)".utf8) + facts.settings.dropFirst()
    }
    let run = try library.scan()
    #expect(run.status == 2, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("--style dots"), "\(run.errorOutput)")
  }

  @Test func `are printed so that a shell takes them as they are`() throws {
    library.shell(
      """
      $W scan library --cache cache -q --page --page-title "it's \\$HOME \\`id\\`" --exclude '-a b;*' \\
        --color '#123'
      """
    )
    let run = try scan()
    let line = #"""
      as the last scan: --page --page-title 'it'\''s $HOME `id`' '--exclude=-a b;*' --color '#112233ff';
      """#
    #expect(run.errorOutput.contains(line), "\(run.errorOutput)")
  }

  @Test(.enabled(if: hasFFmpeg))
  func `keep what --ffmpeg drew, and start nothing for it`() throws {
    try library.add("aac.m4a", as: "film.mp4")
    _ = try scan("--ffmpeg --style dots --page")
    let whole = try library.tree("library/.wavethumb")
    #expect(whole["film.mp4.dots.png"] != nil)
    let bare = try CommandRun(
      "scan \(library.library) --cache \(library.cache)",
      environment: ["PATH": "/usr/bin:/bin"]
    )
    #expect(bare.status == 0)
    #expect(
      bare.errorOutput.contains(
        "what it decoded with --ffmpeg stays, and nothing else is tried with it"
      ),
      "\(bare.errorOutput)"
    )
    #expect(bare.errorOutput.contains("3 unchanged"), "\(bare.errorOutput)")
    #expect(try library.tree("library/.wavethumb") == whole)

    // A new one is not tried; one that has changed keeps its pictures.
    library.shell("cd library; cp film.mp4 other.mp4; printf x >>film.mp4; printf y >>other.mp4")
    let next = try CommandRun(
      "scan \(library.library) --cache \(library.cache)",
      environment: ["PATH": "/usr/bin:/bin"]
    )
    #expect(
      next.errorOutput.contains("2 unsupported (2 may be read with --ffmpeg)"),
      "\(next.errorOutput)"
    )
    #expect(try library.entry(of: "film.mp4")?["stale"] == .bool(true))
    #expect(try library.tree("library/.wavethumb")["film.mp4.dots.png"] != nil)
    #expect(try library.entry(of: "other.mp4")?["error"]?["needs"]?.string == "ffmpeg")

    // Named, it does both, and leaves the looks as they are.
    let named = try scan("--ffmpeg")
    #expect(
      named.errorOutput.contains("as the last scan: --page --style dots"),
      "\(named.errorOutput)"
    )
    #expect(try library.pictures().contains("other.mp4.dots.png"))
    _ = try scan("--ffmpeg off")
    #expect(try scan().errorOutput.contains("--style dots --ffmpeg=off"))
  }

  @Test func `of a part are its own, or those of the whole before`() throws {
    _ = try scan("--output {}/out --style dots --page --exclude x*")
    let first = try scan("--output {}/out --shard 1/2")
    #expect(first.errorOutput.contains("as the last scan: --page --exclude 'x*' --style dots"))
    // A sibling with other options says nothing about this part.
    _ = try scan("--output {}/out --shard 2/2 --style line")
    #expect(try scan("--output {}/out --shard 1/2").errorOutput.contains("--style dots"))
    #expect(try scan("--output {}/out --shard 2/2").errorOutput.contains("--style line"))
    let differing = try CommandRun("merge \(library.root)/out --cache \(library.cache)")
    #expect(differing.status == 1)
    #expect(
      differing.errorOutput.contains("part 1 of 2 and part 2 of 2"),
      "\(differing.errorOutput)"
    )

    library.shell("rm out/.wavethumb-ledger.2-of-2 out/manifest.2-of-2.json")
    try library.add("mono.wav", as: "new.wav")
    for part in ["1/2", "2/2"] {
      _ = try scan("--output {}/out --shard \(part)")
    }
    let merge = try CommandRun("merge \(library.root)/out --cache \(library.cache)")
    #expect(merge.status == 0, "\(merge.errorOutput)")
    #expect(merge.errorOutput.contains("index.html\" is older than these pictures; use --page"))
    // The whole has the options of its parts, its page too.
    let whole = try scan("--output {}/out")
    #expect(
      whole.errorOutput.contains("--page --exclude 'x*' --style dots"),
      "\(whole.errorOutput)"
    )
    #expect(try library.text("out/index.html").contains("new.wav"))
  }

  // All of a small library may be in one part.
  @Test func `of a part leave it a manifest of its own where nothing differs from the whole`()
    throws
  {
    for options in ["", "--shard 1/1"] {
      _ = try scan("--output {}/out \(options)")
    }
    #expect(try library.tree("out")["manifest.1-of-1.json"] != nil)
    let merge = try CommandRun("merge \(library.root)/out --cache \(library.cache)")
    #expect(merge.status == 0, "\(merge.errorOutput)")
    #expect(try scan("--output {}/out").errorOutput.contains("2 unchanged"))
  }

  @Test func `of a merge are those of its parts and its own`() throws {
    for part in ["1/2", "2/2"] {
      _ = try scan("--output {}/out --style dots --exclude x* --shard \(part)")
    }
    let merge = try CommandRun(
      "merge \(library.root)/out --cache \(library.cache) --library \(library.library) --page"
        + " --page-title A"
    )
    #expect(merge.status == 0, "\(merge.errorOutput)")
    _ = try scan("--output {}/whole --style dots --exclude x* --page --page-title A --no-cache")
    for name in ["index.html", "manifest.json"] {
      #expect(try library.contents("out/\(name)") == library.contents("whole/\(name)"), "\(name)")
    }
    let bare = try scan("--output {}/out")
    #expect(bare.errorOutput.contains("--page --page-title A --exclude 'x*' --style dots"))
  }
}
