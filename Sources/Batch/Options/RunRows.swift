import Decoding
import Outputs

extension OptionTable {
  static let placeRows: [OptionRow] = [
    OptionRow(
      "output", "DIR", short: "o", of: [.scan], .places,
      "the folder of the pictures [LIBRARY/.wavethumb]"
    ) { draft, text throws(ValueProblem) in draft.output = try text.path() },
    OptionRow(
      "output", "OUT", short: "o", of: [.render], .places,
      "a .png or .json file, or - for standard output"
    ) { draft, text throws(ValueProblem) in draft.output = try text.path() },
    OptionRow(
      "format", "F", of: [.render], .places, "png or json, whatever OUT ends in"
    ) { draft, text throws(ValueProblem) in
      draft.format = try text.format()
    },
    OptionRow(
      "data", "json", of: [.scan], .places, "also write the bars of each recording as ep1.mp3.json"
    ) { draft, text throws(ValueProblem) in
      draft.data.insert(try text.format(.data))
    },
    OptionRow(
      flag: "page", of: [.scan], .places,
      "also write index.html: a page of the library to look through and to listen to"
    ) { draft in draft.writesPage = true },
    OptionRow(
      "media-url", "PREFIX", of: [.scan], .places,
      "where the page finds the recordings [the way from the output to the library]"
    ) { draft, text throws(ValueProblem) in draft.mediaPrefix = try text.mediaPrefix() },
    OptionRow(
      "manifest", "PATH", of: [.scan], .places, "the manifest [manifest.json beside the pictures]"
    ) { draft, text throws(ValueProblem) in draft.manifest = try text.path() },
    OptionRow(
      "cache", "DIR", of: every, .places,
      "the folder of the measured summaries [$XDG_CACHE_HOME/wavethumb]"
    ) { draft, text throws(ValueProblem) in draft.cache.directory = try text.path() },
    OptionRow(
      "cache-size", "SIZE", of: drawing, .places, "what the cache may take, as 500M or 2GiB [2GiB]"
    ) { draft, text throws(ValueProblem) in draft.cache.budget = try text.byteCount() },
    OptionRow(
      flag: "no-cache", of: drawing, .places, "neither read nor write the cache"
    ) { draft in draft.cache.isUsed = false },
    OptionRow(
      "prune", "SIZE", of: [.cache], .places,
      "trim the cache to SIZE, as 500M or 2GiB, least recently used first"
    ) { draft, text throws(ValueProblem) in draft.cachePrune = try text.byteCount() },
    OptionRow(
      flag: "clear", of: [.cache], .places, "empty the cache"
    ) { draft in draft.clearsCache = true },
  ]

  static let choiceRows: [OptionRow] = [
    OptionRow(
      "exclude", "GLOB", of: [.scan], .choice,
      "leave out paths of the library that match; repeatable"
    ) { draft, text throws(ValueProblem) in draft.excludes.append(try text.glob()) },
    OptionRow(
      flag: "follow", of: [.scan], .choice, "enter linked folders"
    ) { draft in draft.followsLinks = true },
    OptionRow(
      flag: "ignore-inode", of: [.scan], .choice,
      "inode and change time do not count (network and merged file systems)"
    ) { draft in draft.ignoresInode = true },
    OptionRow(
      flag: "ffmpeg", of: drawing, .choice,
      "what the libraries cannot read (m4a, wma, ape, video) goes through the ffmpeg on PATH"
    ) { draft in draft.decoding.usesFFmpeg = true },
    OptionRow(
      flag: "strict", of: [.scan], .choice, "unsupported counts as failed"
    ) { draft in draft.isStrict = true },
  ]

  static let runRows: [OptionRow] = [
    OptionRow(
      "jobs", "N", short: "j", of: drawing, .run,
      "files at once [the processors this process may use]"
    ) { draft, text throws(ValueProblem) in draft.decoding.jobs = try text.whole(1...1024) },
    OptionRow(
      flag: "force", of: [.scan], .run, "redo all, remembered failures too"
    ) { draft in draft.redoesAll = true },
    OptionRow(
      flag: "dry-run", short: "n", of: [.scan], .run, "say what would be done, and do nothing"
    ) { draft in draft.isDryRun = true },
    OptionRow(
      "prune", optional: "unlisted", of: [.scan], .run,
      "delete pictures whose recording is gone; unlisted: also those of other styles and sizes"
    ) { draft, text throws(ValueProblem) in
      guard !text.bytes.isEmpty else { return draft.prune = .vanished }
      _ = try text.choice(of: PruneForm.self)
      draft.prune = .unlisted
    },
    OptionRow(
      flag: "check", of: [.scan], .run,
      "write nothing, exit 4 when anything is missing or stale"
    ) { draft in draft.onlyChecks = true },
    OptionRow(
      flag: "preview", of: [.render], .run,
      "redraw the picture as a long decode goes on, with placeholder bars for what is to come"
    ) { draft in draft.previews = true },
    OptionRow(
      "timeout", "S", of: drawing, .run,
      "processor seconds a file may take without decoding anything new; ten times that to wait for"
        + " a slow disk [10]"
    ) { draft, text throws(ValueProblem) in
      draft.decoding.timeoutSeconds = try text.number(0.1...86_400)
    },
    OptionRow(
      "max-duration", "H", of: drawing, .run,
      "hours of audio after which a file is refused as a bomb [120]"
    ) { draft, text throws(ValueProblem) in
      draft.decoding.longestHours = try text.number(0.001...100_000)
    },
    OptionRow(
      "isolation", "I", of: drawing, .run,
      "how decoders are shut in: auto, require or off [auto]"
    ) { draft, text throws(ValueProblem) in
      draft.decoding.isolation = try text.choice(of: Isolation.self)
    },
  ]

  static let wordRows: [OptionRow] = [
    OptionRow(
      flag: "json", of: [.scan], .words, "one JSON object a line on standard output"
    ) { draft in draft.writesEvents = true },
    OptionRow(
      flag: "quiet", short: "q", of: every, .words, "nothing but failures"
    ) { draft in draft.verbosity = .quiet },
    OptionRow(
      flag: "verbose", short: "v", of: drawing, .words, "every file"
    ) { draft in draft.verbosity = .everyFile },
    OptionRow(
      flag: "help", short: "h", of: CommandName.allCases, .words, "this page"
    ) { draft in draft.asksForHelp = true },
    OptionRow(
      flag: "version", of: CommandName.allCases, .words, "the version"
    ) { draft in draft.asksForVersion = true },
  ]
}

extension OptionText {
  /// The name of a format, of one kind where only that kind is meant.
  fileprivate func format(_ kind: OutputFormat.Kind? = nil) throws(ValueProblem) -> OutputFormat {
    let formats = OutputFormat.allCases.filter { kind == nil || $0.kind == kind }
    let typed = NearestWord.folded(bytes)
    guard let format = formats.first(where: { Array($0.rawValue.utf8) == typed }) else {
      throw unknown(among: formats.map(\.rawValue))
    }
    return format
  }
}

/// The word `--prune` takes.
private enum PruneForm: String, CaseIterable {
  case unlisted
}
