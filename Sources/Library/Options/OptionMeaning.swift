/// What an option of another program means here.
enum OptionMeaning: Equatable {
  /// The option of this program, with its value where only one fits.
  case option(String)
  /// A scan does that without an option; the words say what it does.
  case always(String)

  /// The meaning of a name that is no option of a command, or nil if it is unknown.
  init?(_ name: [UInt8], of command: CommandName) {
    let folded = String(decoding: SpellingSuggestion.folded(name), as: UTF8.self)
    if command == .scan, let words = Self.done[folded] {
      self = .always(words)
      return
    }
    guard let option = Self.options[folded] else { return nil }
    let word = option.split(separator: " ").first.map(String.init) ?? option
    guard OptionTable.row(named: word, of: command) != nil else { return nil }
    self = .option("--\(option)")
  }

  private static let done = spread([
    "recursive recurse subfolders": "scan always includes subfolders",
    "resume continue incremental skipexisting onlynew update":
      "scan always skips what has not changed, and continues where it was stopped",
  ])

  private static let options = spread([
    "delete clean cleanup remove removeorphans purge": "prune",
    "chapters labels cues": "markers auto",
    "width height resolution dimensions geometry": "size",
    "title heading": "page-title",
    "threads workers parallel concurrency processes cores cpus": "jobs",
    "out outdir outputdir outputfolder destination dest target": "output",
    "bg backgroundcolor backgroundcolour bgcolor": "background",
    "fg foreground wavecolor waveformcolor waveformcolour colour fill": "color",
    "progresscolor cursorcolor": "color",
    "silent noprogress": "quiet",
    "simulate noop whatif": "dry-run",
    "ignore skip": "exclude",
    "overwrite rebuild refresh redraw nocheck": "force",
    "html index web gallery": "page",
    "gain autogain": "normalize",
    "log logscale decibel decibels db dbscale": "curve db",
    "fps framerate": "animate",
    "start end from to duration trim seek": "range",
    "mono": "channels mix", "stereo splitchannels": "channels split",
    "symlinks followsymlinks dereference": "follow",
    "art artwork albumart": "cover auto",
    "samplesperpixel": "zoom", "retina dpi hidpi density pixelratio": "scale",
    "ruler rulers grid axis ticks timeline": "axes", "clip clipping": "mark-clipping",
  ])

  private static func spread(_ table: [String: String]) -> [String: String] {
    table.reduce(into: [:]) { all, entry in
      for name in entry.key.split(separator: " ") { all[String(name)] = entry.value }
    }
  }
}
