import Decoding

extension OptionTable {
  static let choiceRows: [OptionRow] = [
    OptionRow(
      "exclude",
      value: .one(.list(ValueForm("GLOB", by: OptionText.glob)), \.scan.excludes),
      of: [.scan, .merge, .verify],
      under: .choice,
      help: "skip paths that match, in gitignore syntax; repeatable"),
    OptionRow(
      "follow",
      value: .one(.flag, \.scan.followsLinks),
      of: [.scan, .merge, .verify],
      under: .choice,
      help: "follow links to folders"),
    OptionRow(
      "ignore-inode",
      value: .one(.flag, \.scan.ignoresInode),
      of: [.scan, .merge, .verify],
      under: .choice,
      help: "ignore inode and change time, for network and merged file systems"),
    OptionRow(
      "ffmpeg",
      value: .shaping(.all, .flag(to: .all, or: .choice("WHICH")), \.decoding.ffmpeg),
      of: OptionTable.granting + [.thumbnail],
      under: .choice,
      help:
        "what the ffmpeg on PATH decodes: sound (m4a, wma, ape and other files named like sound), all"
        + " (also video, damaged recordings and art), or off [sound; all if no value is given]"),
    OptionRow(
      "strict",
      value: .one(.flag, \.scan.isStrict),
      of: [.scan],
      under: .choice,
      help: "count unsupported and damaged recordings as failed"),
  ]

  // None of them but the hours changes a picture, so that another machine or a stricter limit makes
  // nothing stale.
  static let runRows: [OptionRow] = [
    OptionRow(
      "jobs", short: "j",
      // A guess, more than machines have processors.
      value: .one(.whole("N", 1...1024), \.recordings.decoding.jobs),
      under: .run,
      help: "number of concurrent decoders [number of processors]"),
    OptionRow(
      "force",
      value: .one(.flag, \.scan.redoesAll),
      of: [.scan],
      under: .run,
      help: "redo everything, including known failures"),
    OptionRow(
      "dry-run", short: "n",
      value: .one(.flag, \.scan.isDryRun),
      of: [.scan],
      under: .run,
      help: "print what would be done, and do nothing"),
    OptionRow(
      "prune",
      value: .one(
        .flag(to: .vanished, or: .keywords("unlisted", [("unlisted", .unlisted)])), \.scan.prune),
      of: [.scan, .merge],
      under: .run,
      help:
        "delete pictures of deleted recordings; unlisted: also pictures of other styles and sizes"),
    OptionRow(
      "check",
      value: .one(.flag, \.scan.onlyChecks),
      of: [.scan, .merge],
      under: .run,
      help: "write nothing; exit 4 if anything is missing or out of date"),
    OptionRow(
      "recordings",
      value: .one(.flag, \.verify.readsRecordings),
      of: [.verify],
      under: .run,
      help:
        "also read each recording, and report content that has changed though size and time have not"
    ),
    OptionRow(
      "repair",
      value: .one(.flag, \.verify.repairs),
      of: [.verify],
      under: .run,
      help: "recreate damaged and missing files, from the cache or by decoding"),
    OptionRow(
      "known-failures",
      value: .one(.keywords("W", [("ok", true), ("fail", false)]), \.scan.sparesKnownFailures),
      of: [.scan],
      under: .run,
      help:
        "ok: failures, and recordings not as --expect asks, that the last manifest lists do not"
        + " affect the exit status [fail]"),
    OptionRow(
      "preview",
      value: .one(.flag, \.render.previews),
      of: [.render],
      under: .run,
      help: "redraw the picture while decoding, with placeholder bars for the rest"),
    OptionRow(
      "timeout",
      value: .one(.number("S", 0.1...86_400), \.recordings.decoding.timeoutSeconds),
      under: .run,
      help:
        "processor seconds per file without progress; a fifth of it, at least 2, before the first"
        + " samples; ten times as long for a slow disk [10]"),
    OptionRow(
      "max-duration",
      value: .shaping(
        .all, .number("H", 0.001...100_000), \.decoding.maximumHours, as: "maxDurationHours",
        measuring: { "hours \($0)" }),
      under: .run,
      help: "maximum hours of a recording; longer ones are rejected [120]"),
    OptionRow(
      "max-work",
      value: .one(.whole("N", 1...1_000_000_000), \.recordings.decoding.maximumSamplesPerByte),
      under: .run,
      help: "maximum samples per byte of a long recording [1000]"),
    OptionRow(
      "isolation",
      value: .one(.choice("I"), \.recordings.decoding.isolation),
      under: .run,
      help: "sandbox of decoders: auto, require or off [auto]"),
  ]

  static let messageRows: [OptionRow] = [
    OptionRow(
      "json",
      value: .one(.flag, \.scan.writesEvents),
      of: [.scan],
      under: .messages,
      help: "print events as JSON, one object per line"),
    OptionRow(
      "quiet", short: "q",
      value: .one(.flag(to: .quiet), \.verbosity),
      of: every + [.merge],
      under: .messages,
      help: "print failures only"),
    OptionRow(
      "verbose", short: "v",
      value: .one(.flag(to: .everyFile), \.verbosity),
      under: .messages,
      help: "print every file"),
    OptionRow(
      "help", short: "h",
      value: .one(.flag, \.asksForHelp),
      of: CommandName.allCases,
      under: .messages,
      help: "print this" + " help"),
    OptionRow(
      "version", short: "V",
      value: .one(.flag, \.asksForVersion),
      of: CommandName.allCases,
      under: .messages,
      help: "print the version"),
  ]
}
