import Outputs

/// The options read so far, before checking whether they are compatible.
// One draft for all commands, since a row is read without knowing which command it is for.
package struct OptionDraft {
  /// Options shared by commands.
  package var recordings = RecordingOptions()
  package var cache = CacheLocation()
  package var verbosity = Verbosity.normal
  var config: [UInt8]?

  /// Options of a single command; operands and shared options are added at the end.
  package var scan = ScanOptions(library: [])
  package var render = RenderOptions(input: .standardInput)
  var writesPage = false
  var page = PageOptions()
  var renderOutput: [UInt8]?
  var renderFormat: OutputFormat?
  var cachePrune: Int?
  var clearsCache = false
  package var merge = MergeOptions(outputs: [])
  package var shard: Shard?
  /// The longer side of a picture for a file manager.
  // `large` in the thumbnail specification of freedesktop.org.
  var thumbnailSide = 256
  package var verify = VerifyOptions(output: [])
  package var list = ListOptions(output: [])
  package var expectations: [[EntryCondition]] = []

  var audiowaveform = AudiowaveformDraft()

  var asksForHelp = false
  var asksForVersion = false
}
