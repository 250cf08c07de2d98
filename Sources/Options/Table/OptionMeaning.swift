/// The equivalent here of an option that a command does not have.
// A table and no measure of likeness: `--threads` is spelled like no option here, and means `--jobs`.
// The names are those that users of other programs may type.
enum OptionMeaning: Equatable {
  /// The option of this program, with its value if only one fits.
  case option(String)
  /// A scan does this without an option; the text describes it.
  case always(String)
  /// Something else does what the option would; the text describes it.
  case instead(String)

  /// Returns the meaning of a name that is not an option of the command; nil if unknown.
  init?(_ name: [UInt8], of command: CommandName) {
    let folded = String(decoding: SpellingSuggestion.folded(name), as: UTF8.self)
    if command == .scan, let text = Self.done[folded] {
      self = .always(text)
      return
    }
    if let text = Self.replacements[folded] {
      self = .instead(text)
      return
    }
    guard let option = Self.options[folded] else { return nil }
    // The entry may have a value behind the name: `curve db`.
    let ownName = String(option.prefix { character in character != " " })
    guard OptionTable.row(named: ownName, of: command) != nil else { return nil }
    self = .option("--\(option)")
  }

  // In all tables names are in lower case and without hyphens, as `SpellingSuggestion.folded` makes them:
  // `skip-existing` and `skipExisting` are one.
  private static let done = spread([
    "recursive recurse subfolders depth": "scan always includes subfolders",
    "resume continue incremental skipexisting onlynew update nooverwrite":
      "scan always skips what has not changed, and continues where it was stopped",
    "keepgoing ignoreerrors": "scan always continues after a recording that cannot be read",
    "include": "scan draws every recording that --exclude does not match",
    "progress": "scan shows its progress on a terminal",
    "transparent transparency alpha": "pictures are transparent without --background",
    "nocover noart noartwork": "pictures have no album art without --cover",
  ])

  // Options that people ask for because similar programs have them, or because a part of this program
  // works without them.
  private static let replacements = spread([
    "manifestformat ndjson": "a manifest is JSON; list --json prints its entries one per line",
    "shards shardby": "name each part by --shard K/N",
    "tsv": "use --csv or --json",
  ])

  private static let options = spread([
    "delete rm clean cleanup remove removeorphans orphans purge": "prune",
    "chapters labels cues": "markers auto", "width height resolution dimensions geometry": "size",
    "title heading": "page-title",
    "threads workers parallel concurrency processes procs cores cpu cpus": "jobs",
    "out outdir outputdir outputfolder dest destination target": "output",
    "bg backgroundcolor backgroundcolour bgcolor theme": "background",
    "fg fgcolor foreground wavecolor waveformcolor waveformcolour colour fill": "color",
    "progresscolor cursorcolor": "color",
    "silent noprogress": "quiet", "debug": "verbose",
    "simulate noop whatif test": "dry-run",
    "ignore skip": "exclude",
    "overwrite rebuild refresh redraw redo regenerate retry nocheck": "force",
    "html index web gallery": "page", "baseurl urlprefix audiourl": "media-url",
    "gain autogain": "normalize", "lufs loudness": "normalize loudness",
    "log logscale decibel decibels db dbscale": "curve db",
    "mindb noisefloor rangedb": "floor", "peak": "measure peak", "rms": "measure rms",
    "fps framerate": "animate",
    "start end from to duration offset trim seek": "range",
    "mono": "channels mix", "stereo splitchannels": "channels split",
    "symlinks followsymlinks dereference": "follow",
    "art artwork albumart coverart coverimage": "cover auto",
    "samplesperpixel": "zoom", "retina dpi hidpi density pixelratio 2x": "scale",
    "count bins barcount columns samples": "bars", "gap bargap": "spacing",
    "radius rounded roundness": "corner-radius", "linewidth strokewidth stroke": "thickness",
    "colormap": "palette", "jsonoutput": "data json",
    "maxtime timelimit": "timeout", "sandbox": "isolation require",
    "nosandbox unsafe": "isolation off", "verify validate": "check",
    "ruler rulers grid axis ticks timeline": "axes", "mark clip clipping": "mark-clipping",
  ])

  /// Returns a table in which each of the names of a line has the line's meaning.
  private static func spread(_ table: [String: String]) -> [String: String] {
    var meanings: [String: String] = [:]
    for (names, meaning) in table {
      for name in names.split(separator: " ") {
        meanings[String(name)] = meaning
      }
    }
    return meanings
  }
}
