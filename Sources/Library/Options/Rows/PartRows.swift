/// The options about parts of a library, and about what joins them.
extension OptionTable {
  static let partRows: [OptionRow] = [
    OptionRow(
      "output", short: "o", .one(.folder, \.merge.output), of: [.merge], .places,
      "where the whole goes; needed where parts have outputs of their own [OUT]"),
    OptionRow(
      "manifest", .one(.path("PATH", .file(["json", "ndjson"])), \.merge.manifest), of: [.merge],
      .places,
      "the manifest [manifest.json beside the pictures]"),
    OptionRow(
      "cache", .one(.folder, \.cache.directory), of: [.merge], .places,
      "the cache that the parts used [$XDG_CACHE_HOME/wavethumb]"),
    OptionRow(
      "no-cache", .flag(\.cache.isUsed, to: false), of: [.merge], .places,
      "neither read nor write the cache"),
    OptionRow(
      "strict", .flag(\.merge.isStrict), of: [.merge], .choice, "unsupported counts as failed"),
    OptionRow(
      "shard", .one(.part, \.shard), of: [.scan], .run,
      "do only part K of N, counted from 1, for merge to join; auto: the part that Slurm, AWS Batch"
        + " or CI gives"),
    OptionRow(
      "shards", .one(.whole("N", 1...Shard.mostCount), \.shards), of: [.scan], .run,
      "how many parts there are, where the engine does not tell --shard auto"),
    OptionRow(
      "shard-by", .one(.choice("BY"), \.scan.shardOrder), of: [.scan], .run,
      "what deals out recordings to parts: path, or size for parts of one length [path]"),
    OptionRow(
      "shards", .one(.whole("N", 1...Shard.mostCount), \.shards), of: [.merge], .run,
      "which set of parts is meant, where there are two"),
    OptionRow(
      "status", .flag(\.merge.asksForStatus), of: [.merge], .run,
      "only say which parts are there; exit 4 where some are missing"),
    OptionRow(
      "quiet", short: "q", .flag(\.verbosity, to: .quiet), of: [.merge], .words,
      "nothing but failures"),
  ]
}

extension ValueForm<ShardChoice> {
  /// A part as `3/16`, or `auto`.
  fileprivate static var part: ValueForm {
    ValueForm("K/N", .words(["auto"])) { text throws(ValueProblem) in
      if SpellingSuggestion.folded(text.bytes) == Array("auto".utf8) { return .automatic }
      let parts = text.bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      guard parts.count == 2 else { throw text.bytes.isEmpty ? .empty : .notAPart }
      let count = try OptionText(Array(parts[1])).whole(1...Shard.mostCount)
      let number = try OptionText(Array(parts[0])).whole(1...count)
      guard let shard = Shard(number, of: count) else { throw .notAPart }
      return .part(shard)
    }
  }
}
