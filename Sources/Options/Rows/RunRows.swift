import Decoding

extension ValueForm<ScanOptions.PathSource> {
  fileprivate static var pathSource: ValueForm {
    ValueForm("FILE", completing: .file([])) { text throws(ValueProblem) in
      let path = try text.path()
      return path == Array("-".utf8) ? .standardInput : .file(path)
    }
  }
}

extension OptionTable {
  static let choiceRows: [OptionRow] = [
    // For folders of samples, drafts and trash.
    OptionRow(
      "exclude",
      value: .one(.list(of: ValueForm("GLOB", by: OptionText.glob)), in: \.scan.excludes),
      of: [.scan, .merge, .verify],
      under: .choice,
      help: "skip paths that match, in gitignore syntax; repeatable",
      remembered: .alone
    ),
    // For libraries made of links.
    OptionRow(
      "follow",
      value: .one(.flag, in: \.scan.followsLinks),
      of: [.scan, .merge, .verify],
      under: .choice,
      help: "follow links to folders",
      remembered: .alone
    ),
    // For synchronized and checked out folders, whose inodes change.
    OptionRow(
      "ignore-inode",
      value: .one(.flag, in: \.scan.ignoresInode),
      of: [.scan, .merge, .verify],
      under: .choice,
      help: "ignore inode and change time, for network and merged file systems",
      remembered: .alone
    ),
    // For folders into which somebody is copying.
    OptionRow(
      "min-age",
      value: .one(.seconds(in: 0...31_536_000), in: \.scan.minimumAge),
      of: [.scan],
      under: .choice,
      help:
        "leave recordings that changed less than this ago to the next run, as 300, 5m or 1h: somebody may"
        + " be copying them",
      remembered: .alone
    ),
    // For hooks of downloaders, which know what is new.
    OptionRow(
      "files-from",
      value: .one(.pathSource, in: \.scan.filesFrom),
      of: [.scan],
      under: .choice,
      help:
        "look at nothing but these recordings and folders, a path a line, below LIBRARY; - is standard"
        + " input"
    ),
    // For names that contain line breaks.
    OptionRow(
      "null",
      short: "0",
      value: .one(.flag, in: \.scan.listEndsWithNul),
      of: [.scan],
      under: .choice,
      help: "paths of --files-from end with a NUL, as list -0 and find -print0 print them"
    ),
    // For video, AAC and damaged recordings; off for the same pictures everywhere.
    OptionRow(
      "ffmpeg",
      // Alone it means all: a user who asks for ffmpeg has files that the default leaves out.
      value: .shaping(.all, .flag(to: .all, or: .choice("WHICH")), in: \.decoding.ffmpegOfSettings),
      of: OptionTable.granting + [.thumbnail],
      under: .choice,
      help:
        "what the ffmpeg on PATH decodes: sound (m4a, wma, ape and other files named like sound), all"
        + " (also video, damaged recordings and art), or off [sound; all if no value is given]",
      // Which programs may run is no choice of looks.
      remembered: .alone
    ),
    // For CI.
    OptionRow(
      "strict",
      value: .one(.flag, in: \.scan.isStrict),
      of: [.scan],
      under: .choice,
      help: "count unsupported and damaged recordings as failed"
    ),
  ]

