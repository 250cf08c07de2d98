import Decoding
import TestSupport
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch

/// Tests sharded scans into one output, and merging.
@Suite struct ShardTests {
  private static let names = [
    "mono.wav", "flac16.flac", "cbr.mp3", "html.mp3", "aac.m4a", "empty.mp3", "cue.wav",
    "float32.wav", "cut.wav", "alaw.wav", "chapters.mp3", "garbage-before.mp3",
  ]

  /// Returns a library with failures, duplicate contents, non-UTF-8 names, and valid and invalid
  /// art.
  private static func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    // Each content twice, since a copy is measured once, by one part or the other.
    for (index, name) in names.enumerated() {
      try library.add(name, as: "Show \(index % 4)/\(index) \(name)")
      try library.add(name, as: "Again/\(name)")
    }
    let art = TemporaryLibrary.fixtures + "/../Art"
    library.shell(
      """
      cd library
      cp Again/mono.wav "$(printf 'bytes\\377.wav')"
      cp '\(art)/lame.mp3' 'Show 1'
      cp '\(art)/front.png' 'Show 2/folder.png'
      cp '\(art)/cut.png' 'Show 3/cover.png'
      """
    )
    return library
  }

  /// Returns the differences between `parts` and `whole`.
  // By `diff`, which compares names that are no UTF-8 as well.
  private static func differences(in library: TemporaryLibrary) -> String {
    library.shell("diff -r --exclude='.lock*' parts whole")
  }

  /// Scans one part of a library into `parts`.
  @discardableResult
  private func scanPart(
    _ part: String,
    of library: TemporaryLibrary,
    options: String = ""
  ) throws -> CommandRun {
    try library.scan("--output {}/parts --shard \(part) \(options)")
  }

  /// Scans all parts of a library into `parts`.
  private func scanParts(
    of library: TemporaryLibrary,
    count: Int,
    options: String = ""
  ) throws {
    for number in 1...count {
      try scanPart("\(number)/\(count)", of: library, options: options)
    }
  }

  /// Merges the parts in `parts`.
  private func merge(_ library: TemporaryLibrary, options: String = "") throws -> CommandRun {
    try CommandRun("merge \(library.root)/parts --cache \(library.cache) " + options)
  }

  // More parts than some folders have recordings, so that parts are empty.
  @Test(arguments: [1, 2, 3, 7, 16])
  func `joined parts equal an unsharded scan byte for byte`(count: Int) throws {
    let library = try Self.library()
    let looks =
      "--style line --style dots --scale 2 --size 60x20 --markers auto --cover auto"
      + " --format png --format svg --data json --data dat --data peaks --data wavesurfer"
    #expect(try library.scan("--output {}/whole --no-cache \(looks)").status == 3)

    for number in 1...count {
      let run = try scanPart("\(number)/\(count)", of: library, options: looks)
      // A part may have none of the files that fail.
      #expect(run.status == 0 || run.status == 3, "\(run.errorOutput)")
    }

    let merge = try merge(library)
    #expect(merge.status == 3, "\(merge.errorOutput)")
    #expect(Self.differences(in: library) == "")

    // Later runs find everything unchanged, both unsharded and with another number of shards.
    let again = try library.scan("--output {}/parts --json \(looks)")
    #expect(again.text.contains(#""decoded":0,"drawn":0,"#))
    let other = try scanPart("2/5", of: library, options: looks + " --json")
    #expect(other.text.contains(#""decoded":0,"drawn":0,"#))
    #expect(try library.contents("parts/manifest.json") == library.contents("whole/manifest.json"))
  }

  // A new file, other content, a move and a removal; then another number of parts.
  @Test func `edits between two sharded scans equal an unsharded scan`() throws {
    let library = try Self.library()
    try scanParts(of: library, count: 3)
    #expect(try merge(library).status == 3)

    try library.add("pcm16.wav", as: "Show 1/new.wav")
    try library.add("flac24.flac", as: "Again/mono.wav")
    library.shell("cd library; mv Again/cue.wav moved.wav; rm Again/cbr.mp3")
    try scanParts(of: library, count: 7)
    #expect(try merge(library).status == 3)
    #expect(try library.scan("--output {}/whole --no-cache").status == 3)

    // Pictures of recordings that are gone stay without --prune.
    let differences = Self.differences(in: library).split(separator: "\n")
    #expect(differences.filter { !$0.hasPrefix("Only in parts") } == [])
  }

  @Test func `an unsharded scan takes over parts that were never joined`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "flac16.flac", "cbr.mp3")
    try scanParts(of: library, count: 2, options: "--data dat")
    #expect(try library.scan("--output {}/parts --data dat").status == 0)
    #expect(try library.scan("--output {}/whole --data dat --no-cache").status == 0)
    #expect(Self.differences(in: library) == "")
    #expect(!library.shell("ls -A parts").contains("-of-2"))
  }

  @Test func `a merge deletes the parts of other sets, which are older`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "flac16.flac", "cbr.mp3")
    for label in ["2/7", "1/2", "2/2"] {
      try scanPart(label, of: library, options: "--data dat")
    }
    #expect(try merge(library).status == 0)
    #expect(try library.scan("--output {}/whole --data dat --no-cache").status == 0)
    #expect(Self.differences(in: library) == "")
    #expect(!library.shell("ls -A parts").contains("-of-"))
  }

  @Test func `an incomplete set of parts is rejected and kept`() throws {
    let library = try Self.library()
    #expect(try merge(try TemporaryLibrary()).status == 1)
    for number in [1, 3] {
      try scanPart("\(number)/3", of: library)
    }

    let missing = try merge(library)
    #expect(missing.status == 1)
    #expect(missing.errorOutput.contains("1 part of 3 missing: 2"))

    let status = try merge(library, options: "--status")
    #expect(status.status == 4)
    #expect(status.text == "of 3: 1, 3 there, missing 2\n")

    try scanPart("2/3", of: library, options: "--style dots")
    #expect(try merge(library).errorOutput.contains("different options"))
    try scanPart("2/3", of: library, options: "--style mirroredBars")

    // The manifest of another part in the place of its own.
    library.shell(
      """
      cp parts/manifest.2-of-3.json kept.json
      cp parts/manifest.1-of-3.json parts/manifest.2-of-3.json
      """
    )
    #expect(try merge(library).errorOutput.contains("is not the manifest of a part"))

    library.shell("cp kept.json parts/manifest.2-of-3.json")
    #expect(try merge(library).status == 3)
    // A merge may be repeated.
    let again = try merge(library)
    #expect(again.status == 0)
    #expect(again.errorOutput.contains("there are no parts"))

    // The folders that were to be merged are named, and not the one that they would be merged into.
    library.shell("mkdir none")
    let nothing = try CommandRun("merge \(library.root)/none --output \(library.root)/new")
    #expect(nothing.status == 1)
    #expect(nothing.errorOutput.contains("there are no parts in \"\(library.root)/none\"\n"))
    #expect(library.shell("ls none new 2>/dev/null") == "none:\n")
  }

  @Test func `a merge writes nothing to a library, and joins the parts in its output`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    try library.add("cbr.mp3", as: "Show/b.mp3")
    let before = try library.tree("library")
    let merge = "merge \(library.library) --cache \(library.cache)"
    let early = try CommandRun(merge)
    #expect(early.status == 1, "\(early.errorOutput)")
    #expect(early.errorOutput.contains("there are no parts in \"\(library.library)\"\n"))
    #expect(try library.tree("library") == before)

    for part in 1...2 {
      #expect(try library.scan("--shard \(part)/2").status == 0)
    }

    let run = try CommandRun("\(merge) --page -q")
    #expect(run.status == 0, "\(run.errorOutput)")
    let output = try library.tree("library/.wavethumb")
    #expect(output["manifest.json"] != nil)
    #expect(output["index.html"] != nil)
    let recordings = try library.tree("library").filter { !$0.key.hasPrefix(".wavethumb/") }
    #expect(recordings == before)
  }

  @Test func `parts with separate outputs are merged with their files`() throws {
    let library = try Self.library()
    for number in 1...2 {
      _ = try library.scan("--output {}/out\(number) --shard \(number)/2 --no-cache")
    }
    let merge = try CommandRun("merge out1 out2 --output parts --no-cache", in: library.root)
    #expect(merge.status == 3, "\(merge.errorOutput)")
    #expect(try library.scan("--output {}/whole --no-cache").status == 3)
    #expect(Self.differences(in: library) == "")
  }

  // Copied into the folder of a web server, the first changes what it does; the others would replace
  // files of the merge or of another recording.
  @Test(arguments: [".htaccess", "index.html", "manifest.json", "b.wav.mirroredBars.png"])
  func `a file that a part lists under another name than its own is not copied`(name: String)
    throws
  {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    #expect(try library.scan("--output {}/out --shard 1/1 --no-cache").status == 0)

    let picture = "a.wav.mirroredBars.png"
    let part = ForgedPart(library: library, folder: "out", label: "1-of-1")
    try part.write(try part.text().replacing(picture, with: name))
    library.shell("mv out/\(picture) out/\(name)")
    let merge = try CommandRun("merge out --output whole --no-cache", in: library.root)
    #expect(merge.status == 1, "\(merge.errorOutput)")
    #expect(merge.errorOutput.contains("is not the manifest of a part"))
    #expect(try library.tree("whole") == [:])
  }

  @Test func `a part that lists recordings of another part is refused`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    for number in 1...2 {
      #expect(try library.scan("--output {}/out --shard \(number)/2 --no-cache").status == 0)
    }

    // A hash of the path decides which part has the recording.
    let first = ForgedPart(library: library, folder: "out", label: "1-of-2")
    let second = ForgedPart(library: library, folder: "out", label: "2-of-2")
    let text = try first.text()
    if text.contains("a.wav") {
      try second.write(text)
    } else {
      try first.write(try second.text())
    }
    let merge = try CommandRun("merge \(library.root)/out --no-cache")
    #expect(merge.status == 1, "\(merge.errorOutput)")
    #expect(merge.errorOutput.contains("is not the manifest of a part"))
  }

  @Test(arguments: ["out1/", "./out1", "alias"])
  func `the whole may be a part's output under another spelling`(target: String) throws {
    let library = try Self.library()
    for number in 1...2 {
      _ = try library.scan("--output {}/out\(number) --shard \(number)/2 --no-cache")
    }
    library.shell("ln -s out1 alias")

    let merge = try CommandRun(
      "merge out1 out2 --output \(target) --no-cache",
      in: library.root
    )
    #expect(merge.status == 3, "\(merge.errorOutput)")

    library.shell("mv out1 parts")
    #expect(try library.scan("--output {}/whole --no-cache").status == 3)
    #expect(Self.differences(in: library) == "")
  }

  @Test func `merge prunes, checks and writes the page of the whole`() throws {
    let library = try Self.library()
    try scanParts(of: library, count: 2)
    // No part is believed about its library, and nothing is joined before that is known.
    for option in ["--check", "--page", "--prune"] {
      let run = try merge(library, options: option)
      #expect(run.status == 1, "\(run.errorOutput)")
      #expect(run.errorOutput.contains("--library DIR"))
    }

    #expect(library.shell("ls parts").contains("manifest.1-of-2.json"))

    let named = "--library \(library.library)"
    #expect(try merge(library, options: "--check \(named)").status == 4)
    #expect(try merge(library, options: "--page \(named)").status == 3)
    #expect(try !library.contents("parts/index.html").isEmpty)

    let again = try merge(library, options: "--check \(named)")
    #expect(again.status == 3, "\(again.errorOutput)")
    #expect(!again.errorOutput.contains("no parts"), "\(again.errorOutput)")

    library.shell("rm library/Again/cbr.mp3")
    #expect(try merge(library, options: "--check \(named)").status == 4)
    try scanParts(of: library, count: 2)

    let run = try merge(library, options: "--prune --page \(named)")
    #expect(run.status == 3)
    // The picture, and the strip of the page.
    #expect(run.errorOutput.contains("2 deleted"))
    #expect(try library.scan("--output {}/whole --no-cache --page").status == 3)
    #expect(Self.differences(in: library) == "")
  }

  @Test func `killed parts and merges are completed by the next`() throws {
    // Each part is killed once at another moment and then run again; the merge is killed four times.
    let library = try Self.library()
    #expect(try library.scan("--output {}/whole --no-cache --ffmpeg off").status == 3)
    library.shell(
      """
      part() {
        exec $W scan library --output parts --cache cache --ffmpeg off --shard $1/3 >/dev/null 2>&1
      }
      for number in 1 2 3; do
        # The shell waits for the scan itself: until it is gone, it may hold its lock.
        part $number &
        run=$!
        sleep 0.0$((number * 3))
        pkill -KILL -P $run
        kill -KILL $run
        wait $run
        (part $number)
      done
      for try in 1 2 3 4; do
        $W merge parts --cache cache >/dev/null 2>&1 &
        run=$!
        sleep 0.00$((try * 2))
        kill -KILL $run
        wait $run
      done
      """
    )

    let run = try merge(library)
    // 0 if a killed merge was complete but for its parts.
    #expect(run.status == 3 || run.status == 0, "\(run.status): \(run.errorOutput)")
    #expect(Self.differences(in: library) == "")
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `merge copies data larger than the memory limit`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    _ = try library.scan("--output {}/out --shard 1/1 --no-cache --data dat")

    // Sparse, so that it takes no room; above the 100 MB of address space below.
    let data = library.root + "/out/mono.wav.dat"
    let short = try Self.sizeAndDigest(of: data)
    library.shell("truncate -s 120M out/mono.wav.dat")
    let long = try Self.sizeAndDigest(of: data)
    let part = ForgedPart(library: library, folder: "out", label: "1-of-1")
    var text = try part.text()
    text.replace("\"bytes\":\(short.bytes)", with: "\"bytes\":\(long.bytes)")
    text.replace(short.digest.hex, with: long.digest.hex)
    try part.write(text)

    let output = library.shell(
      """
      ulimit -v 100000
      $W merge out --output whole --no-cache 2>&1; echo status $?
      cmp out/mono.wav.dat whole/mono.wav.dat && echo same
      """
    )
    #expect(output.hasSuffix("status 0\nsame\n"))
  }

  private static func sizeAndDigest(of path: String) throws -> WrittenFile {
    let path = RawPath(path)
    let file = try Folder(at: "/").open(path)
    return WrittenFile(
      bytes: Int(try file.status(path).identity.size),
      digest: try #require(try file.contentDigest(path, cancel: nil))
    )
  }

  @Test func `concurrent parts exceed a small cache by little, and report it`() throws {
    let library = try TemporaryLibrary()
    let parts = 16
    let budget = 1 << 20
    // Ten recordings a part, whose entries together are above the budget.
    let sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/mono.wav")
    for number in 0..<160 {
      var changed = sound
      let change = repeatElement(UInt8(number), count: 400)
      changed.replaceSubrange(1000..<1400, with: change)
      try library.write(changed, to: "\(number).wav")
    }
    #expect(try library.scan("--output {}/whole --no-cache").status == 0)

    for round in 1...3 {
      library.shell(
        """
        rm -rf parts cache
        for number in $(seq \(parts)); do
          $W scan library --output parts --cache cache --cache-size 1M \
            --shard $number/\(parts) 2> messages.$number &
        done
        wait
        """
      )
      let used = try Self.diskUsage(ofCacheIn: library)
      #expect(used > budget / 2)
      // Each part lists the cache after a thirty-second of its size, and adds one file more.
      let excess = parts * (budget / 32 + 32_768)
      #expect(used <= budget + excess, "round \(round)")
      let errorOutput = library.shell("cat messages.*")
      #expect(errorOutput.contains("the cache is full at 1 MiB"))
      let run = try merge(library)
      #expect(run.status == 0, "\(errorOutput)\(run.errorOutput)")
      #expect(Self.differences(in: library) == "")
    }
  }

  /// Returns the bytes of all files of a cache, in blocks of 4 KiB.
  private static func diskUsage(ofCacheIn library: TemporaryLibrary) throws -> Int {
    let sizes = library.shell("find cache -type f -printf '%s\\n'").split(separator: "\n")
    let bytes = try sizes.map { try #require(Int($0)) }
    let blocks = bytes.map { ($0 + 4095) / 4096 }
    return 4096 * blocks.reduce(0, +)
  }

  // Outside of an engine the whole library would be scanned by each of its machines.
  @Test func `--shard takes a part, and no word for one`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    for part in ["auto", "3", "0/2", "3/2", "1/"] {
      #expect(try library.scan("--shard \(part)").status == 2, "\(part)")
    }
  }

  @Test func `of two complete sets of parts none is joined`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "flac16.flac", "cbr.mp3")
    try scanParts(of: library, count: 2)
    try scanParts(of: library, count: 3)
    let run = try merge(library)
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("of 2 and of 3"))
    #expect(run.errorOutput.contains("manifest.*-of-2.json"))
    library.shell("rm parts/manifest.*-of-2.json")
    #expect(try merge(library).status == 0)
    #expect(try library.scan("--output {}/whole --no-cache").status == 0)
    #expect(Self.differences(in: library) == "")
  }
}
