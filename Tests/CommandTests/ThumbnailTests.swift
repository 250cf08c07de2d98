import Codecs
import TestSupport
import Testing
import WavethumbSystem

@Suite struct `A thumbnail for a file manager` {
  /// Makes a thumbnail of a fixture in an empty home; returns all files that are there afterwards.
  private func thumbnail(
    of fixture: String,
    options: String = ""
  ) throws -> (run: CommandRun, files: [String: [UInt8]]) {
    let library = try TemporaryLibrary()
    let run = try CommandRun(
      "thumbnail \(options) \(TemporaryLibrary.fixtures)/\(fixture) a.png",
      in: library.root,
      environment: ["HOME": library.root]
    )
    return (run, try library.tree("."))
  }

  // 256 is the size that the specification of thumbnails calls large.
  @Test(arguments: [("", 256), ("--size 100", 100)])
  func `a thumbnail fits its square, and nothing else is left`(options: String, side: Int) throws {
    let (run, files) = try thumbnail(of: "cbr.mp3", options: options)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput == "")
    #expect(run.output == [])
    #expect(files.keys.sorted() == ["a.png"])

    let file = try #require(files["a.png"])
    let picture = try PNGReader.decode(file)
    #expect(picture.width == side)
    #expect(picture.height == side / 2)
  }

  @Test func `a thumbnail is written into a file that is already open`() throws {
    let library = try TemporaryLibrary()
    // As a file manager does that gives the command a file to fill.
    try library.write([], to: "a.png")
    let open = try Folder(at: RawPath(library.library)).open("a.png")
    let recording = TemporaryLibrary.fixtures + "/cbr.mp3"
    let run = try CommandRun("thumbnail \(recording) \(library.library)/a.png")
    #expect(run.status == 0, "\(run.errorOutput)")
    let isPicture = try open.read(1 << 16, "a.png").starts(with: PNGChunks.signature)
    #expect(isPicture)
  }

  @Test func `thumbnail exits with the status of the signal that stops it`() throws {
    let library = try TemporaryLibrary()
    try library.write(EndlessFile.bytes(filledWith: 1), to: "a.wav")
    let script = "timeout --preserve-status -s TERM 0.3 $W thumbnail a.wav a.png"
    let run = try CommandRun(
      script: "W='\(ProcessSetup.binary)'\n\(script)",
      in: library.library
    )
    // 128 and SIGTERM.
    #expect(run.status == 143, "\(run.errorOutput)")
    #expect(try library.tree("library").keys.sorted() == ["a.wav"])
  }

  @Test(arguments: ["html.mp3", "nothing.mp3"])
  func `a failed thumbnail leaves no picture`(name: String) throws {
    let (run, files) = try thumbnail(of: name)
    #expect(run.status == 1)
    #expect(files == [:])
  }
}
