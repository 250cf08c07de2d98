import TestSupport
import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbOptions

/// Simulates somebody who writes into the files of a part after a merge has checked them.
@Suite struct `A part that changes after it was checked` {
  private let tree: TemporaryTree
  private let output: RawPath
  private let ledger: RawPath = "library/.wavethumb/.wavethumb-ledger.1-of-1"
  private let manifest: RawPath = "library/.wavethumb/manifest.1-of-1.json"

  init() throws {
    tree = try TemporaryTree()
    output = tree.path.appending("library/.wavethumb")
    for number in 0..<40 {
      let name = RawPath("library/\(10 + number).wav")
      try tree.write(name, bytes: WaveFile.tone(frames: 1000 + number).bytes)
    }
    let library = tree.path.appending("library").lossyText
    let cache = tree.path.appending("cache").lossyText
    // Decoded in this process: the test is about files, and not about workers.
    let arguments = [
      "scan", library, "--shard", "1/1", "--cache", cache, "--isolation", "off", "-q",
    ]
    let bytes = arguments.map { word in Array(word.utf8) }
    guard case .scan(let options) = try CommandLineParser.parse(bytes) else {
      preconditionFailure("expected scan options")
    }
    let report = Report(.quiet)
    let start = try ScanStart(options, report: report, interruption: Interruption())
    let run = ScanRun(start, report: report, interruption: Interruption())
    #expect(run.run() == .success)
  }

  private func part() throws -> PartScan {
    let folder = try PartsFolder(output, manifest: nil, isLocked: false)
    let shard = try #require(Shard(1, of: 1))
    return try PartScan(shard, in: folder, seenIn: nil, interruption: Interruption())
  }

  private func texts(of part: PartScan) throws -> [[UInt8]] {
    try part.entries.indices.map { number in try part.text(number) }
  }

  @Test func `is read as often as needed if it does not`() throws {
    let part = try part()
    let texts = try texts(of: part)
    #expect(texts.count == 40)
    #expect(try self.texts(of: part) == texts)
  }

  @Test func `has the records that were checked`() throws {
    let part = try part()
    let records = part.entries.indices.map { number in part.record(number) }
    try tree.overwrite(ledger, with: [])
    #expect(part.entries.indices.map { number in part.record(number) } == records)
  }

  @Test func `gives no text that was not checked`() throws {
    let whole = try tree.read(manifest)
    let text = try #require(whole.firstRange(of: Array("\"sampleRate\":8000".utf8)))
    let part = try part()
    var changed = whole
    changed[text.upperBound - 4] = UInt8(ascii: "9")
    try tree.overwrite(manifest, with: changed)
    #expect(throws: SystemFailure.self) { try texts(of: part) }
  }
}
