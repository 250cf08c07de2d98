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
    let run = ScanRun(options, report: Report(.quiet), interruption: Interruption())
    #expect(run.run() == .success)
  }

  private func part() throws -> ScannedPart {
    let folder = try PartsFolder(output, manifest: nil, isLocked: false)
    let spool = Spool(in: try SpoolFolder(tree.folder))
    let shard = try #require(Shard(1, of: 1))
    return try ScannedPart(
      shard,
      in: folder,
      unrecordedIn: spool,
      interruption: Interruption()
    )
  }

  /// Walks over a part to its end; returns the number of its entries.
  private func walked(_ part: ScannedPart, withTexts: Bool) throws -> Int {
    var walk = JoinedWalk([part])
    var count = 0
    while let step = try walk.next() {
      if withTexts {
        _ = try walk.text(of: step)
      }
      count += 1
    }
    return count
  }

  @Test func `is walked as often as needed if it does not`() throws {
    let part = try part()
    for withTexts in [true, false, true] {
      #expect(try walked(part, withTexts: withTexts) == 40)
    }
  }

  @Test func `ends each walk over its records`() throws {
    let whole = try tree.read(ledger)
    let head = try #require(
      try LedgerFile.open(ledger.name, in: Folder(at: output))?.head
    )
    // In a record, each of which has 64 bytes, behind the counts of 24; and in a path.
    let inRecord = head[.records].range.lowerBound + 24 + 70
    let inPath = head[.paths].range.upperBound - 2
    for offset in [inRecord, inPath] {
      let part = try part()
      var changed = whole
      changed[offset] ^= 1
      try tree.overwrite(ledger, with: changed)
      #expect(throws: SystemFailure.self) { try walked(part, withTexts: false) }
      try tree.overwrite(ledger, with: whole)
    }
  }

  @Test func `ends each walk over its entries`() throws {
    let whole = try tree.read(manifest)
    let text = try #require(whole.firstRange(of: Array("\"sampleRate\": 8000".utf8)))
    let part = try part()
    var changed = whole
    changed[text.upperBound - 4] = UInt8(ascii: "9")
    try tree.overwrite(manifest, with: changed)
    #expect(throws: SystemFailure.self) { try walked(part, withTexts: true) }
  }
}
