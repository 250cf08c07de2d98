import Bytes
import Glibc
import Testing

struct PageTests {
  private static func library() throws -> TemporaryLibrary {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", "flac16.flac", "html.mp3", "aac.m4a")
    return library
  }

  private static func page(_ library: TemporaryLibrary) throws -> String {
    String(decoding: try library.contents("library/.wavethumb/index.html"), as: UTF8.self)
  }

  /// The rows of a page's data, each with the members of its recording.
  private static func rows(_ page: String) throws -> [JSONValue] {
    let start = try #require(page.firstRange(of: "id=\"data\">"))
    let end = try #require(page[start.upperBound...].firstRange(of: "</script>"))
    let data = try JSONValue(Array(page[start.upperBound..<end.lowerBound].utf8))
    return data["recordings"]?.array ?? []
  }

  @Test func `a scan with a page lists every recording in it and names it last`() throws {
    let library = try Self.library()
    let run = try library.scan("--page")
    #expect(run.status == 3)
    let last = run.words.split(separator: "\n").last ?? ""
    #expect(last.hasSuffix("; open \(library.output)/index.html"))
    let page = try Self.page(library)
    let rows = try Self.rows(page)
    let listed = try library.manifest()["files"]?.array ?? []
    #expect(rows.map { $0["path"]?.string } == listed.map { $0["path"]?.string })
    #expect(rows.map { $0["alt"]?.string } == listed.map { $0["alt"]?.string })
    #expect(rows.compactMap { $0["code"]?.string } == ["unsupported", "not-audio"])
    #expect(page.contains("<li><a href=\"../cbr.mp3\"><bdi>"))
    #expect(page.contains("\"media\":\"../\""))
  }

  @Test func `the same library gives the same page, and an unchanged one is not written`() throws {
    let library = try Self.library()
    _ = try library.scan("--page --jobs 1")
    let (page, before) = (try Self.page(library), try Self.status(library))
    let again = try library.scan("--page --jobs 8")
    #expect(again.words.contains("; open \(library.output)/index.html"))
    let after = try Self.status(library)
    #expect(after.st_ino == before.st_ino && after.st_mtim.tv_nsec == before.st_mtim.tv_nsec)
    _ = try library.scan("--page --output {}/other --force")
    let other = try library.contents("other/index.html")
    #expect(
      page.replacing("\"media\":\"../\"", with: "").split(separator: "\n").count
        == String(decoding: other, as: UTF8.self).split(separator: "\n").count)
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
    #expect(run.words.contains("index.html") && run.words.contains("--output"))
    #expect(try library.tree("library/.wavethumb") == ["index.html": theirs])
    #expect(try library.scan().status == 3)
    #expect(try library.contents("library/.wavethumb/index.html") == theirs)
  }

  @Test func `a scan without a page leaves an old one and says that it is old`() throws {
    let library = try Self.library()
    _ = try library.scan("--page")
    let page = try Self.page(library)
    #expect(!(try library.scan().words.contains("--page renews it")))
    try library.add("mono.mp3")
    #expect(try library.scan().words.contains("--page renews it"))
    #expect(try Self.page(library) == page)
    #expect(!(try library.scan("-q").words.contains("--page")))
  }

  @Test func `a check finds a page that is missing or old`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan()
    #expect(try library.scan("--check").status == 0)
    #expect(try library.scan("--check --page").status == 4)
    _ = try library.scan("--page")
    #expect(try library.scan("--check --page").status == 0)
    #expect(try library.scan("--check --page --media-url https://example.org/").status == 4)
  }

  @Test func `a page adds a picture in which time runs across where none was asked for`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan("--page --style circular --scale 1 --scale 2")
    let names = try library.tree("library/.wavethumb").keys.sorted()
    #expect(names.contains("cbr.mp3.mirroredBars@2x.png") && names.contains("cbr.mp3.circular.png"))
    #expect(try Self.page(library).contains("[\".mirroredBars.png\",\".mirroredBars%402x.png\"]"))
    _ = try library.scan("--page --style circular --style line")
    #expect(try Self.page(library).contains("[\".line.png\"]"))
  }

  @Test func `a prefix for recordings elsewhere stands in data, list and policy`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    _ = try library.scan("--page --media-url https://cdn.example.org/audio")
    let page = try Self.page(library)
    #expect(page.contains("\"media\":\"https://cdn.example.org/audio/\""))
    #expect(page.contains("media-src 'self' file: https://cdn.example.org;"))
    #expect(page.contains("<a href=\"https://cdn.example.org/audio/cbr.mp3\">"))
  }

  @Test func `a page beside a manifest elsewhere finds its pictures`() throws {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3", as: "Show/cbr.mp3")
    _ = try library.scan("--page --manifest {}/elsewhere/m.json")
    let page = try Self.page(library)
    #expect(!page.contains("\"pictures\""))
    #expect(page.contains("<img src=\"Show/cbr.mp3.mirroredBars.png\""))
  }

  @Test(arguments: [
    ("--media-url ../x", "--media-url needs --page"),
    ("--page --media-url javascript:alert(1)", "a prefix is an address"),
    ("--page --animate 2", "exclude each other"),
  ])
  func `an option of the page without a page is a usage error`(options: String, words: String)
    throws
  {
    let library = try TemporaryLibrary()
    try library.add("cbr.mp3")
    let run = try library.scan(options)
    #expect(run.status == 2 && run.words.contains(words))
  }

  private static func status(_ library: TemporaryLibrary) throws -> stat {
    var found = stat()
    try #require(unsafe stat(library.output + "/index.html", &found) == 0)
    return found
  }
}
