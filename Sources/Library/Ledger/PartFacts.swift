package import WavethumbBytes
package import WavethumbOptions

/// The facts of a part in its ledger, so that only parts of one set are joined.
package struct PartFacts: Sendable, Equatable {
  package var shard: Shard
  package var order: ShardOrder
  /// The digest of the absolute path of the library.
  // Not the path: a merge believes no path that a file names, and needs only to know whether two parts
  // are of one library.
  package var library: ContentDigest
  /// The digest of the files assigned by size; nil if paths decide.
  package var listing: ContentDigest?
  /// False if the scan of the part was stopped early.
  // In the ledger and not only in an exit status: a merge on another machine has nothing else.
  package var isComplete = true

  package init(
    _ shard: Shard,
    _ order: ShardOrder,
    library: ContentDigest,
    listing: ContentDigest?
  ) {
    self.shard = shard
    self.order = order
    self.library = library
    self.listing = listing
  }
}

extension PartFacts: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: shard.number, shard.count, order == .size, library, listing, isComplete)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let number = try reader.count(in: 1...Shard.maximumCount)
    let count = try reader.count(in: 1...Shard.maximumCount)
    guard let shard = Shard(number, of: count) else { throw MalformedBytes() }
    let isBySize = try reader.bool()
    let order: ShardOrder = isBySize ? .size : .path
    let library: ContentDigest = try reader.read()
    let listing: ContentDigest? = try reader.read()
    self.init(shard, order, library: library, listing: listing)
    isComplete = try reader.bool()
  }
}
