import Testing

/// libsndfile's MIDI Sample Dump reader prints its complaints.
@Suite struct `Output printed by a C library` {
  private static let dump: [UInt8] =
    [0xF0, 0x7E, 0x00, 0x01, 0x00, 0x00, 0x08] + [UInt8](repeating: 0x7F, count: 1953)

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
    #expect(run.output.isEmpty || run.output.starts(with: [0x89, 0x50, 0x4E, 0x47]))
    #expect(!run.errorOutput.contains("Error A"), "\(run.errorOutput)")
  }
}
