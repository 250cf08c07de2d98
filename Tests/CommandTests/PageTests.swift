import Glibc
import Testing
import WavethumbBytes

struct PageTests {
  private static func library() throws -> TemporaryLibrary {
    // Two recordings, and two files that cannot be read: HTML, and AAC without ffmpeg.
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", "flac16.flac", "html.mp3", "aac.m4a")
    return library
  }

  private static func page(of library: TemporaryLibrary) throws -> String {
    try library.text("library/.wavethumb/index.html")
  }

  /// Returns the rows of a page's data, with the members of each recording.
  private static func rows(in page: String) throws -> [JSONValue] {
    let start = try #require(page.firstRange(of: "id=\"data\">"))
    let end = try #require(page[start.upperBound...].firstRange(of: "</script>"))
    let data = try JSONValue(Array(page[start.upperBound..<end.lowerBound].utf8))
    return (data["recordings"]?.array ?? []).compactMap { $0.array?.last }
  }

  @Test func `a scan with a page lists every recording in it and names it last`() throws {
    let library = try Self.library()
    let run = try library.scan("--page")
    #expect(run.status == 3)

    let last = try #require(run.errorLines.last)
    #expect(last.hasSuffix("; open \(library.output)/index.html"))

    let page = try Self.page(of: library)
    let rows = try Self.rows(in: page)
    let listed = try library.entries()
    #expect(rows.map { $0["path"]?.string } == listed.map { $0["path"]?.string })
    #expect(rows.map { $0["ms"]?.int } == listed.map { $0["durationMs"]?.int })
    #expect(rows.compactMap { $0["code"]?.string } == ["unsupported", "not-audio"])
    // The list is for browsers without JavaScript.
    #expect(page.contains("<li><a href=\"../cbr.mp3\"><bdi>"))
    #expect(page.contains("\"media\":\"../\""))
  }

  @Test func `an unchanged page is not written`() throws {
    let library = try Self.library()
    _ = try library.scan("--page --jobs 1")
    let page = try Self.page(of: library)
    let before = try Self.status(of: library)
    let again = try library.scan("--page --jobs 8")
    #expect(again.errorOutput.contains("; open \(library.output)/index.html"))

    let after = try Self.status(of: library)
    #expect(after.st_ino == before.st_ino)
    #expect(after.st_mtim.tv_nsec == before.st_mtim.tv_nsec)

    // In another folder only the path to the recordings differs.
    _ = try library.scan("--page --output {}/other --force")
    let other = try library.text("other/index.html")
    let withoutPath = page.replacing("\"media\":\"../\"", with: "")
    #expect(withoutPath.split(separator: "\n").count == other.split(separator: "\n").count)

    try library.add("mono.mp3")
    _ = try library.scan("--page")
    #expect(try Self.page(of: library) != page)
  }

  @Test func `another program's index.html stops the scan before anything is written`() throws {
    let library = try Self.library()
    // An output may be the folder of a web server.
    let theirs = Array("<!doctype html><title>My site</title>".utf8)
    try library.write(theirs, to: ".wavethumb/index.html")
    let run = try library.scan("--page")
    #expect(run.status == 1)
    #expect(run.errorOutput.contains("index.html"))
    #expect(run.errorOutput.contains("--output"))
    #expect(try library.tree("library/.wavethumb") == ["index.html": theirs])
    #expect(try library.scan().status == 3)

    // A scan without a page has no use for the name.
    #expect(try library.contents("library/.wavethumb/index.html") == theirs)
  }

  @Test func `a scan without a page reports an outdated one`() throws {
    let library = try Self.library()
    _ = try library.scan("--page")
    let page = try Self.page(of: library)
    let advice = "use --page to update"
    #expect(try !library.scan().errorOutput.contains(advice))

    try library.add("mono.mp3")
    #expect(try library.scan("--style mirroredBars").errorOutput.contains(advice))
    #expect(try Self.page(of: library) == page)
    #expect(try !library.scan("-q").errorOutput.contains("--page"))
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
    let pictures = names.filter { $0.hasSuffix(".png") }
    #expect(pictures == ["cbr.mp3.circular-animated.png", "cbr.mp3.strip.png"])

    // The data of the page name the endings once, and not each file.
    let endings = #"[".circular-animated.png","png","circular",1,32,32],[".strip.png","strip"]"#
    #expect(try Self.page(of: library).contains(endings))
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
    // In a script a `<` would begin a tag to the parser of HTML.
    let command = #""command":["--page","--page-title","\u003cb>\"Q\""]"#
    #expect(titled.contains(command))
  }

  @Test func `the page has the same bytes in any folder beside the library`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    #expect(try library.scan("--page --output {}/one").status == 0)
    #expect(try library.scan("--page --output {}/two").status == 0)
    let one = try library.contents("one/index.html")
    #expect(try library.contents("two/index.html") == one)
  }

  @Test func `the media prefix appears in data, list and policy`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan("--page --media-url https://cdn.example.org/audio")
    let page = try Self.page(of: library)
    #expect(page.contains("\"media\":\"https://cdn.example.org/audio/\""))
    // Without the origin in its policy, the page could not play what it links.
    #expect(page.contains("media-src 'self' file: https://cdn.example.org;"))
    #expect(page.contains("<a href=\"https://cdn.example.org/audio/cbr.mp3\">"))
  }

  @Test func `a page next to a manifest elsewhere finds its pictures`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", as: "Show/cbr.mp3")
    _ = try library.scan("--page --manifest {}/elsewhere/m.json")
    let page = try Self.page(of: library)
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

  /// Returns inode and times of the page.
  private static func status(of library: TemporaryLibrary) throws -> stat {
    var found = stat()
    try #require(unsafe stat(library.output + "/index.html", &found) == 0)
    return found
  }
}
