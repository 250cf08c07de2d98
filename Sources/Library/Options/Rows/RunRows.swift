import Decoding

extension OptionTable {
  static let choiceRows: [OptionRow] = [
    OptionRow(
      "exclude", .one(.list(ValueForm("GLOB", by: OptionText.glob)), \.scan.excludes),
      of: [.scan, .merge, .verify], .choice,
      "skip paths that match, in gitignore syntax; repeatable"),
    OptionRow(
      "follow", .one(.flag, \.scan.followsLinks), of: [.scan, .merge, .verify], .choice,
      "follow links to folders"),
    OptionRow(
      "ignore-inode", .one(.flag, \.scan.ignoresInode), of: [.scan, .merge, .verify], .choice,
      "ignore inode and change time, for network and merged file systems"),
    OptionRow(
      "ffmpeg", .shaping(.all, .flag, \.decoding.usesFFmpeg), of: OptionTable.granting, .choice,
      "decode other formats (m4a, wma, ape, video) with the ffmpeg on PATH"),
    OptionRow(
      "strict", .one(.flag, \.scan.isStrict), of: [.scan], .choice,
      "count unsupported and damaged recordings as failed"),
  ]

  static let runRows: [OptionRow] = [
    OptionRow(
      "jobs", short: "j", .one(.whole("N", 1...1024), \.recordings.decoding.jobs), .run,
      "number of concurrent decoders [number of processors]"),
    OptionRow(
      "force", .one(.flag, \.scan.redoesAll), of: [.scan], .run,
      "redo everything, including known failures"),
    OptionRow(
      "dry-run", short: "n", .one(.flag, \.scan.isDryRun), of: [.scan], .run,
      "print what would be done, and do nothing"),
    OptionRow(
      "prune",
      .one(.flag(to: .vanished, or: .words("unlisted", [("unlisted", .unlisted)])), \.scan.prune),
      of: [.scan, .merge], .run,
      "delete pictures of deleted recordings; unlisted: also pictures of other styles and sizes"),
    OptionRow(
      "check", .one(.flag, \.scan.onlyChecks), of: [.scan, .merge], .run,
      "write nothing; exit 4 if anything is missing or out of date"),
    OptionRow(
      "recordings", .one(.flag, \.verify.readsRecordings), of: [.verify], .run,
      "also read each recording, and report content that has changed though size and time have not"),
    OptionRow(
      "repair", .one(.flag, \.verify.repairs), of: [.verify], .run,
      "recreate damaged and missing files, from the cache or by decoding"),
    OptionRow(
      "known-failures",
      .one(.words("W", [("ok", true), ("fail", false)]), \.scan.sparesKnownFailures), of: [.scan],
      .run,
      "ok: failures listed in the last manifest do not affect the exit status [fail]"),
    OptionRow(
      "preview", .one(.flag, \.render.previews), of: [.render], .run,
      "redraw the picture while decoding, with placeholder bars for the rest"),
    OptionRow(
      "timeout", .one(.number("S", 0.1...86_400), \.recordings.decoding.timeoutSeconds), .run,
      "processor seconds per file without progress; a fifth of it, at least 2, before the first"
        + " samples; ten times as long for a slow disk [10]"),
    OptionRow(
      "max-duration",
      .shaping(
        .all, .number("H", 0.001...100_000), \.decoding.longestHours, as: "maxDurationHours",
        measuring: { "hours \($0)" }),
      .run, "maximum hours of a recording; longer ones are rejected [120]"),
    OptionRow(
      "max-work", .one(.whole("N", 1...1_000_000_000), \.recordings.decoding.mostSamplesPerByte),
      .run, "maximum samples per byte of a long recording [1000]"),
    OptionRow(
      "isolation", .one(.choice("I"), \.recordings.decoding.isolation), .run,
      "sandbox of decoders: auto, require or off [auto]"),
  ]

  static let wordRows: [OptionRow] = [
    OptionRow(
      "json", .one(.flag, \.scan.writesEvents), of: [.scan], .words,
      "print events as JSON, one object per line"),
    OptionRow(
      "quiet", short: "q", .one(.flag(to: .quiet), \.verbosity), of: every + [.merge], .words,
      "print failures only"),
    OptionRow(
      "verbose", short: "v", .one(.flag(to: .everyFile), \.verbosity), .words, "print every file"),
    OptionRow(
      "help", short: "h", .one(.flag, \.asksForHelp), of: CommandName.allCases, .words,
      "print this" + " help"),
    OptionRow(
      "version", .one(.flag, \.asksForVersion), of: CommandName.allCases, .words,
      "print the version"),
  ]
}
