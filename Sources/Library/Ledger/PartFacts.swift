package import WavethumbBytes
package import WavethumbOptions

/// The facts of a part in its ledger, so that only parts of one set are joined.
package struct PartFacts: Sendable, Equatable {
  package var shard: Shard
  /// The digest of the absolute path of the library.
  // Not the path: a merge believes no path that a file names, and needs only to know whether two parts
  // are of one library.
  package var library: ContentDigest
  /// False if the scan of the part was stopped early.
  // In the ledger and not only in an exit status: a merge on another machine has nothing else.
  package var isComplete = true

  package init(_ shard: Shard, library: ContentDigest) {
    self.shard = shard
    self.library = library
  }
}

extension PartFacts: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: shard.number, shard.count, library, isComplete)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let number = try reader.count(in: 1...Shard.maximumCount)
    let count = try reader.count(in: 1...Shard.maximumCount)
    guard let shard = Shard(number, of: count) else { throw MalformedBytes() }
    self.init(shard, library: try reader.read())
    isComplete = try reader.bool()
  }
}
