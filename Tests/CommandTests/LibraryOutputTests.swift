import Codecs
import Testing

/// libsndfile's MIDI Sample Dump reader prints its complaints.
@Suite struct `Output printed by a C library` {
  /// The beginning of a dump header, followed by values that are too large for it.
  private static let dump: [UInt8] = {
    // A universal message that is not in real time, on channel 0, with a dump header.
    let start: [UInt8] = [0xF0, 0x7E, 0x00, 0x01]
    // The number of the sample, and its bits.
    let format: [UInt8] = [0x00, 0x00, 0x08]
    return start + format + [UInt8](repeating: 0x7F, count: 1953)
  }()

  @Test func `messages of libraries do not kill a worker`() throws {
    let library = try TemporaryLibrary()
    try library.write(Self.dump, to: "b.wav")
    let run = try library.scan("--json --isolation require")
    #expect(!run.text.contains("crashed"), "\(run.text) \(run.errorOutput)")
  }

  @Test(arguments: ["require", "off"])
  func `messages of libraries never reach standard output or error`(isolation: String) throws {
    let library = try TemporaryLibrary()
    try library.write(Self.dump, to: "b.wav")
    let run = try CommandRun(
      "render \(library.library)/b.wav --no-cache -o - --isolation \(isolation)"
    )
    // It depends on the version of libsndfile whether such a file is read at all.
    let isPicture = run.output.starts(with: PNGChunks.signature)
    #expect(run.output.isEmpty || isPicture)
    #expect(!run.errorOutput.contains("Error A"), "\(run.errorOutput)")
  }
}
