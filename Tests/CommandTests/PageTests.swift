import Glibc
import Testing
import WavethumbBytes

struct PageTests {
  private static func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", "flac16.flac", "html.mp3", "aac.m4a")
    return library
  }

  private static func page(_ library: TemporaryLibrary) throws -> String {
    try library.text("library/.wavethumb/index.html")
  }

  /// Returns the rows of a page's data, with the members of each recording.
  private static func rows(_ page: String) throws -> [JSONValue] {
    let start = try #require(page.firstRange(of: "id=\"data\">"))
    let end = try #require(page[start.upperBound...].firstRange(of: "</script>"))
    let data = try JSONValue(Array(page[start.upperBound..<end.lowerBound].utf8))
    return (data["recordings"]?.array ?? []).compactMap { $0.array?.last }
  }

  @Test func `a scan with a page lists every recording in it and names it last`() throws {
    let library = try Self.library()
    let run = try library.scan("--page")
    #expect(run.status == 3)

    let last = run.errorLines.last ?? ""
    #expect(last.hasSuffix("; open \(library.output)/index.html"))
    let page = try Self.page(library)
    let rows = try Self.rows(page)
    let listed = try library.entries()
    #expect(rows.map { $0["path"]?.string } == listed.map { $0["path"]?.string })
    #expect(rows.map { $0["ms"]?.int } == listed.map { $0["durationMs"]?.int })
    #expect(rows.compactMap { $0["code"]?.string } == ["unsupported", "not-audio"])
    #expect(page.contains("<li><a href=\"../cbr.mp3\"><bdi>"))
    #expect(page.contains("\"media\":\"../\""))
  }

  @Test func `an unchanged page is not written`() throws {
    let library = try Self.library()
    _ = try library.scan("--page --jobs 1")
    let page = try Self.page(library)
    let before = try Self.status(library)
    let again = try library.scan("--page --jobs 8")
    #expect(again.errorOutput.contains("; open \(library.output)/index.html"))

    let after = try Self.status(library)
    #expect(after.st_ino == before.st_ino)
    #expect(after.st_mtim.tv_nsec == before.st_mtim.tv_nsec)

    // In another folder only the path to the recordings differs.
    _ = try library.scan("--page --output {}/other --force")
    let other = try library.text("other/index.html")
    let withoutPath = page.replacing("\"media\":\"../\"", with: "")
    #expect(withoutPath.split(separator: "\n").count == other.split(separator: "\n").count)

    try library.add("mono.mp3")
    _ = try library.scan("--page")
    #expect(try Self.page(library) != page)
  }

  @Test func `another program's index.html stops the scan before anything is written`() throws {
    let library = try Self.library()
    let theirs = Array("<!doctype html><title>My site</title>".utf8)
    try library.write(theirs, to: ".wavethumb/index.html")
    let run = try library.scan("--page")
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("index.html"))
    #expect(run.errorOutput.contains("--output"))
    #expect(try library.tree("library/.wavethumb") == ["index.html": theirs])
    #expect(try library.scan().status == 3)
    #expect(try library.contents("library/.wavethumb/index.html") == theirs)
  }

  @Test func `a scan without a page reports an outdated one`() throws {
    let library = try Self.library()
    _ = try library.scan("--page")
    let page = try Self.page(library)
    #expect(!(try library.scan().errorOutput.contains("use --page to update")))
    try library.add("mono.mp3")
    #expect(try library.scan().errorOutput.contains("use --page to update"))
    #expect(try Self.page(library) == page)
    #expect(!(try library.scan("-q").errorOutput.contains("--page")))
  }

  @Test func `a check detects a missing or outdated page`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan()
    #expect(try library.scan("--check").status == 0)
    #expect(try library.scan("--check --page").status == 4)
    _ = try library.scan("--page")
    #expect(try library.scan("--check --page").status == 0)
    #expect(try library.scan("--check --page --media-url https://example.org/").status == 4)
  }

  @Test func `a page draws no picture of its own`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan("--page --style circular --size 32x32 --animate 1@4")
    let names = try library.tree("library/.wavethumb").keys.sorted()
    #expect(
      names.filter { $0.hasSuffix(".png") }
        == ["cbr.mp3.circular-animated.png", "cbr.mp3.strip.png"]
    )
    #expect(
      try Self.page(library).contains(
        #"[".circular-animated.png","png","circular",1,32,32],[".strip.png","strip"]"#
      )
    )
  }

  @Test func `the title is the library's name, unless one is given`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan("--page --output {}/www")
    let page = try library.text("www/index.html")
    #expect(page.contains("<title>library</title>"))
    #expect(page.contains("<h1 id=\"library\">library</h1>"))
    #expect(page.contains("<meta property=\"og:title\" content=\"library\">"))

    _ = try library.scan("--page --output {}/www --page-title <b>\"Q\"")
    let titled = try library.text("www/index.html")
    #expect(titled.contains("<title>&lt;b&gt;&quot;Q&quot;</title>"))
    #expect(
      titled.contains(
        #""command":["--page","--page-title=<b>\"Q\""]"#.replacing("<", with: "\\u003c")
      )
    )
  }

  @Test func `the page has the same bytes in any folder beside the library`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    for name in ["one", "two"] {
      #expect(try library.scan("--page --output {}/\(name)").status == 0)
    }
    let pages = try ["one", "two"].map { try library.contents("\($0)/index.html") }
    #expect(pages[0] == pages[1])
  }

  @Test func `the media prefix appears in data, list and policy`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan("--page --media-url https://cdn.example.org/audio")
    let page = try Self.page(library)
    #expect(page.contains("\"media\":\"https://cdn.example.org/audio/\""))
    #expect(page.contains("media-src 'self' file: https://cdn.example.org;"))
    #expect(page.contains("<a href=\"https://cdn.example.org/audio/cbr.mp3\">"))
  }

  @Test func `a page next to a manifest elsewhere finds its pictures`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", as: "Show/cbr.mp3")
    _ = try library.scan("--page --manifest {}/elsewhere/m.json")
    let page = try Self.page(library)
    #expect(!page.contains("\"addresses\""))
    #expect(page.contains("<img src=\"Show/cbr.mp3.mirroredBars.png\""))
    #expect(page.contains("<a href=\"../../elsewhere/m.json\">"))
  }

  @Test(arguments: [
    ("--media-url ../x", "--media-url needs --page"),
    ("--page --media-url javascript:alert(1)", "expected an address"),
    ("--page-title x", "--page-title needs --page"),
  ])
  func `an option of the page requires --page`(options: String, message: String)
    throws
  {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    let run = try library.scan(options)
    #expect(run.status == 2)
    #expect(run.errorOutput.contains(message))
  }

  private static func status(_ library: TemporaryLibrary) throws -> stat {
    var found = stat()
    try #require(unsafe stat(library.output + "/index.html", &found) == 0)
    return found
  }
}
