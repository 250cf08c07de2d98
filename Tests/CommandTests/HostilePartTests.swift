import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Tests that a merge joins only parts whose ledger and manifest are what a scan writes.
@Suite struct `A merge refuses` {
  private let library: TemporaryLibrary
  private let part: ForgedPart

  init() throws {
    library = try TemporaryLibrary()
    try library.add("mono.wav", as: "a.wav")
    try library.add("pcm16.wav", as: "b.wav")
    part = ForgedPart(library: library, folder: "out", label: "1-of-1")
    #expect(try library.scan("--output {}/out --shard 1/1 --data dat --no-cache").status == 0)
  }

  /// Merges outputs into `whole`.
  private func merge(_ outputs: String = "{}/out") throws -> CommandRun {
    let line = "merge \(outputs) --output {}/whole --no-cache"
    return try CommandRun(line.replacing("{}", with: library.root))
  }

  /// Expects that nothing is joined, and that the part is kept.
  private func expectRefusal(
    because reason: String,
    of change: String = "",
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let before = try library.tree("out")
    let run = try merge()
    let comment: Comment = "\(change): \(run.errorOutput)"
    #expect(run.status == 1, comment, sourceLocation: location)
    #expect(run.errorOutput.contains(reason), comment, sourceLocation: location)
    #expect(try library.tree("whole") == [:], comment, sourceLocation: location)
    #expect(try library.tree("out") == before, comment, sourceLocation: location)
  }

  @Test func `no part that a scan wrote`() throws {
    #expect(try merge().status == 0)
    #expect(try library.tree("whole")["b.wav.dat"] == library.tree("out")["b.wav.dat"])
  }

  @Test func `a part whose ledger is cut or missing`() throws {
    let name = "out/.wavethumb-ledger.1-of-1"
    let whole = try library.contents(name)
    // From nothing to almost all: cuts behind the mark, and within the head and the sections.
    let size = whole.count
    for length in [0, 19, 40, 200, size / 2, size - 700, size - 400] {
      try library.write(Array(whole[..<length]), to: "../" + name)
      try expectRefusal(because: "scan that part again", of: "\(length) of \(size) bytes")
    }
    library.shell("rm \(name)")
    try expectRefusal(because: "part 1 of 1 has no ledger")
    #expect(try library.scan("--output {}/out --shard 1/1 --data dat --no-cache").status == 0)
    #expect(try merge().status == 0)
  }

  @Test func `a part whose ledger has numbers that lie`() throws {
    let whole = try part.sections()
    let records = try #require(whole[.records])
    // Three counts of eight bytes, two records of 64 bytes, and the sizes of pictures.
    let firstRecord = 24
    let secondRecord = firstRecord + 64
    let sizes = secondRecord + 64
    // A record has the start of its entry in the manifest at 40, and the length at 48.
    let counts = [0, 6, 8, 16]
    let entries = [firstRecord + 40, secondRecord + 48]
    for offset in counts + entries + [sizes, sizes + 4] {
      var lying = records
      lying[offset] ^= 0x40
      var sections = whole
      sections[.records] = lying
      try part.write(sections)
      try expectRefusal(because: "part", of: "byte \(offset)")
    }
    try part.write(whole)
    #expect(try merge().status == 0)
  }

  // Out of order, twice, too few, another name, a way out of the library, too many, and none.
  @Test(arguments: [
    ["b.wav", "a.wav"],
    ["a.wav", "a.wav"],
    ["a.wav"],
    ["a.wav", "c.wav"],
    ["a.wav", "../b.wav"],
    ["0.wav", "a.wav", "b.wav"],
    [],
  ])
  func `a part whose records have other paths than its entries`(paths: [String]) throws {
    var sections = try part.sections()
    sections[.paths] = ForgedPart.paths(paths)
    try part.write(sections)
    try expectRefusal(because: "is not the manifest of a part")
  }

  @Test func `a part whose entries are not in order, or twice there`() throws {
    let text = try part.text()
    func expectRefusal(renaming one: String, to other: String) throws {
      let sections = try part.sections()
      let forged = text.replacing("\"\(one)", with: "\"\(other)")
      #expect(forged != text)
      try library.write(ForgedManifest.withTrailer(Array(forged.utf8)), to: "../" + part.manifest)
      // The ledger names the digest of the forged manifest, so that only its order gives it away. It is
      // the last member: 32 digits, a quote, and the end of the object.
      let hex = try library.contents(part.manifest).suffix(35).prefix(32)
      let digest = ContentDigest(hex: String(decoding: hex, as: UTF8.self))
      try part.changeFacts { $0.manifest = digest }
      try self.expectRefusal(because: "is not the manifest of a part", of: "\(one) as \(other)")
      try part.write(sections)
    }
    try expectRefusal(renaming: "a.wav", to: "z.wav")
    try expectRefusal(renaming: "b.wav", to: "a.wav")
  }

