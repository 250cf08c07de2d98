package import Outputs

extension OptionTable {
  // Where files are has no part in the settings: an output may be moved, and its pictures stay. Which
  // files there are has: formats are `shaping`.
  static let fileRows: [OptionRow] = [
    // For web servers, and libraries that must not be written to.
    OptionRow(
      "output",
      short: "o",
      value: .one(.folder, in: \.scan.output),
      of: [.scan],
      under: .files,
      help: "folder for pictures and manifest [LIBRARY/.wavethumb]"
    ),
    // For everybody who draws one recording.
    OptionRow(
      "output",
      short: "o",
      value: .one(.path("OUT", completing: .file(OutputFormat.extensions)), in: \.renderOutput),
      of: [.render],
      under: .files,
      help:
        "output file; its extension selects the format: \(OutputFormat.fileExtensions); - is standard output"
    ),
    // For pipes, whose output has no extension.
    OptionRow(
      "format",
      value: .one(.format("F"), in: \.renderFormat),
      of: [.render],
      under: .files,
      help: "\(OutputFormat.names()), regardless of the extension of OUT"
    ),
    // For sites that scale their pictures, and README files: SVG.
    OptionRow(
      "format",
      value: .shaping(
        .pictures,
        .list(of: .format("F", of: .picture), ordered: OutputFormat.inOrder),
        in: \.pictureFormats,
        as: "formats",
        // The default is not written, so that manifests from before the option stay current.
        written: { formats -> FormatNames? in
          if formats == [.png] { return nil }
          return FormatNames(text: formats.map(\.rawValue).joined(separator: ","))
        }
      ),
      of: [.scan],
      under: .files,
      help: "picture format, \(OutputFormat.names(of: .picture)); repeatable [png]"
    ),
    // For web players, editors and podcast players.
    OptionRow(
      "data",
      value: .shaping(
        .data,
        .list(of: .format("F", of: .data), ordered: OutputFormat.inOrder),
        in: \.dataFormats,
        written: { formats -> FormatNames in
          if formats.isEmpty { return FormatNames(text: FormatNames.none) }
          return FormatNames(text: formats.map(\.settingName).joined(separator: ","))
        }
      ),
      of: [.scan],
      under: .files,
      help: "also write \(OutputFormat.names(of: .data)) files, such as ep1.mp3.json; repeatable"
    ),
    // For whoever wants to look at a library in a browser.
    OptionRow(
      "page",
      value: .one(.flag, in: \.writesPage),
      of: [.scan, .merge],
      under: .files,
      help: "also write index.html, a page to browse and play the library",
      remembered: .together
    ),
    // For sites whose recordings lie on another server.
    OptionRow(
      "media-url",
      value: .one(ValueForm("PREFIX", by: OptionText.mediaPrefix), in: \.page.media),
      of: [.scan, .merge],
      under: .files,
      help: "address of the recordings for the page [path from the output to the library]",
      remembered: .together
    ),
    // For pages that are published.
    OptionRow(
      "page-title",
      value: .one(ValueForm("TITLE", by: OptionText.title), in: \.page.title),
      of: [.scan, .merge],
      under: .files,
      help: "title of the page [the name of the library's folder]",
      remembered: .together
    ),
    // For build steps that expect it at a place of their own.
    OptionRow(
      "manifest",
      value: .one(.path("PATH", completing: .file(["json"])), in: \.scan.manifest),
      of: [.scan],
      under: .files,
      help: "manifest file [manifest.json in the output]"
    ),
    // For several jobs with the same options, and projects that keep theirs beside the code.
    OptionRow(
      "config",
      value: .one(.path("FILE"), in: \.config),
      of: [.scan, .render, .merge, .cache, .verify],
      under: .files,
      help: "read options from a file, one per line; the command line wins [$WAVETHUMB_CONFIG]"
    ),
    // For CI, which keeps a folder between its runs.
    OptionRow(
      "cache",
      value: .one(.folder, in: \.cache.directory),
      of: every,
      under: .files,
      help: "cache folder [$XDG_CACHE_HOME/wavethumb]"
    ),
    // For small disks.
    OptionRow(
      "cache-size",
      value: .one(ValueForm("SIZE", by: OptionText.byteCount), in: \.cache.budget),
      under: .files,
      help:
        "size to which a run trims the cache, such as 500M; runs in progress may exceed it [2GiB]"
    ),
    // For machines without room or a home, and measurements.
    OptionRow(
      "no-cache",
      value: .one(.flag(to: false), in: \.cache.isUsed),
      under: .files,
      help: "do not use the cache"
    ),
    // Of `cache`, where it takes a size; the flag of the same name is that of `scan`.
    // For whoever wants to make room now.
    OptionRow(
      "prune",
      value: .one(ValueForm("SIZE", by: OptionText.byteCount), in: \.cachePrune),
      of: [.cache],
      under: .files,
      help: "trim the cache to a size such as 500M, removing the least recently used entries"
    ),
    // For merges on a machine that has the recordings, for a page and covers.
    OptionRow(
      "library",
      value: .one(.folder, in: \.verify.library),
      of: [.verify, .merge],
      under: .files,
      help: "folder of the recordings [parent of OUT, if that is .wavethumb]"
    ),
    // For whoever leaves, or suspects the cache.
    OptionRow(
      "clear",
      value: .one(.flag, in: \.clearsCache),
      of: [.cache],
      under: .files,
      help: "empty the cache"
    ),
  ]
}

extension ValueForm<OutputFormat> {
  /// The name of a format, optionally of one kind.
  package static func format(_ placeholder: String, of kind: OutputFormat.Kind? = nil) -> ValueForm
  {
    let keywords = OutputFormat.all(of: kind).map { format in
      (word: format.rawValue, value: format)
    }
    return .keywords(placeholder, among: keywords)
  }
}

extension OutputFormat {
  /// Returns the formats in writing order, each once.
  static func inOrder(_ formats: [OutputFormat]) -> [OutputFormat] {
    allCases.filter(formats.contains)
  }

  fileprivate static func all(of kind: Kind?) -> [OutputFormat] {
    allCases.filter { format in kind == nil || format.kind == kind }
  }

  /// The names of all formats, or of those of a kind, such as `json, dat or peaks`.
  fileprivate static func names(of kind: Kind? = nil) -> String {
    let names = all(of: kind).map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  fileprivate static let fileExtensions = allCases.map(\.fileExtension).joined(separator: " ")

  /// The extensions of their files, for completions.
  fileprivate static let extensions = allCases.reduce(into: [String]()) { extensions, format in
    let name = String(format.fileExtension.split(separator: ".").last ?? "")
    if !extensions.contains(name) {
      extensions.append(name)
    }
  }
}
