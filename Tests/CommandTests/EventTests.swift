import TestSupport
import Testing
import WavethumbBytes

/// Tests the events of recordings: in the manifest, as labels and chapters, and in `list`.
@Suite struct `Events of recordings` {
  /// Returns a folder with a library of one recording: two sounds of a second, and two seconds of
  /// silence between them, with a hole in the second sound.
  private static func folder() throws -> TemporaryRecording {
    let folder = try TemporaryRecording()
    let second = 8000
    let silence = second..<3 * second
    // 20 ms at 3.5 s.
    let hole = 28_000..<28_160
    let samples = (0..<4 * second).map { frame in
      let isSilent = silence.contains(frame) || hole.contains(frame)
      return isSilent ? 0 : noise(at: frame) - 4500
    }
    try folder.write("a.wav", bytes: WaveFile(samples: samples).bytes)
    // A name with a comma, which CSV has to quote.
    #expect(try folder.shell("mkdir lib && mv a.wav lib/a,1.wav").status == 0)
    return folder
  }

  /// Returns noise without a seed: multiples of a prime, modulo another.
  private static func noise(at frame: Int) -> Int16 { Int16(frame * 7919 % 9001) }

  @Test func `labels and chapters imply the analysis, and hold what the manifest lists`() throws {
    let folder = try Self.folder()
    let run = try folder.shell("$W scan lib --no-cache --data labels --data chapters -q; echo $?")
    #expect(run.text == "0\n", "\(run.errorOutput)")

    let labels = try folder.text("lib/.wavethumb/a,1.wav.labels.txt")
    #expect(labels == "1\t3\tsilence\n3.5\t3.52\tdropout\n")
    // Chapters are what is between silences; a dropout divides nothing.
    let chapters = try folder.text("lib/.wavethumb/a,1.wav.chapters.json")
    #expect(
      chapters == """
        {"version":"1.2.0","chapters":[{"startTime":0,"endTime":1,"title":"Part 1"},\
        {"startTime":3,"endTime":4,"title":"Part 2"}]}

        """
    )