  @Test func `a part whose manifest is ahead of its ledger`() throws {
    let name = "out/.wavethumb-ledger.1-of-1"
    let ledger = try library.contents(name)
    try library.add("pcm24.wav", as: "c.wav")
    let scan = "--output {}/out --shard 1/1 --data dat --no-cache"
    #expect(try library.scan(scan).status == 0)
    try library.write(ledger, to: "../" + name)
    try expectRefusal(because: "run that part again")
    #expect(try library.scan(scan).status == 0)
    #expect(try merge().status == 0)
  }

  /// A change of the facts in a ledger, and the reason for which it is refused.
  private struct FactsChange {
    let reason: String
    let apply: (inout LedgerFacts) -> Void
  }

  @Test func `a part of other settings, of another version, or unfinished`() throws {
    let sections = try part.sections()
    let changes = [
      FactsChange(reason: "is not the manifest of a part") { $0.settings = Array("{}".utf8) },
      FactsChange(reason: "was made by wavethumb 9") { $0.generator = "wavethumb 9" },
      FactsChange(reason: "is incomplete") { $0.part?.isComplete = false },
      FactsChange(reason: "has no ledger") { $0.part = nil },
    ]
    for change in changes {
      try part.changeFacts(change.apply)
      try expectRefusal(because: change.reason, of: change.reason)
      try part.write(sections)
    }
  }

  @Test func `parts of other libraries and options`() throws {
    let digest = ContentDigest(high: 1, low: 1)
    let changes = [
      FactsChange(reason: "are of different libraries") { $0.part?.library = digest },
      FactsChange(reason: "were made with different options") { $0.key = digest },
    ]
    for number in 1...2 {
      let scan = "--output {}/out\(number) --shard \(number)/2 --no-cache"
      #expect(try library.scan(scan).status == 0)
    }

    let second = ForgedPart(library: library, folder: "out2", label: "2-of-2")
    let sections = try second.sections()
    for change in changes {
      try second.changeFacts(change.apply)
      let run = try merge("{}/out1 {}/out2")
      #expect(run.status == 1, "\(run.errorOutput)")
      #expect(run.errorOutput.contains(change.reason))
      #expect(try library.tree("whole") == [:])
      try second.write(sections)
    }

    #expect(try merge("{}/out1 {}/out2").status == 0)
  }

  /// Returns the files that a visitor of the output sees.
  private func visibleFiles(in output: String) throws -> [String: [UInt8]] {
    try library.tree(output).filter { !$0.key.hasPrefix(".") }
  }

  @Test(arguments: [LedgerLayout.Section.facts, .records, .paths])
  func `a part with any changed byte, or joins what its entries say`(
    section: LedgerLayout.Section
  ) throws {
    let scan = "--output {}/honest --data dat --no-cache"
    #expect(try library.scan(scan).status == 0)
    let honest = try visibleFiles(in: "honest")
    let sections = try part.sections()
    let whole = try #require(sections[section])
    // Some bits do not matter, such as those of a size that is looked at anyway. 24 of each section take
    // seconds; which ones is the same in each run.
    var random = StableHash(seed: UInt64(section.rawValue))
    for _ in 0..<24 {
      random.add(1)
      let offset = Int(random.value % UInt64(whole.count))
      let bit = UInt8(1) << UInt8(random.value >> 32 & 7)
      var changed = sections
      changed[section]?[offset] ^= bit
      try part.write(changed)
      library.shell("rm -rf whole; cp -a out kept")
      let run = try merge()
      let change: Comment = "byte \(offset), bit \(bit): \(run.errorOutput)"
      #expect(run.status == 0 || run.status == 1, change)
      if run.status == 0 {
        #expect(try visibleFiles(in: "whole") == honest, change)
        // What a ledger says about recordings holds until they are looked at.
        #expect(try library.scan("--output {}/whole --data dat --no-cache").status == 0, change)
        #expect(try visibleFiles(in: "whole") == honest, change)
      } else {
        #expect(try visibleFiles(in: "whole") == [:], change)
      }
      library.shell("rm -rf out; mv kept out")
    }
  }

  @Test func `no name of the library, as no part has one`() throws {
    let found = library.shell("grep -rl '\(library.library)' out")
    #expect(found.isEmpty)
  }
}
