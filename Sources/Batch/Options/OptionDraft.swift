import Raster
import Thumbnails
import Waveform

/// What the options read so far ask for, before it is known whether they fit together.
struct OptionDraft {
  var styles: Set<WaveformStyle> = []
  var scales: [Int] = []
  var size: (width: Int, height: Int)?
  var color: Color?
  var unplayedColor: Color?
  var background: Color?
  var gradient: [Color]?
  var playhead: Playhead?

  var bars: Int?
  var spacing: Double?
  var cornerRadius: Double?
  var barWidth: Double?
  var dotSize: Double?
  var innerRadius: Double?
  var thickness: Double?

  var scaling = WaveformScaling()
  var splitsChannels = false

  var output: [UInt8]?
  var format: RenderOptions.Format?
  var manifest: [UInt8]?
  var writesData = false
  var cache = CacheLocation()
  var cachePrune: Int?
  var clearsCache = false

  var excludes: [[UInt8]] = []
  var followsLinks = false
  var ignoresInode = false
  var decoding = DecodeOptions()
  var isStrict = false
  var redoesAll = false
  var isDryRun = false
  var prune = ScanOptions.Prune.nothing
  var onlyChecks = false
  var writesEvents = false
  var verbosity = Verbosity.normal
  var asksForHelp = false
  var asksForVersion = false

  /// Adds one style, or all of them.
  mutating func addStyle(_ text: OptionText) throws(ValueProblem) {
    if NearestWord.folded(text.bytes) == Array("all".utf8) {
      styles.formUnion(WaveformStyle.allCases)
      return
    }
    do { styles.insert(try text.choice(of: WaveformStyle.self)) } catch {
      guard case .unknownWord = error else { throw error }
      throw text.unknown(among: WaveformStyle.allCases.map(\.rawValue) + ["all"])
    }
  }
}
