import Decoding
import Outputs
import Raster
import Thumbnails

/// What the options read so far ask for, before it is known whether they fit together.
struct OptionDraft {
  var styles: Set<WaveformStyle> = []
  var scales: [Int] = []
  var look = ThumbnailLook()
  var playhead: Playhead?
  var at: Playhead?
  var animation: AnimationTiming?
  var range: TimeRange?
  var overlay: [UInt8]?
  var overlayColor = ThumbnailOverlay.standardColor
  var levels: Int?
  var markers = MarkerSource.none

  var output: [UInt8]?
  var format: OutputFormat?
  var manifest: [UInt8]?
  var data: Set<OutputFormat> = []
  var writesPage = false
  var mediaPrefix: MediaPrefix?
  var cache = CacheLocation()
  var cachePrune: Int?
  var clearsCache = false

  var excludes: [Glob] = []
  var followsLinks = false
  var ignoresInode = false
  var decoding = DecodeOptions()
  var isStrict = false
  var redoesAll = false
  var previews = false
  var isDryRun = false
  var prune = ScanOptions.Prune.nothing
  var onlyChecks = false
  var writesEvents = false
  var verbosity = Verbosity.normal
  var asksForHelp = false
  var asksForVersion = false

  /// Sets the ground; one that cannot be seen is none, however it was spelt.
  mutating func setBackground(_ color: Color) {
    look.colors.background = color.alpha == 0 ? nil : color
  }

  /// Adds one style, or the six plain ones.
  mutating func addStyle(_ text: OptionText) throws(ValueProblem) {
    if NearestWord.folded(text.bytes) == Array("all".utf8) {
      styles.formUnion(WaveformStyle.plain)
      return
    }
    do { styles.insert(try text.choice(of: WaveformStyle.self)) } catch {
      guard case .unknownWord = error else { throw error }
      throw text.unknown(among: WaveformStyle.allCases.map(\.rawValue) + ["all"])
    }
  }
}
