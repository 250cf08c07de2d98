import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

@Suite struct `A part that a ledger has joined` {
  private func digest(_ number: UInt64) -> ContentDigest {
    ContentDigest(high: number, low: 9)
  }

  private func part(_ number: Int, of count: Int, digest: UInt64) throws -> PartFiles.Part {
    // Which file it is does not matter here: a part is known by its digest.
    let identity = FileIdentity(device: 1, inode: 2, size: 3, modified: 4, changed: 5)
    let shard = try #require(Shard(number, of: count))
    return PartFiles.Part(shard, digest: self.digest(digest), identity: identity)
  }

  /// Returns the labels of the parts that are left of a set of three, which has the digests 1, 2 and 3
  /// unless others are given.
  private func leftovers(
    of joined: [UInt64] = [1, 2, 3],
    among parts: [PartFiles.Part]
  ) -> [String] {
    let digests = Set(joined.map(digest))
    return PartFiles.left(parts, of: digests).map(\.shard.label)
  }

  private func joined(in bytes: [UInt8]) -> [MergedPart] {
    NulTerminatedLines(bytes).compactMap { line in MergedPart(line) }
  }

  @Test func `is read from a run file, beside owned lines`() throws {
    let path = try #require(RelativePath(RawPath("joined a b")))
    let owned = OwnedLine(path, WrittenFile(bytes: 7, digest: digest(7)))
    let parts = [1, 2].map { MergedPart(manifest: digest($0), ledger: digest(3)) }
    // The path of the owned line begins like the mark of a part, and has as many fields.
    let bytes = Array("wavethumb run 1\0".utf8) + owned.bytes + parts.flatMap(\.bytes)
    #expect(joined(in: bytes) == parts)
    // A line that a kill has cut says nothing.
    let cut = Array(bytes.dropLast(3))
    #expect(joined(in: cut) == [parts[0]])

    // And readers of owned lines pass over the parts.
    var files = OwnedFiles()
    files.add(lines: bytes)
    #expect(files.versions(of: path) == [owned.file])
  }

  // A merge deletes parts one by one; what a killed merge has left is known by the digests that it
  // noted, and by nothing else.
  @Test func `is left of a set that has parts missing`() throws {
    let second = try part(2, of: 3, digest: 2)
    let third = try part(3, of: 3, digest: 3)
    #expect(leftovers(among: [second, third]) == ["2-of-3", "3-of-3"])

    // The third has been scanned since, and is news, although the set is not complete.
    let scannedAgain = try part(3, of: 3, digest: 30)
    #expect(leftovers(among: [second, scannedAgain]) == ["2-of-3"])

    // Nothing was noted, and nothing may be deleted.
    #expect(leftovers(of: [], among: [second, scannedAgain]) == [])
  }

  @Test func `is not left of a new set, of which it is a part`() throws {
    let first = try part(1, of: 3, digest: 1)
    let second = try part(2, of: 3, digest: 2)
    let third = try part(3, of: 3, digest: 3)
    // A merge that was killed before it deleted any.
    #expect(leftovers(among: [first, second, third]).count == 3)

    // All three are there, and one is new: the set is to be merged, not to be deleted.
    let scannedAgain = try part(3, of: 3, digest: 30)
    #expect(leftovers(among: [first, second, scannedAgain]) == [])

    // Beside a set of another count, which has nothing to do with this one.
    let ofTwo = try part(1, of: 2, digest: 40)
    let labels = leftovers(among: [first, second, ofTwo])
    #expect(labels == ["1-of-3", "2-of-3"])
  }

  @Test func `has its facts in its ledger, and the whole has none`() throws {
    var facts = LedgerFacts(
      generator: "wavethumb 9",
      settings: Array("{}".utf8),
      choices: [
        RememberedChoice(name: "exclude", text: [0xFF, 0x0A, 0x3D]),
        RememberedChoice(name: "page", text: []),
      ],
      key: digest(1),
      manifest: nil,
      manifestPath: "manifest.json"
    )
    let whole = facts.encoded()
    var part = PartFacts(try #require(Shard(3, of: 16)), library: digest(5))
    part.isComplete = false
    facts.part = part
    // The facts of the part come behind those of the whole, whose ledger has the same bytes whether
    // it was scanned or joined.
    let encoded = facts.encoded()
    #expect(LedgerFacts(encoded: encoded) == facts)
    #expect(encoded.starts(with: whole))
    #expect(encoded.count > whole.count)

    // Cut, they are none, and not those of a whole.
    for end in whole.count + 1..<encoded.count {
      #expect(LedgerFacts(encoded: encoded[..<end]) == nil)
    }
  }
}