    let manifest = try folder.json("lib/.wavethumb/manifest.json")
    let sound = manifest["files"]?.array?.first?["sound"]
    let events = sound?["events"]?.array ?? []
    #expect(events.map { $0["kind"]?.string } == ["silence", "dropout"])
    #expect(events.map { $0["end"]?.double } == [3, 3.52])
    #expect(sound?["eventsOmitted"] == nil)
  }

  // An empty file says nothing by itself; that it is ours, the ledger says.
  @Test func `a recording with chapters keeps them`() throws {
    let library = try TemporaryLibrary()
    try library.add("chapters.mp3", as: "ep1.mp3")
    #expect(try library.scan("--data chapters").status == 0)
    let own = try library.json("library/.wavethumb/ep1.mp3.chapters.json")["chapters"]?.array ?? []
    #expect(own.count > 1)
    #expect(own.allSatisfy { !($0["title"]?.string ?? "Part").hasPrefix("Part ") }, "\(own)")
    // Each goes to the next or to its own end.
    for (chapter, next) in zip(own, own.dropFirst()) {
      #expect(
        (chapter["endTime"]?.double ?? .infinity) <= (next["startTime"]?.double ?? 0),
        "\(own)"
      )
    }
    // Pictures show none.
    #expect(try library.entries().first?["markers"] == nil)

    // Those beside it count with --markers auto only.
    let beside =
      #"{"version":"1.2.0","chapters":[{"startTime":0,"title":"One"},{"startTime":0.25}]}"#
    try library.write(beside, to: "ep1.chapters.json")
    #expect(try library.scan("--data chapters").status == 0)
    #expect(try library.json("library/.wavethumb/ep1.mp3.chapters.json")["chapters"]?.array == own)
    #expect(try library.scan("--data chapters --markers auto").status == 0)
    let given =
      try library.json("library/.wavethumb/ep1.mp3.chapters.json")["chapters"]?.array ?? []
    #expect(given.map { $0["title"]?.string } == ["One", "Chapter 2"])
    #expect(given.first?["endTime"]?.double == 0.25)
    #expect(given.last?["startTime"]?.double == 0.25)

    // A stretch has those within it, with times from the start of the recording.
    #expect(try library.scan("--data chapters --markers auto --range 0:00.1-0:00.4").status == 0)
    let part = try library.json("library/.wavethumb/ep1.mp3.chapters.json")["chapters"]?.array ?? []
    #expect(part.map { $0["startTime"]?.double } == [0.25])
  }

  @Test func `empty labels of a recording that was away for a scan are replaced`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    try library.add("mono.wav", as: "b.wav")
    let options = "--data labels --silence -60:3"
    #expect(try library.scan(options).status == 0)
    let labels = "library/.wavethumb/a.wav.labels.txt"
    #expect(try library.contents(labels).isEmpty)
    library.shell("mv library/a.wav away.wav")
    #expect(try library.scan(options).status == 0)

    // It comes back with silence, whose labels are not empty.
    let silence = WaveFile(samples: [Int16](repeating: 0, count: 40_000))
    try library.write(silence.bytes, to: "a.wav")
    let run = try library.scan(options)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try !library.contents(labels).isEmpty)
  }

  @Test func `a recording without events has empty labels, which a scan keeps and misses`() throws {
    let folder = try Self.folder()
    let options = "--cache c --data labels --data json --silence -60:3 -q"
    let samples = (0..<8000).map(Self.noise)
    try folder.write("b.wav", bytes: WaveFile(samples: samples).bytes)

    let run = try folder.shell(
      """
      mv b.wav lib
      labels=lib/.wavethumb/b.wav.labels.txt
      $W scan lib \(options); echo $?
      wc -c <$labels
      # The empty file is kept, and is what is due.
      $W scan lib \(options); echo $?
      $W scan lib \(options) --check; echo $?
      rm $labels
      $W scan lib \(options) --check; echo $?
      $W scan lib \(options); echo $?
      wc -c <$labels
      """
    )
    #expect(run.text == "0\n0\n0\n0\n4\n0\n0\n", "\(run.errorOutput)")
  }

  @Test func `the silence that is asked for comes from the options, also in parts and a rendering`()
    throws
  {
    let folder = try Self.folder()
    let run = try folder.shell(
      """
      labels=lib/.wavethumb/a,1.wav.labels.txt
      # Two seconds of silence are too short, and then long enough.
      $W scan lib --cache c --data labels --silence -60:2.5 -q
      cat $labels
      $W scan lib --cache c --data labels --silence -60:1.75 -q
      cat $labels
      $W scan lib --cache c --data labels --silence -60:1.75 --json -q | tail -1 | cut -c1-60
      render() { $W render lib/a,1.wav --cache c "$@"; }
      render --silence -60:2.5 -o a.labels.txt && cat a.labels.txt
      # Times in a stretch are those of the recording.
      render --range 0:02-0:04 -o b.labels.txt && cat b.labels.txt
      render --range 0:02-0:04 -o b.chapters.json && cat b.chapters.json
      # The option has no effect without an analysis, and a message says so.
      $W scan lib --no-cache --silence -60:1 2>&1 | grep -c 'no effect'
      $W scan lib --silence 60; echo $?
      """
    )
    #expect(
      run.text == """
        3.5\t3.52\tdropout
        1\t3\tsilence
        3.5\t3.52\tdropout
        {"event":"done","files":1,"decoded":0,"drawn":0,"failed":0,"
        3.5\t3.52\tdropout
        2\t3\tsilence
        3.5\t3.52\tdropout
        {"version":"1.2.0","chapters":[{"startTime":3,"endTime":4,"title":"Part 1"}]}
        1
        2

        """,
      "\(run.text)\(run.errorOutput)"
    )
    // The message for a value that is wrong has one that is right.
    #expect(run.errorOutput.contains("-30:1.75"))
  }

  @Test func `list prints the events of one kind`() throws {
    let folder = try Self.folder()
    let run = try folder.shell(
      """
      $W scan lib --no-cache --analyze -q
      $W list lib --events --csv --where kind=dropout
      $W list lib --events --csv --where kind=!dropout
      $W list lib --csv --columns path,kind --where kind=dropout
      $W list lib --csv --columns path --where kind=gap
      $W list lib --where kind=hole 2>&1; echo $?
      """
    )
    #expect(
      run.text == """
        path,kind,start,end,channel\r
        "a,1.wav",dropout,3.500,3.520,\r
        path,kind,start,end,channel\r
        path,kind\r
        "a,1.wav",silence dropout\r
        path\r
        wavethumb: --where "kind=hole": expected silence, clipping, dropout or gap
        (see wavethumb help list)
        2

        """,
      "\(run.text)"
    )
  }

  @Test func `a table without an analysis says how to get one`() throws {
    let folder = try Self.folder()
    let run = try folder.shell(
      """
      $W scan lib --no-cache -q
      for options in "" "--events" "--expect loudness=-17..-15" "--expect findings=none"; do
        $W list lib $options 2>&1 >/dev/null
      done
      $W list lib --columns path,bytes 2>&1 >/dev/null
      $W list lib --csv 2>&1 >/dev/null
      $W scan lib --no-cache -q --analyze
      $W list lib 2>&1 >/dev/null
      """
    )
    #expect(
      run.text == """
        wavethumb: nothing is known of loudness, truePeak, findings: scan with --analyze to measure it
        wavethumb: nothing is known of kind: scan with --analyze to measure it
        wavethumb: nothing is known of loudness: scan with --analyze to measure it
        wavethumb: nothing is known of findings: scan with --analyze to measure it

        """,
      "\(run.text)"
    )
  }

  @Test func `list prints events as rows`() throws {
    let folder = try Self.folder()
    let run = try folder.shell(
      """
      $W scan lib --no-cache --analyze -q
      $W list lib --events
      $W list lib --events --csv
      $W list lib --events --json
      $W list lib --events --where findings=clipping --csv
      $W list lib --events --columns path; echo $?
      """
    )
    #expect(
      run.text == """
             start         end  kind      channel  path
             1.000       3.000  silence            a,1.wav
             3.500       3.520  dropout            a,1.wav
        path,kind,start,end,channel\r
        "a,1.wav",silence,1.000,3.000,\r
        "a,1.wav",dropout,3.500,3.520,\r
        {"path":"a,1.wav","kind":"silence","start":1,"end":3}
        {"path":"a,1.wav","kind":"dropout","start":3.5,"end":3.52}
        path,kind,start,end,channel\r
        2

        """,
      "\(run.text)\(run.errorOutput)"
    )
  }

  @Test func `a recording without events has an empty file of labels that is kept and pruned`()
    throws
  {
    let folder = try TemporaryRecording()
    let run = try folder.shell(
      """
      mkdir lib && cp tone.wav lib && cp tone.wav lib/b.wav && cd lib
      scan() { $W scan . --no-cache --data labels -q "$@"; }
      scan
      wc -c < .wavethumb/b.wav.labels.txt
      scan --json | tail -1 | grep -c '"drawn":0'
      rm b.wav
      scan --prune --force
      ls .wavethumb
      """
    )
    #expect(
      run.lines == [
        "0", "1", "manifest.json", "tone.wav.labels.txt", "tone.wav.mirroredBars.png",
      ],
      "\(run.text)\(run.errorOutput)"
    )
  }
}
