import Testing
import WavethumbSystem

@Suite struct `A thumbnail for a file manager` {
  private func thumbnail(_ arguments: String) throws -> (run: CommandRun, files: [String: [UInt8]])
  {
    let library = try TemporaryLibrary()
    let line = "thumbnail \(arguments.replacing("{}", with: TemporaryLibrary.fixtures)) "
    let run = try CommandRun(
      line + library.root + "/a.png",
      in: library.root,
      environment: ["HOME": library.root]
    )
    return (run, try library.tree("."))
  }

  @Test(arguments: ["", "--size 100 "])
  func `a thumbnail fits its square, and nothing else is left`(size: String) throws {
    let (run, files) = try thumbnail(size + "{}/cbr.mp3")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(run.errorOutput == "")
    #expect(run.output == [])
    #expect(files.keys.sorted() == ["a.png"])
    let picture = try #require(files["a.png"])
    let sides = [16, 20].map { offset in
      picture[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    #expect(sides == (size.isEmpty ? [256, 128] : [100, 50]))
  }

  @Test func `a thumbnail is written into a file that is already open`() throws {
    let library = try TemporaryLibrary()
    try library.write([], to: "a.png")
    let open = try Folder(at: RawPath(library.library)).open("a.png")
    let recording = TemporaryLibrary.fixtures + "/cbr.mp3"
    let run = try CommandRun("thumbnail \(recording) \(library.library)/a.png")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try open.read(1 << 16, "a.png").starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `thumbnail exits with the status of the signal that stops it`() throws {
    let library = try TemporaryLibrary()
    try library.write(EndlessFile.bytes(1), to: "a.wav")
    let run = try CommandRun(
      script:
        "timeout --preserve-status -s TERM 0.3 '\(ProcessSetup.binary)' thumbnail a.wav a.png",
      in: library.library
    )
    #expect(run.status == 143, "\(run.errorOutput)")
    #expect(try library.tree("library").keys.sorted() == ["a.wav"])
  }

  @Test(arguments: ["html.mp3", "nothing.mp3"])
  func `a failed thumbnail leaves no picture`(name: String) throws {
    let (run, files) = try thumbnail("{}/\(name)")
    #expect(run.status == 1)
    #expect(files == [:])
  }
}
