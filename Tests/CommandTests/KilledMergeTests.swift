import Testing
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// Tests merges after a killed one, by what each of its steps leaves behind.
@Suite struct `A killed merge` {
  private let library: TemporaryLibrary
  private var root: String { library.root }

  init() throws {
    library = try TemporaryLibrary()
    try library.add("mono.wav", "flac16.flac", "cbr.mp3", "alaw.wav", "cut.wav")
  }

  /// Scans the first or second of two parts.
  private func scanPart(_ number: Int, into output: String) throws {
    let run = try library.scan("--output {}/\(output) --shard \(number)/2 --data dat --no-cache")
    #expect(run.status == 0, "\(run.errorOutput)")
  }

  /// Scans two parts into one output, and returns the digests of their manifests.
  private func scanParts(into output: String) throws -> [ContentDigest] {
    try (1...2).map { number in
      try scanPart(number, into: output)
      return try digest(of: "\(output)/manifest.\(number)-of-2.json")
    }
  }

  /// Scans two parts into `out1` and `out2`, and returns the digests of their manifests.
  private func scanSeparateParts() throws -> [ContentDigest] {
    try (1...2).map { number in
      try scanPart(number, into: "out\(number)")
      return try digest(of: "out\(number)/manifest.\(number)-of-2.json")
    }
  }

  private func merge(_ outputs: String) throws -> CommandRun {
    try CommandRun("merge \(outputs) --no-cache".replacing("{}", with: root))
  }

  /// Returns the digest at the end of a manifest.
  private func digest(of manifest: String) throws -> ContentDigest {
    // The last member of the manifest: 32 digits, a quote, and the end of the object.
    let hex = try library.contents(manifest).suffix(35).prefix(32)
    return try #require(ContentDigest(hex: String(decoding: hex, as: UTF8.self)))
  }

  /// Writes the run file of a merge into `output` that has noted these parts.
  private func writeRun(of output: String, joined digests: [ContentDigest]) throws {
    // By hand because no kill is sure to hit a step: a merge of five files takes milliseconds.
    let folder = try Folder(at: RawPath("\(root)/\(output)"))
    let ledger = try LedgerFile.open(".wavethumb-ledger", in: folder)
    let digest = try #require(ledger?.header?.digest)
    let lines = digests.flatMap { MergedPart(manifest: $0, ledger: digest).bytes }
    try library.write(Array("wavethumb run 1\0".utf8) + lines, to: "../\(output)/.wavethumb-run")
  }

  @Test func `is completed by the next, whatever it had deleted`() throws {
    let whole = try mergedParts()
    #expect(whole.keys.allSatisfy { !$0.contains("-of-2") }, "\(whole.keys)")
    library.shell("mv parts after")

    // In the order in which a merge deletes them.
    let files = [
      ".lock.1-of-2", "manifest.1-of-2.json", ".lock.2-of-2", "manifest.2-of-2.json",
      ".wavethumb-ledger.1-of-2", ".wavethumb-ledger.2-of-2",
    ]
    for deleted in 0...files.count {
      let remaining = files[deleted...].map { "../before/\($0)" }.joined(separator: " ")
      library.shell(
        """
        rm -rf parts
        cp -a after parts
        cd parts
        for file in \(remaining); do cp -a $file .; done
        """
      )
      let run = try merge("{}/parts")
      #expect(run.status == 0, "\(deleted) deleted: \(run.errorOutput)")
      #expect(try library.tree("parts") == whole, "\(deleted) deleted")
    }
  }

  /// Scans two parts into `parts`, copies them to `before` and merges them; leaves the run file of the
  /// merge, and returns the files of the whole.
  private func mergedParts() throws -> [String: [UInt8]] {
    let digests = try scanParts(into: "parts")
    library.shell("cp -a parts before")
    #expect(try merge("{}/parts").status == 0)
    let whole = try library.tree("parts")
    try writeRun(of: "parts", joined: digests)
    return whole
  }

