/// One command: its facts for help, the manual and completions, besides its options.
package struct CommandRow: Sendable {
  package struct Operand: Sendable {
    package let placeholder: String
    package let completion: Completion
    package var isOptional = false
    package var isRepeatable = false

    /// The spelling in help: `LIBRARY`, `[COMMAND]`, `OUT ...`.
    package var spelling: String {
      let once = isOptional ? "[\(placeholder)]" : placeholder
      return isRepeatable ? once + " ..." : once
    }
  }

  package let summary: String
  package var operands: [Operand] = []
  /// The options in the first line of help.
  package var shownOptions = ""
  package var details = ""
  package let examples: [String]

  /// The topic of `help` that is not a command.
  // A topic of its own, since both `scan` and `list` take `--expect`.
  package static let expectTopic = "expect"

  package var spelling: String { operands.map(\.spelling).joined(separator: " ") }
}

extension CommandName {
  /// The usage line: `scan LIBRARY [options]`.
  package var synopsis: String {
    let parts = [rawValue, row.spelling, row.shownOptions]
    return parts.filter { part in !part.isEmpty }.joined(separator: " ")
  }

  // A switch and no dictionary: a command without a row does not compile.
  package var row: CommandRow {
    switch self {
    case .scan: .scan
    case .render: .render
    case .merge: .merge
    case .cache: .cache
    case .verify: .verify
    case .list: .list
    case .thumbnail: .thumbnail
    case .desktop: .desktop
    case .doctor: .doctor
    case .audiowaveform: .audiowaveform
    case .completions: .completions
    case .manual: .manual
    case .version: .version
    case .help: .help
    }
  }
}

extension CommandRow {
  fileprivate static let scan = CommandRow(
    summary: "draw all recordings of a folder, skipping unchanged ones",
    operands: [Operand(placeholder: "LIBRARY", completion: .folder)],
    shownOptions: "[options]",
    details:
      "Without options of pictures, data, measures, page and selection, a scan does what the last"
      + " scan of its output did.",
    examples: [
      "wavethumb scan ~/Podcasts --style mirroredBars",
      "wavethumb scan ~/Podcasts --page",
      "wavethumb scan ~/Music --output /srv/www/waves --style circular --scale 2",
      "wavethumb scan ~/Podcasts --gradient gold,tomato --prune -q",
      "wavethumb scan ~/Podcasts --check",
    ]
  )

  fileprivate static let render = CommandRow(
    summary: "draw one recording, or write its data",
    operands: [
      Operand(
        placeholder: "INPUT",
        completion: .file(renderInputEndings)
      )
    ],
    shownOptions: "[options]",
    details:
      "INPUT is a recording, - for standard input, or a .dat or JSON file with bars or peaks.",
    examples: [
      "wavethumb render episode.mp3 -o episode.png",
      "wavethumb render episode.mp3 -o episode.json --bars 200",
      "wavethumb render song.flac -o song.png --style speech --animate 5",
      "curl -s https://example.com/a.mp3 | wavethumb render - -o a.png",
      "wavethumb render bars.json -o bars.png --style dots",
    ]
  )

  /// Recordings, and data of bars or peaks.
  private static let renderInputEndings = CandidateName.recordingExtensions + ["json", "dat"]

  fileprivate static let merge = CommandRow(
    summary: "join the parts of scan --shard",
    operands: [Operand(placeholder: "OUT", completion: .folder, isRepeatable: true)],
    shownOptions: "[options]",
    examples: [
      "wavethumb merge /srv/waves",
      "wavethumb merge --status /srv/waves",
      "wavethumb merge out1 out2 --output /srv/waves",
      "wavethumb merge /srv/waves --library ~/Podcasts --prune --page",
    ]
  )

  fileprivate static let verify = CommandRow(
    summary: "check outputs against the manifest, and repair them",
    operands: [Operand(placeholder: "OUT", completion: .folder)],
    shownOptions: "[--library DIR] [--repair]",
    examples: [
      "wavethumb verify ~/Podcasts/.wavethumb",
      "wavethumb verify /srv/www/waves --library ~/Music --repair",
    ]
  )

