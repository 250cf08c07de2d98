package import Outputs

extension OptionTable {
  static let placeRows: [OptionRow] = [
    OptionRow(
      "output", short: "o", .one(.folder, \.scan.output), of: [.scan], .places,
      "folder for pictures and manifest [LIBRARY/.wavethumb]"),
    OptionRow(
      "output", short: "o", .one(.path("OUT", .file(OutputFormat.extensions)), \.renderOutput),
      of: [.render], .places,
      "output file; its extension selects the format: \(OutputFormat.endings); - is standard output"
    ),
    OptionRow(
      "format", .one(.format("F"), \.renderFormat), of: [.render], .places,
      "\(OutputFormat.names()), regardless of the extension of OUT"),
    OptionRow(
      "format",
      .shaping(
        .pictures, .list(.format("F", of: .picture), OutputFormat.inOrder), \.pictureFormats,
        as: "formats",
        written: {
          $0 == [.png] ? nil : FormatNames(text: $0.map(\.rawValue).joined(separator: ","))
        }),
      of: [.scan], .places,
      "picture format, \(OutputFormat.names(of: .picture)); repeatable [png]"),
    OptionRow(
      "data",
      .shaping(
        .data, .list(.format("F", of: .data), OutputFormat.inOrder), \.dataFormats,
        written: {
          FormatNames(
            text: $0.isEmpty ? FormatNames.none : $0.map(\.settingWords).joined(separator: ","))
        }),
      of: [.scan], .places,
      "also write \(OutputFormat.names(of: .data)) files, such as ep1.mp3.json; repeatable"),
    OptionRow(
      "page", .one(.flag, \.writesPage), of: [.scan, .merge], .places,
      "also write index.html, a page to browse and play the library"),
    OptionRow(
      "media-url", .one(ValueForm("PREFIX", by: OptionText.mediaPrefix), \.page.media),
      of: [.scan, .merge], .places,
      "address of the recordings for the page [path from the output to the library]"),
    OptionRow(
      "page-covers",
      .one(.words("auto|off", [("auto", true), ("off", false)]), \.page.showsCovers),
      of: [.scan, .merge], .places,
      "album art in the page: auto or off [auto]"),
    OptionRow(
      "page-title", .one(ValueForm("TITLE", by: OptionText.title), \.page.title),
      of: [.scan, .merge], .places, "title of the page [the name of the library's folder]"),
    OptionRow(
      "manifest", .one(.path("PATH", .file(["json", "ndjson"])), \.scan.manifest), of: [.scan],
      .places, "manifest file [manifest.json in the output]"),
    OptionRow(
      "manifest-format", .one(.choice("F"), \.scan.manifestFormat), of: [.scan], .places,
      "json, or ndjson (one object per line) for very large libraries [json]"),
    OptionRow(
      "config", .one(.path("FILE"), \.config), of: [.scan, .render, .merge, .cache, .verify],
      .places, "read options from a file, one per line; the command line wins [$WAVETHUMB_CONFIG]"),
    OptionRow(
      "cache", .one(.folder, \.cache.directory), of: every, .places,
      "cache folder [$XDG_CACHE_HOME/wavethumb]"),
    OptionRow(
      "cache-size", .one(ValueForm("SIZE", by: OptionText.byteCount), \.cache.budget), .places,
      "size to which a run trims the cache, such as 500M; runs in progress may exceed it [2GiB]"),
    OptionRow("no-cache", .one(.flag(to: false), \.cache.isUsed), .places, "do not use the cache"),
    OptionRow(
      "prune", .one(ValueForm("SIZE", by: OptionText.byteCount), \.cachePrune), of: [.cache],
      .places, "trim the cache to a size such as 500M, removing the least recently used entries"),
    OptionRow(
      "library", .one(.folder, \.verify.library), of: [.verify, .merge], .places,
      "folder of the recordings [parent of OUT, if that is .wavethumb]"),
    OptionRow("clear", .one(.flag, \.clearsCache), of: [.cache], .places, "empty the cache"),
  ]
}

extension ValueForm<OutputFormat> {
  /// The name of a format, optionally of one kind.
  package static func format(_ placeholder: String, of kind: OutputFormat.Kind? = nil) -> ValueForm
  {
    let formats = OutputFormat.allCases.filter { kind == nil || $0.kind == kind }
    return .words(placeholder, formats.map { ($0.rawValue, $0) })
  }
}

extension OutputFormat {
  /// Returns the formats in writing order, each once.
  static func inOrder(_ formats: [OutputFormat]) -> [OutputFormat] {
    allCases.filter(formats.contains)
  }

  /// The names of all formats, or of those of a kind, such as `json, dat or peaks`.
  fileprivate static func names(of kind: Kind? = nil) -> String {
    let names = allCases.filter { kind == nil || $0.kind == kind }.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }

  fileprivate static let endings = allCases.map(\.ending).joined(separator: " ")

  /// The extensions of their files, for completions.
  fileprivate static let extensions = allCases.reduce(into: [String]()) { extensions, format in
    let name = String(format.ending.split(separator: ".").last ?? "")
    if !extensions.contains(name) {
      extensions.append(name)
    }
  }
}
