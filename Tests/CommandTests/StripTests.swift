import Testing
import WavethumbBytes

/// Tests the strips that the page zooms into, and the command that it copies.
@Suite struct StripTests {
  private static func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", as: "Show/cbr.mp3")
    // The last is no recording, so that scans end with status 3.
    try library.add("flac16.flac", "mono.wav", "html.mp3")
    return library
  }

  private static let strips = [
    "Show/cbr.mp3.strip.png", "flac16.flac.strip.png", "mono.wav.strip.png",
  ]

  private static func names(in library: TemporaryLibrary) throws -> [String] {
    try library.tree("library/.wavethumb").keys.sorted()
  }

  private static func strips(in library: TemporaryLibrary) throws -> [String] {
    try names(in: library).filter { $0.hasSuffix(".strip.png") }
  }

  /// Returns inode and time of each file in the output but those that every run that changes
  /// something writes.
  private static func identities(in library: TemporaryLibrary) -> [Substring] {
    library.shell("cd library/.wavethumb && find . -name '*.png' -printf '%p %i %T@\n' | sort")
      .split(separator: "\n")
  }

  @Test func `a page has a strip for each recording, which the manifest lists`() throws {
    let library = try Self.library()
    #expect(try library.scan("--page").status == 3)
    #expect(try Self.strips(in: library) == Self.strips)
    for name in Self.strips {
      // A page of a thousand recordings loads them one by one as they are looked at. 12 KiB take a
      // tenth of a second at 1 Mbit/s.
      let bytes = try library.contents("library/.wavethumb/\(name)").count
      #expect(bytes <= 12 << 10, "\(name): \(bytes) bytes")
    }

    let files = try library.entries()
    let listed = files.compactMap { $0["outputs"]?.array?.first?["path"]?.string }
    #expect(listed == Self.strips)

    let page = try library.text("library/.wavethumb/index.html")
    // Within the page they would be up to 12 MB for 1,000 recordings.
    #expect(page.contains(#"[".strip.png","strip"]"#))
    #expect(!page.contains("data:image/png"))
    #expect(try CommandRun("verify \(library.output)").status == 0)
  }

  @Test func `an output without strips gets them from the cache, and its pictures stay`() throws {
    let library = try Self.library()
    _ = try library.scan()
    #expect(try Self.strips(in: library) == [])

    let before = Self.identities(in: library)
    let run = try library.scan("--page --json")
    #expect(run.text.contains(#""decoded":0"#))
    #expect(try Self.strips(in: library) == Self.strips)

    let after = Self.identities(in: library)
    #expect(before.allSatisfy(after.contains), "\(before) \(after)")

    let again = try library.scan("--page --json")
    #expect(again.text.contains(#""drawn":0"#))
    #expect(Self.identities(in: library) == after)
  }

  @Test func `a scan without a page keeps the strips of the page that is there`() throws {
    let library = try Self.library()
    _ = try library.scan("--page")
    let before = try library.tree("library/.wavethumb")
    // The page is still there, and zooms into them.
    let run = try library.scan("--json")
    #expect(run.text.contains(#""drawn":0"#))
    #expect(try library.tree("library/.wavethumb") == before)
    #expect(try library.scan("--check --known-failures ok").status == 0)

    library.shell("rm library/.wavethumb/mono.wav.strip.png")
    #expect(try library.scan("--check --known-failures ok").status == 4)
    #expect(try CommandRun("verify \(library.output)").status == 4)

    let strip = "mono.wav.strip.png"
    _ = try CommandRun("verify \(library.output) --repair --cache \(library.cache)")
    #expect(try library.contents("library/.wavethumb/\(strip)") == before[strip])
  }

  @Test func `strips are pruned with their recordings, and those of nobody stay`() throws {
    let library = try Self.library()
    _ = try library.scan("--page")
    let theirs = Array("not a picture of ours".utf8)
    try library.write(theirs, to: ".wavethumb/gone.wav.strip.png")
    library.shell("rm library/mono.wav")
    _ = try library.scan("--page --prune")
    let strips = ["Show/cbr.mp3.strip.png", "flac16.flac.strip.png", "gone.wav.strip.png"]
    #expect(try Self.strips(in: library) == strips)
    #expect(try library.contents("library/.wavethumb/gone.wav.strip.png") == theirs)
  }

  @Test func `a foreign file with the name of a strip is not replaced`() throws {
    let library = try Self.library()
    let theirs = Array("a picture of mine".utf8)
    try library.write(theirs, to: ".wavethumb/mono.wav.strip.png")
    let run = try library.scan("--page")
    #expect(run.status == 3, "\(run.errorOutput)")
    #expect(run.errorOutput.contains("another program"))
    #expect(try library.contents("library/.wavethumb/mono.wav.strip.png") == theirs)
  }

  @Test func `parts with strips need no work of the merge that writes the page`() throws {
    let library = try Self.library()
    for number in 1...2 {
      _ = try library.scan("--output {}/parts --shard \(number)/2 --data strip --no-cache")
    }
    let merge = try CommandRun(
      "merge \(library.root)/parts --page --library \(library.library) --no-cache"
    )
    #expect(merge.status == 3, "\(merge.errorOutput)")

    _ = try library.scan("--output {}/whole --page --data strip --no-cache")
    #expect(library.shell("diff -r --exclude='.lock*' parts whole") == "")
  }

  /// Returns the arguments of the command in the page, to which a browser adds the places.
  private static func command(inPageOf library: TemporaryLibrary) throws -> [String] {
    let page = try library.text("library/.wavethumb/index.html")
    let start = try #require(page.firstRange(of: "\"command\":"))
    let end = try #require(page[start.upperBound...].firstRange(of: "]"))
    let list = try JSONValue(Array(page[start.upperBound..<end.upperBound].utf8))
    return (list.array ?? []).compactMap(\.string)
  }

  // Options of every kind: looks, values with `#`, `*`, `..` and `=`, data, limits, and choices of the crawl.
  @Test(arguments: [
    "--page",
    "--page --style line --style circular --gradient red,gold --size 300x60 --scale 2 --bars 32",
    "--page --color #123456 --background none --curve db --normalize none --measure peak",
    "--page --analyze --data json --data dat --zoom 256 --format svg --format png --markers auto",
    "--page --color-by pitch --page-title Mine --exclude flac* --follow --range 0:00.1-0:00.4",
    "--page --style spectrogram --level-range=-110..-20 --playhead 0:01 --max-duration 12.5",
    "--page --timeout 99 --channels split --ignore-inode",
  ])
  func `the command in the page makes nothing new when it is run again`(options: String) throws {
    let library = try Self.library()
    _ = try library.scan(options)
    let before = try library.tree("library/.wavethumb")
    let copied = try Self.command(inPageOf: library)
    #expect(copied.contains("--page"))
    // A page is published, and must not tell where the library is.
    #expect(!copied.joined(separator: " ").contains(library.root))
    let arguments = ["scan", library.library, "--cache", library.cache, "--json"] + copied
    let run = try CommandRun(arguments.map { Array($0.utf8) })
    #expect(run.text.contains(#""decoded":0"#))
    #expect(run.text.contains(#""drawn":0"#))
    #expect(try library.tree("library/.wavethumb") == before, "\(copied)")
  }
}
