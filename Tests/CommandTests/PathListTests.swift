import Testing
import WavethumbBytes

/// Tests `--files-from`, `--wait` and `--min-age`: what hooks and timers ask for.
@Suite struct `A scan of a list` {
  /// A library of five recordings in three folders, with pictures.
  private func library(_ options: String = "") throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    let sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/pcm16.wav")
    for (index, name) in ["a/1.wav", "a/2.wav", "a b/1.wav", "b/1.wav", "c.wav"].enumerated() {
      var changed = sound
      changed[sound.count - 1] = UInt8(index)
      try library.write(changed, to: name)
    }
    #expect(try library.scan(options).status == 0)
    return library
  }

  private func scan(
    _ library: TemporaryLibrary,
    list: [UInt8],
    _ options: String = ""
  ) throws -> CommandRun {
    let line = "scan \(library.library) --cache \(library.cache) --files-from - \(options)"
    return try CommandRun(line.split(separator: " ").map { Array($0.utf8) }, input: list)
  }

  private func scan(
    _ library: TemporaryLibrary,
    _ list: String,
    _ options: String = ""
  ) throws -> CommandRun {
    try scan(library, list: Array(list.utf8), options)
  }

  private func paths(_ library: TemporaryLibrary) throws -> [String] {
    try library.entries().compactMap { $0["path"]?.string }
  }

  @Test func `a new recording gets its entry, and all else stays as a scan of all leaves it`()
    throws
  {
    let library = try library("--page --analyze")
    try library.add("cbr.mp3", as: "a/3.mp3")
    try library.add("pcm16.wav", as: "b/2.wav")
    library.shell("touch -d '2001-01-01' library/c.wav")

    let run = try scan(library, "a/3.mp3\n", "--page --analyze --json")
    #expect(run.status == 0, "\(run.errorOutput)")
    // Nothing is known of `b/2.wav`, and `c.wav` is not opened.
    #expect(run.lines.count { $0.contains(#""event":"file""#) } == 1, "\(run.text)")
    #expect(run.text.contains(#""files":1,"#), "\(run.text)")
    #expect(
      try paths(library) == ["a b/1.wav", "a/1.wav", "a/2.wav", "a/3.mp3", "b/1.wav", "c.wav"]
    )
    #expect(try library.text("library/.wavethumb/index.html").contains("a/3.mp3"))

    library.shell("rm library/b/2.wav")
    let files = try library.tree("library/.wavethumb")
    let whole = try library.scan("--page --analyze")
    #expect(whole.status == 0, "\(whole.errorOutput)")
    #expect(whole.errorOutput.contains("6 unchanged"), "\(whole.errorOutput)")
    // Manifest, albums, page and pictures are those of a scan of all.
    #expect(try library.tree("library/.wavethumb") == files)
  }

  @Test func `a list may name files, folders, absolute paths and all of them twice`() throws {
    let library = try library()
    for name in ["a/new.wav", "b/new.wav", "new.wav", "b/deep/er/new.wav"] {
      try library.add("pcm16.wav", as: name)
    }
    let list = """
      b
      ./a//new.wav
      \(library.library)/new.wav
      b/deep/er/new.wav
      new.wav
      b/
      """
    let run = try scan(library, list)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("4 drawn, 1 unchanged"), "\(run.errorOutput)")
    #expect(try paths(library).count == 9)
    #expect(try library.scan("--check").status == 0)
  }

  @Test func `names of any bytes are listed with a NUL behind each`() throws {
    let library = try library()
    let names = [
      Array("new\nline.wav".utf8), [0xFF, 0xFE] + Array(" .wav".utf8), Array("é/ü.wav".utf8),
    ]
    let sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/pcm16.wav")
    try library.write(sound, to: "../sound.wav")
    library.shell(
      #"""
      mkdir library/é
      cp sound.wav "$(printf 'library/new\nline.wav')"
      cp sound.wav "$(printf 'library/\377\376 .wav')"
      cp sound.wav library/é/ü.wav
      """#
    )
    let run = try scan(library, list: Array(names.joined(separator: [0])), "-0")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("3 drawn"), "\(run.errorOutput)")

    let listed = library.shell(
      "$W list library --where status=ok -0 >list; tr -cd '\\0' <list | wc -c"
    )
    #expect(listed == "8\n")
    let again = library.shell(
      "$W scan library --cache cache --files-from list -0 --output spectrals --style spectrogram 2>&1"
    )
    #expect(again.contains("8 drawn"), "\(again)")
  }

  @Test(arguments: [
    ("a/../b", 1, "may not go up"), ("a/1.wav\n..", 2, "may not go up"),
    ("a\n\nb", 2, "the path is empty"), (".", 1, "the library itself"),
    ("/etc/passwd", 1, "does not begin with that of the library"),
    ("{}", 1, "the library itself"), ("{}-old/a.wav", 1, "does not begin"),
    ("{}/../x.wav", 1, "may not go up"), ("a\u{0}b", 1, "need -0"),
  ])
  func `a path that is not below the library is an error`(
    list: String,
    line: Int,
    message: String
  ) throws {
    let library = try library()
    try library.add("pcm16.wav", as: "new.wav")
    let before = try library.tree("")
    let list = "new.wav\n" + list.replacing("{}", with: library.library) + "\nnew.wav\n"
    let run = try scan(library, list)
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("standard input, line \(line + 1): "), "\(run.errorOutput)")
    #expect(run.errorOutput.contains(message), "\(run.errorOutput)")
    #expect(try library.tree("") == before)
  }

  @Test func `an endless line and an endless list end with an error`() throws {
    let library = try library()
    for producer in ["cat /dev/zero", "yes a/1.wav", "tr '\\0' x </dev/zero"] {
      let run = library.shell(
        "\(producer) | timeout 60 $W scan library --cache cache --files-from - 2>&1; echo $?"
      )
      #expect(run.hasSuffix("2\n"), "\(producer): \(run)")
    }
    // As a file that is a device, and as one that is a folder.
    #expect(try library.scan("--files-from /dev/zero").status == 2)
    #expect(try library.scan("--files-from {}").status == 1)
    #expect(try library.scan("--files-from {}/missing").status == 1)
  }

  @Test func `a signal ends the wait for a list`() throws {
    let library = try library()
    let status = library.shell(
      """
      mkfifo pipe
      $W scan library --cache cache --files-from pipe 2>messages &
      run=$!
      exec 3>pipe
      echo a/1.wav >&3
      kill -TERM $run
      wait $run
      echo $?
      """
    )
    #expect(status == "143\n")
  }

  @Test func `what a crawl would pass over is counted`() throws {
    let library = try library("--exclude *.au")
    try library.write("*.mp3\n", to: "a/.wavethumbignore")
    for name in ["x.au", "a/x.mp3", ".hidden/x.wav", "cover.jpg", "notes"] {
      try library.add("pcm16.wav", as: name)
    }
    library.shell("ln -s a library/link; ln -s nowhere library/gone")
    let list =
      "x.au\na/x.mp3\n.hidden/x.wav\ncover.jpg\nnotes\nlink/1.wav\n.wavethumb\ngone\na/missing.wav\n"
    let run = try scan(library, list, "--exclude *.au --json")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.text.contains(#""passedOver":8,"absent":1"#), "\(run.text)")
    #expect(run.errorOutput.contains("8 passed over, 1 not there"), "\(run.errorOutput)")
    #expect(try paths(library).count == 5)
  }

  @Test func `a listed recording that is gone loses its entry`() throws {
    let library = try library()
    library.shell("rm library/a/1.wav library/c.wav; rm -r library/b")
    let run = try scan(library, "a/1.wav\nb\na/2.wav\n")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("1 unchanged, 2 not there"), "\(run.errorOutput)")
    // The entry of `c.wav` stays, since nobody has looked.
    #expect(try paths(library) == ["a b/1.wav", "a/2.wav", "c.wav"])
    #expect(try library.pictures().count == 5)
  }

  @Test func `an empty library and a folder that cannot be read change nothing`() throws {
    let library = try library()
    library.shell("mkdir away; mv library/* away")
    let before = try library.tree("library")
    let gone = try scan(library, "a/1.wav\nb\n")
    #expect(gone.status == 1)
    #expect(gone.errorOutput.contains("is its disk mounted?"), "\(gone.errorOutput)")
    #expect(try library.tree("library") == before)

    library.shell("mv away/* library")
    let unreadable = library.shell(
      """
      chmod 0 library/a; chmod 711 .
      chown -R 65534 . 2>/dev/null || true
      run() {
        if [ $(id -u) = 0 ]; then setpriv --reuid=65534 --clear-groups "$@"; else "$@"; fi
      }
      printf '%s\\n' b/1.wav a/1.wav | run $W scan library --cache cache --files-from - 2>&1
      echo $?
      printf '%s\\n' a | run $W scan library --cache cache --files-from - 2>&1
      echo $?
      chmod 755 library/a
      """
    )
    #expect(unreadable.count { $0 == "1" } >= 2 && unreadable.hasSuffix("1\n"), "\(unreadable)")
    #expect(unreadable.contains("cannot be read"), "\(unreadable)")
    #expect(
      try library.tree("library") == before.merging(try library.tree("library")) { old, _ in old }
    )
  }

  @Test(arguments: ["--style bars", "--exclude *.au", "--min-age 1h", "--page", "--data json"])
  func `a list has the options of the last scan, and others are refused`(other: String) throws {
    let library = try library("--style dots --analyze --min-age 0")
    try library.add("pcm16.wav", as: "new.wav")
    let before = try library.tree("library")
    let refused = try scan(library, "new.wav\n", other)
    #expect(refused.status == 2)
    let name = other.prefix { $0 != " " }
    #expect(refused.errorOutput.contains("\(name)"), "\(refused.errorOutput)")
    #expect(refused.errorOutput.contains("would differ"), "\(refused.errorOutput)")
    #expect(try library.tree("library") == before)
    let run = try scan(library, "new.wav\n")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("as the last scan"), "\(run.errorOutput)")
    #expect(try library.pictures().count == 6)
    #expect(try library.pictures().allSatisfy { $0.hasSuffix(".dots.png") })
    #expect(try library.entry(of: "new.wav")?["sound"] != nil)
    #expect(try library.scan("--check").status == 0)
    // A new output has no other recordings.
    #expect(try scan(library, "a\n", "--output \(library.root)/new").status == 0)
    #expect(try scan(library, "b\n", "--output \(library.root)/new").status == 0)
    #expect(try library.json("new/manifest.json")["files"]?.array?.count == 3)
  }

  @Test(arguments: ["prune", "check", "shard=1/2"])
  func `what is for all recordings is refused`(option: String) throws {
    let library = try TemporaryLibrary()
    let run = try scan(library, "a\n", "--\(option)")
    #expect(run.status == 2)
    #expect(run.errorOutput.contains("exclude each other"), "\(run.errorOutput)")
    #expect(try library.scan("-0").status == 2)
  }

  @Test(arguments: [
    "rm library/.wavethumb/.wavethumb-ledger", "rm library/.wavethumb/manifest.json",
    "truncate -s 300 library/.wavethumb/manifest.json",
    "truncate -s 100 library/.wavethumb/.wavethumb-ledger",
    "sed -i s/durationMs/durationmS/ library/.wavethumb/manifest.json",
  ])
  func `without a whole state nothing else is known, and nothing is changed`(damage: String) throws
  {
    let library = try library()
    try library.add("pcm16.wav", as: "new.wav")
    library.shell(damage)
    let before = try library.tree("library")
    let run = try scan(library, "new.wav\n")
    #expect(run.status == 1, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("scan once without it"), "\(run.errorOutput)")
    #expect(try library.tree("library") == before)
  }

  @Test func `entries of names that cannot be entered stay`() throws {
    let library = try library()
    library.shell(
      "ln -s nowhere library/0.wav; ln -s nowhere library/a/z.wav; ln -s nowhere library/z.wav"
    )
    #expect(try library.scan().status == 3)
    try library.add("pcm16.wav", as: "new.wav")
    // They failed before, and nobody asked for them.
    #expect(try scan(library, "new.wav\n").status == 0)
    #expect(
      try paths(library) == [
        "0.wav", "a b/1.wav", "a/1.wav", "a/2.wav", "a/z.wav", "b/1.wav", "c.wav", "new.wav",
        "z.wav",
      ]
    )
    #expect(try scan(library, "a\n").status == 3)
    library.shell("rm library/z.wav")
    #expect(try scan(library, "z.wav\nnew.wav\n").status == 0)
    #expect(try paths(library).last == "new.wav")
    #expect(try CommandRun("verify \(library.output)").status == 0)
  }

  @Test func `after a killed run, the next scan of all still compares files with their digests`()
    throws
  {
    let library = try library()
    // As a kill leaves it: another file of the same size has a name that the ledger lists.
    library.shell(
      """
      cd library/.wavethumb
      printf 'wavethumb run 1\\0' >.wavethumb-run
      size=$(stat -c %s c.wav.mirroredBars.png)
      printf x | dd of=c.wav.mirroredBars.png bs=1 seek=$((size - 20)) conv=notrunc status=none
      """
    )
    try library.add("pcm16.wav", as: "new.wav")
    #expect(try scan(library, "new.wav\n").status == 0)
    #expect(try CommandRun("verify \(library.output)").status == 4)
    let whole = try library.scan()
    #expect(whole.errorOutput.contains("1 drawn, 5 unchanged"), "\(whole.errorOutput)")
    #expect(try CommandRun("verify \(library.output)").status == 0)
    #expect(library.shell("ls -A library/.wavethumb | grep -c run") == "0\n")
  }

  @Test func `100,000 lines take seconds`() throws {
    let library = try library()
    let list = (0..<100_000).map { "a/\($0).wav\n" }.joined() + "c.wav\n"
    let scan = try scan(library, list)
    #expect(scan.status == 0, "\(scan.errorOutput)")
    // `a/1.wav` and `a/2.wav` are among them.
    #expect(scan.errorOutput.contains("3 unchanged, 99,998 not there"), "\(scan.errorOutput)")
  }

  @Test func `a scan waits for another one`() throws {
    let library = try library()
    let run = library.shell(
      """
      exec 9<>library/.wavethumb/.lock
      python3 - <<'PROGRAM' &
      import fcntl, time
      lock = open('library/.wavethumb/.lock', 'r+')
      fcntl.lockf(lock, fcntl.LOCK_EX)
      open('held', 'w')
      time.sleep(1)
      PROGRAM
      until [ -e held ]; do sleep 0.01; done
      $W scan library --cache cache 2>/dev/null; echo $?
      $W scan library --cache cache --wait 0.2 2>/dev/null; echo $?
      $W scan library --cache cache --wait 1m 2>messages; echo $?
      grep -c 'waiting for another scan, process' messages
      wait
      """
    )
    #expect(run == "75\n75\n0\n1\n")
  }

  @Test func `hooks that come at once each add their recordings`() throws {
    let library = try library()
    let run = library.shell(
      """
      for i in 1 2 3 4 5 6 7 8; do
        cp library/c.wav library/new$i.wav
        echo new$i.wav | $W scan library --cache cache --files-from - --wait 60 -q &
      done
      wait
      $W list library -0 | tr -cd '\\0' | wc -c
      """
    )
    #expect(run == "13\n")
    #expect(try library.scan("--check").status == 0)
  }
}

/// Tests that recordings into which somebody writes are left alone.
@Suite struct `A scan with a minimum age` {
  @Test func `a young recording waits, and keeps its last entry`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "old.wav")
    try library.add("pcm16.wav", as: "changed.wav")
    // The change time is that of the copy, which is now.
    let first = try library.scan("--min-age 1h --json")
    #expect(first.status == 0)
    #expect(first.text.contains(#""waiting":2"#), "\(first.text)")
    #expect(first.errorOutput.contains("no recordings to scan, 2 changed too recently"))
    #expect(try library.entries().isEmpty)

    #expect(try library.scan("--min-age 0").status == 0)
    let before = try library.entry(of: "changed.wav")
    try library.add("cbr.mp3", as: "changed.wav")
    try library.add("cbr.mp3", as: "new.mp3")
    let second = try library.scan("--min-age 1h")
    #expect(second.status == 0, "\(second.errorOutput)")
    #expect(second.errorOutput.contains("3 changed too recently"), "\(second.errorOutput)")
    #expect(try library.entries().count == 2)
    #expect(try library.entry(of: "changed.wav") == before)

    let third = try library.scan("--min-age 0")
    #expect(third.errorOutput.contains("2 drawn"), "\(third.errorOutput)")
    #expect(try library.entries().count == 3)
  }

  @Test func `a recording of the future is not young`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    library.shell("touch -d '2100-01-01' library/a.wav")
    #expect(try library.scan("--min-age 1h").errorOutput.contains("1 drawn"))
  }

  @Test func `other options draw a young recording in the run that looks at it`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    #expect(try library.scan().status == 0)
    let young = try library.scan("--min-age 1h --style dots")
    #expect(young.status == 0, "\(young.errorOutput)")
    #expect(try library.entry(of: "a.wav")?["stale"]?.bool == true)
    let later = try library.scan("--style dots --min-age 0")
    #expect(later.errorOutput.contains("1 drawn"), "\(later.errorOutput)")
  }

  @Test func `pictures of a recording that waits are not pruned`() throws {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "a.wav")
    try library.add("pcm16.wav", as: "b.wav")
    #expect(try library.scan().status == 0)
    library.shell("touch library/a.wav; rm library/b.wav")
    #expect(try library.scan("--min-age 1h --prune").status == 0)
    #expect(try library.pictures() == ["a.wav.mirroredBars.png"])
  }
}
