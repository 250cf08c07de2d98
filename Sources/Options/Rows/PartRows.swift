extension OptionTable {
  // None shapes an output: a recording has the same pictures whatever part it belongs to.
  static let partRows: [OptionRow] = [
    // Rows of their own for names that a scan has too, since defaults and help differ.
    OptionRow(
      "output",
      short: "o",
      value: .one(.folder, in: \.merge.output),
      of: [.merge],
      under: .files,
      help: "output of the whole; required for parts with separate outputs [OUT]"
    ),
    OptionRow(
      "manifest",
      value: .one(.path("PATH", completing: .file(["json"])), in: \.merge.manifest),
      of: [.merge],
      under: .files,
      help: "manifest file [manifest.json in the output]"
    ),
    OptionRow(
      "cache",
      value: .one(.folder, in: \.cache.directory),
      of: [.merge],
      under: .files,
      help: "cache folder of the parts [$XDG_CACHE_HOME/wavethumb]"
    ),
    OptionRow(
      "no-cache",
      value: .one(.flag(to: false), in: \.cache.isUsed),
      of: [.merge],
      under: .files,
      help: "do not use the cache"
    ),
    // For CI.
    OptionRow(
      "strict",
      value: .one(.flag, in: \.merge.isStrict),
      of: [.merge],
      under: .choice,
      help: "count unsupported recordings as failed"
    ),
    // For arrays of jobs on a cluster.
    OptionRow(
      "shard",
      value: .one(.part, in: \.shard),
      of: [.scan],
      under: .run,
      help: "scan only part K of N, from 1; merge joins the parts"
    ),
    // For scripts that wait for all parts.
    OptionRow(
      "status",
      value: .one(.flag, in: \.merge.asksForStatus),
      of: [.merge],
      under: .run,
      help: "only list existing parts; exit 4 if some are missing"
    ),
  ]
}

extension ValueForm<Shard> {
  static var part: ValueForm {
    ValueForm("K/N") { text throws(ValueProblem) in
      guard !text.bytes.isEmpty else { throw .empty }
      let fields = text.split(at: "/")
      guard fields.count == 2 else { throw .notAPart }
      // The count first: it is the bound in the message about the number.
      let count = try fields[1].whole(in: 1...Shard.maximumCount)
      let number = try fields[0].whole(in: 1...count)
      guard let shard = Shard(number, of: count) else { throw .notAPart }
      return shard
    }
  }
}
