package import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// The facts about a part in its manifest, so that only parts of the same scan are joined.
package struct PartFacts: Sendable, Equatable {
  package var shard: Shard
  package var order: ShardOrder
  /// The absolute path of the library.
  package var library: RawPath
  /// The digest of the files assigned by size; nil if paths decide.
  package var listing: ContentDigest?
  /// False if the scan of the part was stopped early.
  // In the manifest and not only in an exit status: a merge on another machine has nothing else.
  package var isComplete = true

  package init(_ shard: Shard, _ order: ShardOrder, library: RawPath, listing: ContentDigest?) {
    self.shard = shard
    self.order = order
    self.library = library
    self.listing = listing
  }

  package init?(_ json: JSONValue?) {
    guard let json, let number = json["number"]?.int, let count = json["count"]?.int,
      let shard = Shard(number, of: count),
      let order = json["by"]?.string.flatMap(ShardOrder.init(rawValue:)),
      let library = json["library"].flatMap(RawPath.init(json:))
    else { return nil }
    self.init(
      shard, order, library: library,
      listing: json["listing"]?.string.flatMap(ContentDigest.init(hex:)))
    // In doubt incomplete: a merge of such a part asks for its scan again, and loses nothing.
    isComplete = json["complete"]?.bool ?? false
  }

  package func write(_ json: inout JSONWriter) {
    json.object { json in
      json.member("number", shard.number)
      json.member("count", shard.count)
      json.member("by", order.rawValue)
      json.member("library") { json in json.path(library) }
      if let listing {
        json.member("listing", listing.hex)
      }
      json.member("complete", isComplete)
    }
  }
}