  // None of them but the hours changes a picture, so that another machine or a stricter limit makes
  // nothing stale.
  static let runRows: [OptionRow] = [
    // For a machine that has other work.
    OptionRow(
      "jobs",
      short: "j",
      // More than machines have processors.
      value: .one(.whole("N", in: 1...1024), in: \.recordings.decoding.jobs),
      under: .run,
      help: "number of concurrent decoders [number of processors]"
    ),
    // For doubt, and what protects pictures against a wrong path.
    OptionRow(
      "force",
      value: .one(.flag, in: \.scan.redoesAll),
      of: [.scan],
      under: .run,
      help: "redo everything, including known failures"
    ),
    // For a look before a long run.
    OptionRow(
      "dry-run",
      short: "n",
      value: .one(.flag, in: \.scan.isDryRun),
      of: [.scan],
      under: .run,
      help: "print what would be done, and do nothing"
    ),
    // For libraries from which recordings are deleted.
    OptionRow(
      "prune",
      // Alone it deletes least: pictures of other styles may still be in use.
      value: .one(
        .flag(to: .vanished, or: .keywords("unlisted", among: [("unlisted", .unlisted)])),
        in: \.scan.prune
      ),
      of: [.scan, .merge],
      under: .run,
      help:
        "delete pictures of deleted recordings; unlisted: also pictures of other styles and sizes"
    ),
    // For CI, which must not write.
    OptionRow(
      "check",
      value: .one(.flag, in: \.scan.onlyChecks),
      of: [.scan, .merge],
      under: .run,
      help: "write nothing; exit 4 if anything is missing or out of date"
    ),
    // For hooks that come at the same time.
    OptionRow(
      "wait",
      value: .one(.seconds(in: 0...86_400), in: \.scan.secondsToWait),
      of: [.scan],
      under: .run,
      help: "wait this long for another scan of the output, as 60 or 5m, before ending with 75 [0]"
    ),
    // For archives, which want to know what has rotted.
    OptionRow(
      "recordings",
      value: .one(.flag(to: .whole, or: .part), in: \.verify.recordings),
      of: [.verify],
      under: .run,
      help:
        "also read each recording, and report content that has changed though size and time have not;"
        + " K/N: only those of the K-th of N equal shares"
    ),
    // For cleaning up an output that lost its ledger.
    OptionRow(
      "foreign",
      value: .one(.flag, in: \.verify.listsForeign),
      of: [.verify],
      under: .run,
      help:
        "only print the files that are named as outputs and not known as wavethumb's, each with a"
        + " NUL byte"
    ),
    // For a restored or damaged output.
    OptionRow(
      "repair",
      value: .one(.flag, in: \.verify.repairs),
      of: [.verify],
      under: .run,
      help: "recreate damaged and missing files, from the cache or by decoding"
    ),
    // For nights, which report only what is new.
    OptionRow(
      "known-failures",
      // Two values and not a flag, so that a command line can undo what a file of options says.
      value: .one(
        .keywords("W", among: [("ok", true), ("fail", false)]),
        in: \.scan.sparesKnownFailures
      ),
      of: [.scan],
      under: .run,
      help:
        "ok: failures, and recordings not as --expect asks, that the last manifest lists do not"
        + " affect the exit status [fail]"
    ),
    // For slow disks, and recordings that take long.
    OptionRow(
      "timeout",
      // Both bounds are untuned.
      value: .one(.seconds(in: 0.1...86_400), in: \.recordings.decoding.timeoutSeconds),
      under: .run,
      help:
        "processor seconds per file without progress; a fifth of it, at least 2, before the first"
        + " samples; ten times as long for a slow disk [10]"
    ),
    // For recordings of more than a day.
    OptionRow(
      "max-duration",
      // Part of the settings and of the keys: a recording that one limit refuses, another draws.
      value: .shaping(
        .all,
        .hours(in: 0.001...100_000),
        in: \.decoding.maximumHours,
        as: "maxDurationHours",
        measuring: { "hours \($0)" }
      ),
      under: .run,
      help:
        "maximum hours of a recording; longer ones are rejected [120, and 1000 samples per byte]",
      remembered: .alone
    ),
    // For systems that allow no sandbox.
    OptionRow(
      "isolation",
      value: .one(.choice("I"), in: \.recordings.decoding.isolation),
      under: .run,
      help: "sandbox of decoders: auto, require or off [auto]"
    ),
  ]

  static let messageRows: [OptionRow] = [
    // For programs that show progress.
    OptionRow(
      "json",
      value: .one(.flag, in: \.scan.writesEvents),
      of: [.scan],
      under: .messages,
      help: "print events as JSON, one object per line"
    ),
    // One property for both, so that the last of them counts.
    // For cron, which mails whatever is printed.
    OptionRow(
      "quiet",
      short: "q",
      value: .one(.flag(to: .quiet), in: \.verbosity),
      of: every + [.merge],
      under: .messages,
      help: "print failures only"
    ),
    // For looking at what was decided for each file.
    OptionRow(
      "verbose",
      short: "v",
      value: .one(.flag(to: .everyFile), in: \.verbosity),
      under: .messages,
      help: "print every file"
    ),
    OptionRow(
      "help",
      short: "h",
      value: .one(.flag, in: \.asksForHelp),
      of: CommandName.allCases,
      under: .messages,
      help: "print help; -h prints the options that most people use"
    ),
    OptionRow(
      "version",
      short: "V",
      value: .one(.flag, in: \.asksForVersion),
      of: CommandName.allCases,
      under: .messages,
      help: "print the version"
    ),
  ]
}