  @Test func `is begun again if its ledger had no name yet`() throws {
    let whole = try mergedParts()
    library.shell("mv parts after")
    // The ledger's name is the commit: before it, a manifest or a run file proves nothing.
    for files in ["", ".wavethumb-run", "manifest.json", "manifest.json .wavethumb-run"] {
      library.shell(
        """
        rm -rf parts
        cp -a before parts
        cd after
        for file in \(files); do cp -a $file ../parts; done
        """
      )
      let run = try merge("{}/parts")
      #expect(run.status == 0, "\(files): \(run.errorOutput)")
      #expect(try library.tree("parts") == whole, "\(files)")
    }
  }

  @Test func `of separate outputs is completed by the next`() throws {
    let outputs = "{}/out1 {}/out2 --output {}/parts"
    let second = try scanSeparateParts()[1]
    let name = "manifest.2-of-2.json"
    library.shell("cp out2/\(name) kept")
    #expect(try merge(outputs).status == 0)
    let whole = try library.tree("parts")

    // The first part is removed, the second is not.
    try writeRun(of: "parts", joined: [second])
    library.shell("cp kept out2/\(name)")
    let again = try merge(outputs)
    #expect(again.status == 0, "\(again.errorOutput)")
    #expect(try library.tree("parts") == whole)
    #expect(try library.tree("out2")[name] == nil)

    // A part scanned again since then does not belong to that merge: its manifest has another digest,
    // here the same one with its halves exchanged. To delete it would lose that scan.
    let otherDigest = ContentDigest(high: second.low, low: second.high)
    try writeRun(of: "parts", joined: [otherDigest])
    library.shell("cp kept out2/\(name)")
    #expect(try merge(outputs).errorOutput.contains("1 part of 2 missing: 1"))
    #expect(try library.tree("out2")[name] != nil)
  }

  @Test func `does not hide a new set that has one part in common with it`() throws {
    let outputs = "{}/out1 {}/out2 --output {}/parts"
    let digests = try scanSeparateParts()
    #expect(try merge(outputs).status == 0)
    try writeRun(of: "parts", joined: digests)

    // The new recording changes one part; the other is made again, byte for byte.
    try library.add("pcm24.wav", as: "new.wav")
    let newDigests = try scanSeparateParts()
    let isChanged = zip(digests, newDigests).map { $0 != $1 }
    #expect(isChanged.count { $0 } == 1)

    let run = try merge(outputs)
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.scan("--output {}/whole --data dat --no-cache").status == 0)
    #expect(try library.tree("parts") == library.tree("whole"))
  }

  /// Scans all parts of a library that may have failures.
  private func scanParts(count: Int, into output: String) throws {
    for number in 1...count {
      let options = "--output {}/\(output) --shard \(number)/\(count) --no-cache -q"
      #expect([0, 3].contains(try library.scan(options).status))
    }
  }

  @Test func `does not hide a set of another count that has an empty part too`() throws {
    library.shell("cd library; rm *; echo no > a.mp3")
    try scanParts(count: 3, into: "parts")
    let manifests = (1...3).map { "parts/manifest.\($0)-of-3.json" }
    let digests = try manifests.map { try digest(of: $0) }

    // Two parts without a recording have equal manifests, so a digest alone cannot tell whose they
    // are.
    let isEmpty = try manifests.map { try !library.contents($0).contains("a.mp3".utf8) }
    #expect(isEmpty.count { $0 } == 2)
    #expect(Set(digests).count == 2)

    // An empty part is what the killed merge has not deleted.
    let remaining = try #require(isEmpty.lastIndex(of: true)) + 1
    library.shell("cp -a parts before")
    #expect(try merge("{}/parts").status == 3)
    try writeRun(of: "parts", joined: digests)
    library.shell("cp -a before/*\(remaining)-of-3* before/.*\(remaining)-of-3* parts")

    try library.write("still none", to: "a.mp3")
    try scanParts(count: 2, into: "parts")
    let run = try merge("{}/parts")
    #expect(run.status == 3, "\(run.errorOutput)")

    let all = try library.tree("parts")
    #expect(all.keys.allSatisfy { !$0.contains("-of-") }, "\(all.keys)")
  }

  @Test func `leaves parts to the next scan, which deletes them`() throws {
    let whole = try mergedParts()
    library.shell("cp -a before/*2-of-2* before/.*2-of-2* parts")
    let run = try library.scan("--output {}/parts --data dat --no-cache")
    #expect(run.status == 0, "\(run.errorOutput)")
    #expect(try library.tree("parts") == whole)
  }
}
