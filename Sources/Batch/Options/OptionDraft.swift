import Outputs

/// What the options read so far ask for, before it is known whether they fit together.
struct OptionDraft {
  /// What commands share.
  var recordings = RecordingOptions()
  var cache = CacheLocation()
  var verbosity = Verbosity.normal

  /// What one command alone knows; its operands and what is shared are put in at the end.
  var scan = ScanOptions(library: [])
  var render = RenderOptions(input: .standardInput)
  var writesPage = false
  var mediaPrefix: MediaPrefix?
  var renderOutput: [UInt8]?
  var renderFormat: OutputFormat?
  var cachePrune: Int?
  var clearsCache = false
  var merge = MergeOptions(outputs: [])
  var shard: ShardChoice?
  var shards: Int?
  var verify = VerifyOptions(output: [])

  var asksForHelp = false
  var asksForVersion = false
}
