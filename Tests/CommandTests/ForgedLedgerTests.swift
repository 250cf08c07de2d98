import Testing
import WavethumbBytes
import WavethumbLibrary

/// A ledger of this output whose digests fit, and whose ranges of entries are not those of the manifest.
@Suite struct `A forged ledger` {
  // Three counts of eight bytes are before the records of 64 bytes, which have the start of their entry
  // at 40, and its length at 48.
  private static let firstRecord = 24
  private static let recordLength = 64

  @Test(arguments: ["start", "length", "both", "zero", "far"])
  func `lists no recording twice, and breaks no manifest`(forgery: String) throws {
    let library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    try library.add("pcm16.wav", as: "b.wav")
    #expect(try library.scan().status == 0)

    let forged = ForgedPart(library: library, folder: "library/.wavethumb")
    var sections = try forged.sections()
    var records = try #require(sections[.records])
    let second = Self.firstRecord + Self.recordLength
    switch forgery {
    case "start": records[second + 40] ^= 1
    case "length": records[second + 48] ^= 1
    case "both":
      // The range of the first entry, so that its text is copied twice.
      let range = records[Self.firstRecord + 40..<Self.firstRecord + 52]
      records.replaceSubrange(second + 40..<second + 52, with: range)
    case "zero":
      records.replaceSubrange(second + 40..<second + 52, with: repeatElement(0, count: 12))
    default: records[second + 45] = 0x7F
    }
    sections[.records] = records
    try forged.write(sections)

    // One more recording has all other entries copied.
    try library.add("cbr.mp3", as: "c.mp3")
    let run = try library.scan()
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.scan("--output {}/honest --no-cache").status == 0)
    let manifest = try library.contents("library/.wavethumb/manifest.json")
    #expect(manifest == (try library.contents("honest/manifest.json")))
    #expect(try CommandRun("verify \(library.output)").status == 0)
  }
}
