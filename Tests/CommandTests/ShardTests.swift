import Batch
import Bytes
import Testing

/// Parts of a library on one output, and what joins them.
@Suite struct ShardTests {
  private static let names = [
    "mono.wav", "flac16.flac", "cbr.mp3", "html.mp3", "aac.m4a", "empty.mp3", "cue.wav",
    "float32.wav", "cut.wav", "alaw.wav", "chapters.mp3", "garbage-before.mp3",
  ]

  /// A library with failures, one content in several places, names of any bytes, and art that can
  /// be shown and that cannot.
  private static func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    for (index, name) in names.enumerated() {
      try library.add(name, as: "Show \(index % 4)/\(index) \(name)")
      try library.add(name, as: "Again/\(name)")
    }
    let art = TemporaryLibrary.fixtures + "/../Art"
    Shell.output(
      """
      cd '\(library.library)'; cp Again/mono.wav "$(printf 'bytes\\377.wav')"
      cp '\(art)/lame.mp3' 'Show 1'; cp '\(art)/front.png' 'Show 2/folder.png'
      cp '\(art)/cut.png' 'Show 3/cover.png'
      """)
    return library
  }

  /// The output of `diff`, which also compares names that are not UTF-8.
  private static func differences(_ library: TemporaryLibrary) -> String {
    Shell.output("diff -r --exclude='.lock*' '\(library.root)/parts' '\(library.root)/whole'")
  }

  private func part(
    _ library: TemporaryLibrary, _ label: String, _ options: String = ""
  ) throws -> CommandRun {
    try library.scan("--output {}/parts --shard \(label) \(options)")
  }

  private func joined(_ library: TemporaryLibrary, _ options: String = "") throws -> CommandRun {
    try CommandRun("merge \(library.root)/parts --cache \(library.cache) " + options)
  }

  @Test(arguments: [1, 2, 3, 7, 16])
  func `parts that are joined are byte for byte an unsharded scan`(count: Int) throws {
    let library = try Self.library()
    let looks =
      "--style line --style dots --scale 2 --size 60x20 --markers auto --cover auto"
      + " --format png --format svg --data json --data dat --data peaks --data wavesurfer"
    #expect(try library.scan("--output {}/whole --no-cache \(looks)").status == 3)
    for number in 1...count {
      let run = try part(library, "\(number)/\(count)", looks)
      #expect(run.status == 0 || run.status == 3, "\(run.words)")
    }
    let merge = try joined(library)
    #expect(merge.status == 3, "\(merge.words)")
    #expect(Self.differences(library) == "")

    // Whoever comes next finds everything unchanged: unsharded, and with another number of parts.
    let again = try library.scan("--output {}/parts --json \(looks)")
    #expect(again.text.contains(#""decoded":0,"drawn":0,"#), "\(again.text)")
    let other = try part(library, "2/5", looks + " --json")
    #expect(other.text.contains(#""decoded":0,"drawn":0,"#))
    #expect(try library.contents("parts/manifest.json") == library.contents("whole/manifest.json"))
  }

  @Test func `edits between two rounds of parts come out as in an unsharded scan`() throws {
    let library = try Self.library()
    for number in 1...3 { _ = try part(library, "\(number)/3") }
    #expect(try joined(library).status == 3)
    try library.add("pcm16.wav", as: "Show 1/new.wav")
    try library.add("flac24.flac", as: "Again/mono.wav")
    let root = library.library
    Shell.output("mv '\(root)/Again/cue.wav' '\(root)/moved.wav'; rm '\(root)/Again/cbr.mp3'")
    for number in 1...7 { _ = try part(library, "\(number)/7", "--shard-by size") }
    #expect(try joined(library).status == 3)
    #expect(try library.scan("--output {}/whole --no-cache").status == 3)
    let differences = Self.differences(library).split(separator: "\n")
    #expect(differences.filter { !$0.hasPrefix("Only in \(library.root)/parts") } == [])
  }

  @Test func `an incomplete set of parts is refused and stays`() throws {
    let library = try Self.library()
    #expect(try joined(try TemporaryLibrary()).status == 1)
    for number in [1, 3] { _ = try part(library, "\(number)/3") }
    let missing = try joined(library)
    #expect(missing.status == 1)
    #expect(missing.words.contains("1 part of 3 missing: 2"))
    let status = try joined(library, "--status")
    #expect(status.status == 4)
    #expect(status.text == "of 3: 1, 3 there, missing 2\n")
    _ = try part(library, "2/3", "--style dots")
    #expect(try joined(library).words.contains("different options"))
    _ = try part(library, "2/3")
    Shell.output("cp '\(library.root)/parts/manifest.2-of-3.json' '\(library.root)/kept.json'")
    Shell.output(
      "cp '\(library.root)/parts/manifest.1-of-3.json' '\(library.root)/parts/manifest.2-of-3.json'"
    )
    #expect(try joined(library).words.contains("is no manifest of a part"))
    Shell.output("cp '\(library.root)/kept.json' '\(library.root)/parts/manifest.2-of-3.json'")
    #expect(try joined(library).status == 3)
    #expect(try joined(library).words.contains("there are no parts"))
  }

  @Test func `parts with outputs of their own bring their files`() throws {
    let library = try Self.library()
    for number in 1...2 {
      _ = try library.scan("--output {}/out\(number) --shard \(number)/2 --no-cache")
    }
    let root = library.root
    let merge = try CommandRun(
      "merge \(root)/out1 \(root)/out2 --output \(root)/parts --no-cache")
    #expect(merge.status == 3, "\(merge.words)")
    #expect(try library.scan("--output {}/whole --no-cache").status == 3)
    #expect(Self.differences(library) == "")
  }

  @Test func `the whole is pruned, checked and gets its page when it is joined`() throws {
    let library = try Self.library()
    for number in 1...2 { _ = try part(library, "\(number)/2") }
    #expect(try joined(library, "--check").status == 4)
    #expect(try joined(library, "--page").status == 3)
    #expect(try !library.contents("parts/index.html").isEmpty)
    #expect(try joined(library, "--check --library \(library.library)").status == 3)
    Shell.output("rm '\(library.library)/Again/cbr.mp3'")
    #expect(try joined(library, "--check --library \(library.library)").status == 4)
    for number in 1...2 { _ = try part(library, "\(number)/2") }
    let run = try joined(library, "--prune --page")
    #expect(run.status == 3)
    #expect(run.words.contains("1 deleted"), "\(run.words)")
    #expect(try library.scan("--output {}/whole --no-cache --page").status == 3)
    #expect(Self.differences(library) == "")
  }

  @Test func `parts and merges that are killed are done by the next`() throws {
    let library = try Self.library()
    #expect(try library.scan("--output {}/whole --no-cache").status == 3)
    let root = library.root
    let command = "'\(ProcessSetup.binary)'"
    let words = "--output '\(root)/parts' --cache '\(library.cache)'"
    Shell.output(
      """
      part() { \(command) scan '\(library.library)' \(words) --shard $1/3 >/dev/null 2>&1; }
      for number in 1 2 3; do
        part $number & run=$!
        sleep 0.0$((number * 3)); pkill -KILL -P $run; kill -KILL $run; wait $run
        part $number
      done
      for try in 1 2 3 4; do
        \(command) merge '\(root)/parts' --cache '\(library.cache)' >/dev/null 2>&1 & run=$!
        sleep 0.00$((try * 2)); kill -KILL $run; wait $run
      done
      """)
    let status = try joined(library).status
    #expect(status == 3 || status == 0)
    #expect(Self.differences(library) == "")
  }

  @Test func `auto takes the part of the engine, and never silently everything`() throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav")
    let words = "scan \(library.library) --cache \(library.cache) --shard auto"
    #expect(try CommandRun(words).status == 2)
    let environment = ["CI_NODE_INDEX": "2", "CI_NODE_TOTAL": "2"]
    #expect(try CommandRun(words, environment: environment).status == 0)
    #expect(try library.tree("library/.wavethumb")["manifest.2-of-2.json"] != nil)
    #expect(try library.tree("library/.wavethumb")["manifest.json"] == nil)
    #expect(try CommandRun(words + " --prune", environment: environment).status == 2)
  }
}
