import Decoding

extension OptionTable {
  static let choiceRows: [OptionRow] = [
    OptionRow(
      "exclude", .list(.glob, \.scan.excludes), of: [.scan, .merge, .verify], .choice,
      "leave out paths of the library that match; repeatable"),
    OptionRow(
      "follow", .flag(\.scan.followsLinks), of: [.scan, .merge, .verify], .choice,
      "enter linked folders"),
    OptionRow(
      "ignore-inode", .flag(\.scan.ignoresInode), of: [.scan, .merge, .verify], .choice,
      "inode and change time do not count (network and merged file systems)"),
    OptionRow(
      "ffmpeg", .shaping(.all, flag: \.decoding.usesFFmpeg), of: drawing, .choice,
      "what the libraries cannot read (m4a, wma, ape, video) goes through the ffmpeg on PATH"),
    OptionRow(
      "strict", .flag(\.scan.isStrict), of: [.scan], .choice, "unsupported counts as failed"),
  ]

  static let runRows: [OptionRow] = [
    OptionRow(
      "jobs", short: "j", .one(.whole("N", 1...1024), \.recordings.decoding.jobs), of: drawing,
      .run,
      "files at once [the processors this process may use]"),
    OptionRow(
      "force", .flag(\.scan.redoesAll), of: [.scan], .run, "redo all, remembered failures too"),
    OptionRow(
      "dry-run", short: "n", .flag(\.scan.isDryRun), of: [.scan], .run,
      "say what would be done, and do nothing"),
    OptionRow(
      "prune", .flag(\.scan.prune, to: .vanished, or: .prune), of: [.scan, .merge], .run,
      "delete pictures whose recording is gone; unlisted: also those of other styles and sizes"),
    OptionRow(
      "check", .flag(\.scan.onlyChecks), of: [.scan, .merge], .run,
      "write nothing, exit 4 when anything is missing or stale"),
    OptionRow(
      "repair", .flag(\.verify.repairs), of: [.verify], .run,
      "make anew what is damaged or missing, from the cache or by decoding"),
    OptionRow(
      "known-failures", .one(.choice("W"), \.scan.knownFailures), of: [.scan], .run,
      "ok: failures that the last manifest tells of do not count in the exit status [fail]"),
    OptionRow(
      "preview", .flag(\.render.previews), of: [.render], .run,
      "redraw the picture as a long decode goes on, with placeholder bars for what is to come"),
    OptionRow(
      "timeout", .one(.number("S", 0.1...86_400), \.recordings.decoding.timeoutSeconds),
      of: drawing, .run,
      "processor seconds a file may take without decoding anything new: a fifth of them, but not"
        + " less than 2, before its first sound; ten times that to wait for a slow disk [10]"),
    OptionRow(
      "max-duration",
      .shaping(
        .all, .number("H", 0.001...100_000), \.decoding.longestHours, as: "maxDurationHours",
        measuring: { "hours \($0)" }),
      of: drawing, .run, "hours of audio after which a file is refused as a bomb [120]"),
    OptionRow(
      "max-work",
      .one(.whole("N", 1...1_000_000_000), \.recordings.decoding.mostSamplesPerByte),
      of: drawing, .run, "samples for each byte beyond which a long file is refused [1000]"),
    OptionRow(
      "isolation", .one(.choice("I"), \.recordings.decoding.isolation), of: drawing, .run,
      "how decoders are shut in: auto, require or off [auto]"),
  ]

  static let wordRows: [OptionRow] = [
    OptionRow(
      "json", .flag(\.scan.writesEvents), of: [.scan], .words,
      "one JSON object a line on standard output"),
    OptionRow(
      "quiet", short: "q", .flag(\.verbosity, to: .quiet), of: every, .words,
      "nothing but failures"),
    OptionRow(
      "verbose", short: "v", .flag(\.verbosity, to: .everyFile), of: drawing, .words,
      "every file"),
    OptionRow(
      "help", short: "h", .flag(\.asksForHelp), of: CommandName.allCases, .words, "this page"),
    OptionRow(
      "version", .flag(\.asksForVersion), of: CommandName.allCases, .words, "the version"),
  ]
}

extension ValueForm<Glob> {
  fileprivate static var glob: ValueForm {
    ValueForm("GLOB") { text throws(ValueProblem) in try text.glob() }
  }
}

extension ValueForm<ScanOptions.Prune> {
  fileprivate static var prune: ValueForm {
    ValueForm("unlisted", .words(["unlisted"])) { text throws(ValueProblem) in
      _ = try text.choice(of: PruneForm.self)
      return .unlisted
    }
  }
}

/// The word `--prune` takes.
private enum PruneForm: String, CaseIterable {
  case unlisted
}
