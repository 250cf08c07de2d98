import Decoding
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
    for (index, name) in names.enumerated() {
      try library.add(name, as: "Show \(index % 4)/\(index) \(name)")
      try library.add(name, as: "Again/\(name)")
    }
    let art = TemporaryLibrary.fixtures + "/../Art"
    library.shell(
      """
      cd library; cp Again/mono.wav "$(printf 'bytes\\377.wav')"
      cp '\(art)/lame.mp3' 'Show 1'; cp '\(art)/front.png' 'Show 2/folder.png'
      cp '\(art)/cut.png' 'Show 3/cover.png'
      """
    )
    return library
  }

  /// Returns the output of `diff`, which also compares non-UTF-8 names.
  private static func differences(_ library: TemporaryLibrary) -> String {
    library.shell("diff -r --exclude='.lock*' parts whole")
  }

  private func part(
    _ library: TemporaryLibrary,
    shard label: String,
    options: String = ""
  ) throws -> CommandRun {
    try library.scan("--output {}/parts --shard \(label) \(options)")
  }

  private func joined(_ library: TemporaryLibrary, options: String = "") throws -> CommandRun {
    try CommandRun("merge \(library.root)/parts --cache \(library.cache) " + options)
  }

  @Test(arguments: [1, 2, 3, 7, 16])
  func `joined parts equal an unsharded scan byte for byte`(count: Int) throws {
    let library = try Self.library()
    let looks =
      "--style line --style dots --scale 2 --size 60x20 --markers auto --cover auto"
      + " --format png --format svg --data json --data dat --data peaks --data wavesurfer"
    #expect(try library.scan("--output {}/whole --no-cache \(looks)").status == 3)

    for number in 1...count {
      let run = try part(library, shard: "\(number)/\(count)", options: looks)
      #expect(run.status == 0 || run.status == 3, "\(run.errorOutput)")
    }

    let merge = try joined(library)
    #expect(merge.status == 3, "\(merge.errorOutput)")
    #expect(Self.differences(library) == "")

    // Later runs find everything unchanged, both unsharded and with another number of shards.
    let again = try library.scan("--output {}/parts --json \(looks)")
    #expect(again.text.contains(#""decoded":0,"drawn":0,"#), "\(again.text)")
    let other = try part(library, shard: "2/5", options: looks + " --json")
    #expect(other.text.contains(#""decoded":0,"drawn":0,"#))
    #expect(try library.contents("parts/manifest.json") == library.contents("whole/manifest.json"))
  }

  // A new file, other content, a move and a removal; then another number of parts by another order.
  @Test func `edits between two sharded scans equal an unsharded scan`() throws {
    let library = try Self.library()
    for number in 1...3 {
      _ = try part(library, shard: "\(number)/3")
    }
    #expect(try joined(library).status == 3)

    try library.add("pcm16.wav", as: "Show 1/new.wav")
    try library.add("flac24.flac", as: "Again/mono.wav")
    library.shell("cd library; mv Again/cue.wav moved.wav; rm Again/cbr.mp3")
    for number in 1...7 {
      _ = try part(library, shard: "\(number)/7", options: "--shard-by size")
    }
    #expect(try joined(library).status == 3)
    #expect(try library.scan("--output {}/whole --no-cache").status == 3)

    // Pictures of recordings that are gone stay without --prune.
    let differences = Self.differences(library).split(separator: "\n")
    #expect(differences.filter { !$0.hasPrefix("Only in \(library.root)/parts") } == [])
  }

  @Test func `an unsharded scan takes over parts that were never joined`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "flac16.flac", "cbr.mp3")
    for number in 1...2 {
      _ = try part(library, shard: "\(number)/2", options: "--data dat")
    }
    #expect(try library.scan("--output {}/parts --data dat").status == 0)
    #expect(try library.scan("--output {}/whole --data dat --no-cache").status == 0)
    #expect(Self.differences(library) == "")
    #expect(!library.shell("ls -A parts").contains("-of-2"))
  }

  @Test func `a part by size is joined after a file of another part has changed`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    #expect(try part(library, shard: "2/2", options: "--shard-by size").status == 0)
    // The second part has no recording, as before; but each part knows the sizes of all.
    try library.add("alaw.wav", as: "a.wav")
    for number in 1...2 {
      #expect(try part(library, shard: "\(number)/2", options: "--shard-by size").status == 0)
    }
    let run = try joined(library)
    #expect(run.status == 0, "\(run.errorOutput)")
  }

  @Test func `a merge deletes the parts of other sets, which are older`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", "flac16.flac", "cbr.mp3")
    for label in ["2/7", "1/2", "2/2"] {
      _ = try part(library, shard: label, options: "--data dat")
    }
    #expect(try joined(library).status == 0)
    #expect(try library.scan("--output {}/whole --data dat --no-cache").status == 0)
    #expect(Self.differences(library) == "")
    #expect(!library.shell("ls -A parts").contains("-of-"))
  }

  @Test func `an incomplete set of parts is rejected and kept`() throws {
    let library = try Self.library()
    #expect(try joined(try TemporaryLibrary()).status == 1)
    for number in [1, 3] {
      _ = try part(library, shard: "\(number)/3")
    }

    let missing = try joined(library)
    #expect(missing.status == 1)
    #expect(missing.errorOutput.contains("1 part of 3 missing: 2"))

    let status = try joined(library, options: "--status")
    #expect(status.status == 4)
    #expect(status.text == "of 3: 1, 3 there, missing 2\n")

    _ = try part(library, shard: "2/3", options: "--style dots")
    #expect(try joined(library).errorOutput.contains("different options"))
    _ = try part(library, shard: "2/3")
    library.shell("cp parts/manifest.2-of-3.json kept.json")
    library.shell(
      "cp parts/manifest.1-of-3.json parts/manifest.2-of-3.json"
    )
    #expect(try joined(library).errorOutput.contains("is not the manifest of a part"))

    library.shell("cp kept.json parts/manifest.2-of-3.json")
    #expect(try joined(library).status == 3)
    #expect(try joined(library).errorOutput.contains("there are no parts"))
  }

  @Test func `a merge writes nothing to a library, and joins the parts in its output`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    try library.add("cbr.mp3", as: "Show/b.mp3")
    let before = try library.tree("library")
    let merge = "merge \(library.library) --cache \(library.cache)"
    let early = try CommandRun(merge)
    #expect(early.status == 0, "\(early.errorOutput)")
    #expect(early.errorOutput.contains("there are no parts"), "\(early.errorOutput)")
    #expect(try library.tree("library") == before)

    for part in 1...2 {
      #expect(try library.scan("--shard \(part)/2").status == 0)
    }

    let run = try CommandRun("\(merge) --page -q")
    #expect(run.status == 0, "\(run.errorOutput)")
    let joined = try library.tree("library/.wavethumb")
    #expect(joined.keys.contains { $0.hasSuffix("manifest.json") })
    #expect(joined.keys.contains { $0.hasSuffix("index.html") })
    #expect(try library.tree("library").filter { !$0.key.hasPrefix(".wavethumb/") } == before)
  }

  @Test func `parts with separate outputs are merged with their files`() throws {
    let library = try Self.library()
    for number in 1...2 {
      _ = try library.scan("--output {}/out\(number) --shard \(number)/2 --no-cache")
    }
    let root = library.root
    let merge = try CommandRun(
      "merge \(root)/out1 \(root)/out2 --output \(root)/parts --no-cache"
    )
    #expect(merge.status == 3, "\(merge.errorOutput)")
    #expect(try library.scan("--output {}/whole --no-cache").status == 3)
    #expect(Self.differences(library) == "")
  }

  // Copied into the folder of a web server, the first changes what it does; the others would replace
  // files of the merge or of another recording.
  @Test(arguments: [".htaccess", "index.html", "manifest.json", "b.wav.mirroredBars.png"])
  func `a file that a part lists under another name than its own is not copied`(name: String)
    throws
  {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    let root = library.root
    #expect(try library.scan("--output {}/out --shard 1/1 --no-cache").status == 0)

    let picture = "a.wav.mirroredBars.png"
    let part = ForgedPart(library: library, folder: "out", label: "1-of-1")
    try part.write(try part.text().replacing(picture, with: name))
    library.shell("mv out/\(picture) out/\(name)")
    let merge = try CommandRun("merge \(root)/out --output \(root)/whole --no-cache")
    #expect(merge.status == 1, "\(merge.errorOutput)")
    #expect(merge.errorOutput.contains("is not the manifest of a part"), "\(merge.errorOutput)")
    #expect(try library.tree("whole") == [:])
  }

  @Test func `a part that lists recordings of another part is refused`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    let root = library.root
    for number in 1...2 {
      #expect(try library.scan("--output {}/out --shard \(number)/2 --no-cache").status == 0)
    }

    let parts = (1...2).map { ForgedPart(library: library, folder: "out", label: "\($0)-of-2") }
    let texts = try parts.map { try $0.text() }
    let own = try #require(texts.firstIndex { $0.contains("a.wav") })
    try parts[1 - own].write(texts[own])
    let merge = try CommandRun("merge \(root)/out --no-cache")
    #expect(merge.status == 1, "\(merge.errorOutput)")
    #expect(merge.errorOutput.contains("is not the manifest of a part"), "\(merge.errorOutput)")
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
    #expect(Self.differences(library) == "")
  }

  @Test func `merge prunes, checks and writes the page of the whole`() throws {
    let library = try Self.library()
    for number in 1...2 {
      _ = try part(library, shard: "\(number)/2")
    }
    // No part is believed about its library, and nothing is joined before that is known.
    for option in ["--check", "--page", "--prune"] {
      let run = try joined(library, options: option)
      #expect(run.status == 1, "\(run.errorOutput)")
      #expect(run.errorOutput.contains("--library DIR"), "\(run.errorOutput)")
    }

    #expect(library.shell("ls parts").contains("manifest.1-of-2.json"))
    #expect(try joined(library, options: "--check --library \(library.library)").status == 4)
    #expect(try joined(library, options: "--page --library \(library.library)").status == 3)
    #expect(try !library.contents("parts/index.html").isEmpty)

    let again = try joined(library, options: "--check --library \(library.library)")
    #expect(again.status == 3, "\(again.errorOutput)")
    #expect(!again.errorOutput.contains("no parts"), "\(again.errorOutput)")

    library.shell("rm library/Again/cbr.mp3")
    #expect(try joined(library, options: "--check --library \(library.library)").status == 4)
    for number in 1...2 {
      _ = try part(library, shard: "\(number)/2")
    }

    let run = try joined(library, options: "--prune --page --library \(library.library)")
    #expect(run.status == 3)
    // The picture, and the strip of the page.
    #expect(run.errorOutput.contains("2 deleted"), "\(run.errorOutput)")
    #expect(try library.scan("--output {}/whole --no-cache --page").status == 3)
    #expect(Self.differences(library) == "")
  }

  @Test func `killed parts and merges are completed by the next`() throws {
    // Each part is killed once at another moment and then run again; the merge is killed four times.
    let library = try Self.library()
    #expect(try library.scan("--output {}/whole --no-cache --ffmpeg off").status == 3)
    let root = library.root
    let command = "'\(ProcessSetup.binary)'"
    let options = "--output '\(root)/parts' --cache '\(library.cache)' --ffmpeg off"
    library.shell(
      """
      part() { exec \(command) scan library \(options) --shard $1/3 >/dev/null 2>&1; }
      for number in 1 2 3; do
        # The shell waits for the scan itself: until it is gone, it may hold its lock.
        part $number & run=$!
        sleep 0.0$((number * 3)); pkill -KILL -P $run; kill -KILL $run; wait $run
        (part $number)
      done
      for try in 1 2 3 4; do
        \(command) merge parts --cache cache >/dev/null 2>&1 & run=$!
        sleep 0.00$((try * 2)); kill -KILL $run; wait $run
      done
      """
    )

    let run = try joined(library)
    // 0 if a killed merge was complete but for its parts.
    #expect(run.status == 3 || run.status == 0, "\(run.status): \(run.errorOutput)")
    #expect(Self.differences(library) == "")
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `merge copies data larger than the memory limit`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    let root = library.root
    _ = try library.scan("--output {}/out --shard 1/1 --no-cache --data dat")
    let data = "out/mono.wav.dat"
    let part = ForgedPart(library: library, folder: "out", label: "1-of-1")
    let short = try Self.written(root + "/" + data)
    // Sparse, so that it takes no room; above the 100 MB of address space below.
    library.shell("truncate -s 120M \(data)")
    let long = try Self.written(root + "/" + data)
    let longer = try part.text().replacing(
      "\"bytes\": \(short.bytes)",
      with: "\"bytes\": \(long.bytes)"
    )
    .replacing(short.digest.hex, with: long.digest.hex)
    try part.write(longer)
    let script = """
      ulimit -v 100000
      '\(ProcessSetup.binary)' merge out --output whole --no-cache; echo $?
      cmp out/mono.wav.dat whole/mono.wav.dat && echo same
      """

    let run = try CommandRun(script: script, in: root)
    #expect(run.text == "0\nsame\n", "\(run.errorOutput)")
  }

  private static func written(_ path: String) throws -> WrittenFile {
    let path = RawPath(path)
    let file = try Folder(at: "/").open(path)
    return WrittenFile(
      bytes: Int(try file.status(path).identity.size),
      digest: try #require(try file.contentDigest(path, cancel: nil))
    )
  }

  @Test func `parts assigned by size take equally long for typical podcasts`()
    throws
  {
    let library = try TemporaryLibrary()
    // Lengths from ten seconds to five hours, log-uniform: as many from 10 to 20 seconds as from 2
    // to 4 hours; sparse files use no disk space.
    library.shell(
      """
      cd library; i=0; s=10
      head='RIFF\\377\\377\\377\\377WAVEfmt \\020\\0\\0\\0\\001\\0\\001\\0'
      head=$head'\\240\\017\\0\\0\\240\\017\\0\\0\\001\\0\\010\\0data\\377\\377\\377\\377'
      while [ $s -le 18000 ]; do
        printf "$head" > $i.wav; truncate -s $((44 + s * 4000)) $i.wav
        s=$((s + s / 10 + i % 3)); i=$((i + 1))
      done
      """
    )
    let count = 4
    var lengths: [Double] = []
    for number in 1...count {
      let run = try library.scan(
        "--output {}/parts --shard \(number)/\(count) --shard-by size --no-cache"
      )
      #expect(run.status == 0, "\(run.errorOutput)")
      let manifest = try JSONValue(
        try library.contents("parts/manifest.\(number)-of-\(count).json")
      )
      let files = try #require(manifest["files"]?.array)
      lengths.append(files.reduce(0) { $0 + Double($1["durationMs"]?.int ?? 0) / 1000 })
    }

    let sum = lengths.reduce(0, +)
    #expect(sum > 100_000, "\(lengths)")
    #expect(lengths.max() ?? 0 <= 1.1 * sum / Double(count), "\(lengths)")
  }

  @Test func `concurrent parts exceed a small cache by little, and report it`() throws {
    let library = try TemporaryLibrary()
    let root = library.root
    let parts = 16
    let budget = 1 << 20
    let sound = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/mono.wav")
    for number in 0..<160 {
      var other = sound
      for offset in 1000..<1400 {
        other[offset] = UInt8(number)
      }
      try library.write(other, to: "\(number).wav")
    }
    #expect(try library.scan("--output {}/whole --no-cache").status == 0)

    for round in 1...3 {
      library.shell(
        """
        rm -rf parts cache
        for number in $(seq \(parts)); do
          $W scan library --output parts --cache cache --cache-size 1M \
            --shard $number/\(parts) 2> said.$number &
        done
        wait
        """
      )
      let used = try Self.diskUsage(of: root + "/cache")
      #expect(used > budget / 2)
      // Each part lists the cache after a thirty-second of its size, and adds one file more.
      #expect(used <= budget + parts * (budget / 32 + 32_768), "round \(round)")
      let errorOutput = library.shell("cat said.*")
      #expect(errorOutput.contains("the cache is full at 1 MiB"), "\(errorOutput)")
      let run = try joined(library)
      #expect(run.status == 0, "\(errorOutput)\(run.errorOutput)")
      #expect(Self.differences(library) == "")
    }
  }

  /// Returns the bytes of all files below a folder in blocks of 4 KiB.
  private static func diskUsage(of folder: String) throws -> Int {
    let sum = "awk '{n += int(($1 + 4095) / 4096) * 4096} END {print n}'"
    let bytes = Shell.output("cd '\(folder)' && find . -type f -printf '%s\\n' | \(sum)")
    return try #require(Int(bytes.filter { !$0.isNewline }))
  }

  @Test func `--shard auto uses the engine's part, and never everything`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    let line = "scan \(library.library) --cache \(library.cache) --shard auto"
    #expect(try CommandRun(line).status == 2)
    let environment = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"]
    #expect(try CommandRun(line, environment: environment).status == 0)
    #expect(try library.tree("library/.wavethumb")["manifest.2-of-2.json"] != nil)
    #expect(try library.tree("library/.wavethumb")["manifest.json"] == nil)
    #expect(try CommandRun(line + " --prune", environment: environment).status == 2)
  }
}
