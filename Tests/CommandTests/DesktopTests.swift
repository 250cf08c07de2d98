import Testing
import WavethumbSystem

@Suite struct `The desktop and the doctor` {
  // Where the specification of XDG base folders has it without XDG_DATA_HOME.
  private static let entry = ".local/share/thumbnailers/wavethumb.thumbnailer"

  /// Runs a command for a user of this home, on a machine without thumbnailers of its own.
  private func run(_ arguments: String, home: TemporaryLibrary) throws -> CommandRun {
    let environment = ["HOME": home.root, "XDG_DATA_DIRS": home.root + "/none"]
    return try CommandRun(arguments, environment: environment)
  }

  @Test func `desktop enable writes one file, and disable removes it`() throws {
    let home = try TemporaryLibrary()
    let before = try run("desktop status", home: home).text
    #expect(before.hasPrefix("No program draws thumbnails of audio/mpeg, "))

    let enabled = try run("desktop enable", home: home)
    #expect(enabled.status == 0, "\(enabled.errorOutput)")
    // Thumbnailers run in a sandbox that has /usr only.
    #expect(enabled.text.contains("is not below /usr"))
    #expect(try home.tree(".").keys.sorted() == [Self.entry])
    let after = try run("desktop status", home: home).text
    #expect(after.hasPrefix("wavethumb draws the thumbnails of "))

    // Twice, since there is nothing to remove the second time.
    for _ in 1...2 {
      #expect(try run("desktop disable", home: home).status == 0)
    }
    #expect(try home.tree(".") == [:])
  }

  // Relative paths, which the specification of XDG base folders has programs ignore, and none.
  @Test(arguments: [[:], ["HOME": ""], ["HOME": "home"], ["XDG_DATA_HOME": "data"]])
  func `without a home of the user nothing is written`(environment: [String: String]) throws {
    let home = try TemporaryLibrary()
    for action in ["enable", "disable"] {
      let run = try CommandRun("desktop \(action)", in: home.root, environment: environment)
      #expect(run.status == 1)
      #expect(run.errorOutput.contains("HOME"))
    }
    #expect(try home.tree(".") == [:])
    #expect(try CommandRun("desktop status", environment: environment).status == 0)
  }

  @Test func `desktop enable keeps another program's file`() throws {
    let home = try TemporaryLibrary()
    let theirs = Array("[Thumbnailer Entry]\nExec=other\n".utf8)
    let path = RawPath(home.root + "/" + Self.entry)
    try AtomicFile.write(theirs, as: path.name, in: Folder.openOrCreate(path.parent))
    for action in ["enable", "disable"] {
      let run = try run("desktop \(action)", home: home)
      #expect(run.status == 1)
      #expect(run.errorOutput.contains("made by another program"))
    }
    #expect(try home.contents(Self.entry) == theirs)
  }

  @Test func `doctor reports the installation and succeeds`() throws {
    let home = try TemporaryLibrary()
    let run = try run("doctor", home: home)
    #expect(run.status == 0, "\(run.text)\(run.errorOutput)")
    let headings = ["wavethumb 0.", "program     /", "libraries", "formats", "sandbox", "cache"]
    let values = ["not installed", "/libsndfile.so", "/libmpg123.so", "/libpng16.so", "MP3, WAV"]
    for phrase in headings + values {
      #expect(run.text.contains(phrase), "\(phrase): \(run.text)")
    }
    #expect(try home.tree(".") == [:])
  }
}