  fileprivate static let list = CommandRow(
    summary: "print the recordings of an output as a table",
    operands: [Operand(placeholder: "OUT", completion: .folder)],
    shownOptions: "[options]",
    details: "OUT is an output or its manifest. Nothing is decoded: loudness and findings are those"
      + " of the last scan --analyze; without it, findings are silent, truncated and gaps.",
    examples: [
      "wavethumb list ~/Podcasts/.wavethumb --sort loudness",
      "wavethumb list /srv/waves --where findings=clipping --columns path,truePeak",
      "wavethumb list /srv/waves --where status=failed --columns path,error",
      "wavethumb list /srv/waves --expect podcast",
      "wavethumb list /srv/waves --duplicates --by-sound",
      "wavethumb list /srv/waves --report report.html",
    ]
  )

  fileprivate static let cache = CommandRow(
    summary: "show, trim or empty the cache",
    shownOptions: "[--prune SIZE | --clear]",
    examples: ["wavethumb cache", "wavethumb cache --prune 500M", "wavethumb cache --clear"]
  )

  fileprivate static let thumbnail = CommandRow(
    summary: "draw a thumbnail for a file manager",
    operands: [
      Operand(placeholder: "INPUT", completion: .recording),
      Operand(placeholder: "OUTPUT.png", completion: .file(["png"])),
    ],
    shownOptions: "[--size N]",
    details: "A long recording is sampled at evenly spaced stretches, which takes about a second;"
      + " all other commands, and ffmpeg, decode it completely. The cache is not used.",
    examples: ["wavethumb thumbnail --size 256 episode.mp3 /tmp/episode.png"]
  )

  fileprivate static let desktop = CommandRow(
    summary: "enable or disable waveform thumbnails in file managers",
    operands: [
      Operand(placeholder: "ACTION", completion: .keywords(DesktopAction.allCases.map(\.rawValue)))
    ],
    details: "ACTION is enable, disable or status.",
    examples: ["wavethumb desktop enable", "wavethumb desktop status"]
  )

  fileprivate static let doctor = CommandRow(
    summary: "check the installation and report what is missing",
    examples: ["wavethumb doctor"]
  )

  fileprivate static let audiowaveform = CommandRow(
    summary: "convert with the options of audiowaveform 1.10",
    shownOptions: "-i FILE -o FILE [options]",
    details: "wavethumb audiowaveform --help lists these options.",
    examples: [
      "wavethumb audiowaveform -i song.mp3 -o song.dat -z 256 -b 8",
      "wavethumb audiowaveform -i song.dat -o song.png -z auto --no-axis-labels",
    ]
  )

  fileprivate static let completions = CommandRow(
    summary: "print a completion script for bash, zsh or fish",
    operands: [
      Operand(placeholder: "SHELL", completion: .keywords(CompletionShell.allCases.map(\.rawValue)))
    ],
    examples: [
      "source <(wavethumb completions bash)",
      "wavethumb completions zsh > ~/.zfunc/_wavethumb",
      "wavethumb completions fish > ~/.config/fish/completions/wavethumb.fish",
    ]
  )

  fileprivate static let manual = CommandRow(
    summary: "print the manual page",
    examples: ["wavethumb manual | man -l -", "wavethumb manual > wavethumb.1"]
  )

  fileprivate static let version = CommandRow(
    summary: "print the version",
    examples: ["wavethumb version"]
  )

  fileprivate static let help = CommandRow(
    summary: "print the options of a command",
    operands: [
      Operand(
        placeholder: "COMMAND",
        completion: .keywords(CommandName.allCases.map(\.rawValue) + [expectTopic]),
        isOptional: true
      )
    ],
    details: "help expect prints the presets of --expect, and where their values come from.",
    examples: ["wavethumb help scan", "wavethumb help expect"]
  )
}

/// A command line, read and checked.
package enum Command: Sendable, Equatable {
  case scan(ScanOptions)
  case render(RenderOptions)
  case merge(MergeOptions)
  case cache(CacheOptions)
  case verify(VerifyOptions)
  case list(ListOptions)
  /// Makes a small picture, as `render` with these options does.
  case thumbnail(RenderOptions)
  case desktop(DesktopAction)
  case doctor
  /// Converts as audiowaveform does, with these arguments.
  // As they were typed: its command line has another syntax, and mistakes another exit status.
  case audiowaveform([[UInt8]])
  case completions(CompletionShell)
  case manual
  /// Prints the help of a command, or of all of them.
  case help(CommandName?)
  /// Prints the options of a command that most people use, for `-h`.
  case shortHelp(CommandName)
  /// Prints the presets and rules of `--expect`.
  case helpOnExpectations
  case version
}
