extension OptionTable {
  static let partRows: [OptionRow] = [
    OptionRow(
      "output", short: "o", .one(.folder, \.merge.output), of: [.merge], .places,
      "output of the whole; required for parts with separate outputs [OUT]"),
    OptionRow(
      "manifest", .one(.path("PATH", .file(["json", "ndjson"])), \.merge.manifest), of: [.merge],
      .places, "manifest file [manifest.json in the output]"),
    OptionRow(
      "cache", .one(.folder, \.cache.directory), of: [.merge], .places,
      "cache folder of the parts [$XDG_CACHE_HOME/wavethumb]"),
    OptionRow(
      "no-cache", .one(.flag(to: false), \.cache.isUsed), of: [.merge], .places,
      "do not use the cache"),
    OptionRow(
      "strict", .one(.flag, \.merge.isStrict), of: [.merge], .choice,
      "count unsupported recordings as failed"),
    OptionRow(
      "shard", .one(.part, \.shard), of: [.scan], .run,
      "scan only part K of N, from 1; merge joins the parts; auto uses the part that Slurm, AWS"
        + " Batch or CI assigns"),
    OptionRow(
      "shards", .one(.whole("N", 1...Shard.mostCount), \.shards), of: [.scan], .run,
      "number of parts for --shard auto, if the engine does not provide it"),
    OptionRow(
      "shard-by", .one(.choice("BY"), \.scan.shardOrder), of: [.scan], .run,
      "assign recordings to parts by path, or by size for equally large parts [path]"),
    OptionRow(
      "shards", .one(.whole("N", 1...Shard.mostCount), \.shards), of: [.merge], .run,
      "number of parts of the set to join, if there are two sets"),
    OptionRow(
      "status", .one(.flag, \.merge.asksForStatus), of: [.merge], .run,
      "only list existing parts; exit 4 if some are missing"),
  ]
}

extension ValueForm<ShardChoice> {
  fileprivate static var part: ValueForm {
    ValueForm("K/N", .words(["auto"])) { text throws(ValueProblem) in
      if SpellingSuggestion.folded(text.bytes) == Array("auto".utf8) { return .automatic }
      let parts = text.parts(at: "/")
      guard parts.count == 2 else { throw text.bytes.isEmpty ? .empty : .notAPart }
      let count = try parts[1].whole(1...Shard.mostCount)
      let number = try parts[0].whole(1...count)
      guard let shard = Shard(number, of: count) else { throw .notAPart }
      return .part(shard)
    }
  }
}
