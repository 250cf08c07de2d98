import Outputs
import Raster
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The messages about wrong command lines.
// Each ends with what to type instead, if that is known: most mistakes are made by people who would
// rather not read the help.
enum UsageSentences {
  static func text(_ error: UsageError) -> String {
    switch error {
    case .noCommand: "missing command: wavethumb scan LIBRARY, or wavethumb help"
    case .command(let mistake): text(mistake)
    case .option(let mistake): text(mistake)
    case .combination(let mistake): text(mistake)
    case .config(let file, let line, let mistake):
      "\(PrintableName.text(file)):\(line): \(text(mistake))"
    }
  }

  static func helpCommand(for arguments: [[UInt8]]) -> String {
    let first = String(decoding: arguments.first ?? [], as: UTF8.self)
    guard let command = CommandName(rawValue: first), command != .help else {
      return "wavethumb help"
    }
    return "wavethumb help \(command.rawValue)"
  }

  private static func text(_ mistake: CommandMistake) -> String {
    switch mistake {
    case .unknown(let word, let nearest):
      "unknown command \(PrintableName.quoted(word))\(meaning(nearest, or: commands))"
    case .operandInstead(let word, let likely):
      "unknown command \(PrintableName.quoted(word)): "
        + "did you mean wavethumb \(likely.rawValue) \(PrintableName.shellWord(word))?"
    case .optionBefore(let word):
      "a command must come first: wavethumb scan LIBRARY \(PrintableName.text(word))"
    case .address(let address, let command):
      "\(command.rawValue) reads files, and nothing from the network: "
        + "curl -s \(PrintableName.shellWord(address)) | wavethumb render - -o - > picture.png"
    case .helpOnOption(let option, let topic):
      "help takes a command: \(option) is explained by wavethumb help \(topic)"
    case .missingOperand(let command): missingOperand(of: command)
    case .surplusOperand(let word, let command): surplusOperand(word, of: command)
    case .badOperand(let word, let command, let problem):
      "\(command.rawValue) \(PrintableName.quoted(word)): \(text(problem))"
    }
  }

  private static func text(_ mistake: OptionMistake) -> String {
    switch mistake {
    case .unknown(let word, let nearest, let command):
      "\(command?.rawValue ?? "wavethumb") has no option \(PrintableName.text(word))"
        + meaning(nearest, or: [])
    case .typographicDash(let word, let option):
      "\(PrintableName.text(word)) begins with a typographic dash: type \(option)"
    case .notInFile(let option): "\(option) is not allowed in a config file"
    case .ofOtherCommand(let option, let command, let others):
      "\(option) belongs to \(list(others.map(\.rawValue), joinedBy: "and")), not to "
        + command.rawValue
    case .unneeded(let word, let always): "\(PrintableName.text(word)) is not needed: \(always)"
    case .replaced(let word, let command, let text):
      "\(command.rawValue) has no option \(PrintableName.text(word)): \(text)"
    case .missingValue(let option, let placeholder, let choices):
      "\(option) needs a value: \(option) \(placeholder)\(inParentheses(choices))"
    case .unwantedValue(let option, let value):
      "\(option) takes no value, but was given \(PrintableName.quoted(value))"
    case .badValue(let option, let value, let problem):
      "\(option) \(PrintableName.quoted(value)): \(text(problem))"
    }
  }

  private static func text(_ mistake: CombinationMistake) -> String {
    switch mistake {
    case .exclusive(let one, let other): "--\(one) and --\(other) exclude each other"
    case .needsOther(let option, let other): "--\(option) needs --\(other)"
    case .severalPicturesForOneName:
      "-o names one file, but several styles or scales make several; omit -o, or choose one"
    case .unknownEnding(let name):
      "-o \(PrintableName.quoted(name)) has an unknown extension; known are "
        + OutputFormat.allCases.map(\.fileExtension).joined(separator: ", ")
        + "; or use --format " + OutputFormat.allCases.map(\.rawValue).joined(separator: ", ")
    case .standardInputNeedsName: "standard input has no name: name the picture with -o"
    case .pictureTooLarge(let width, let height, let maximum):
      "\(width)x\(height) pixels are too many: a picture has at most \(Numerals.grouped(maximum))"
    case .animationTooLarge(let width, let height, let frames, let maximum):
      "\(frames) frames of \(width)x\(height) pixels are too many: an animation has at most "
        + "\(Numerals.grouped(maximum)) pixels; make it smaller, shorter or slower"
    case .movementNeedsMoment:
      "--movement needs a moment: use --at T for a still, or --animate SECONDS"
    case .coloringNeedsStyle(let style, let known):
      "--color-by colors \(list(known, joinedBy: "and")), not \(style)"
    case .bandsNeedThreeColors:
      "--color-by bands takes three colors, as in --palette navy,gold,tomato"
    case .outputIsInput(let name):
      "\(PrintableName.quoted(name)) is the input and would be overwritten: choose another -o"
    case .needsOutput(let second):
      "several outputs need a common --output DIR, or omit " + PrintableName.quoted(second)
    case .ofMerge(let option):
      "--\(option) applies to the whole library, not to a part: use wavethumb merge --\(option) "
        + "when all parts are done"
    }
  }

  private static func text(_ problem: ValueProblem) -> String {
    switch problem {
    case .empty: "the value is empty"
    case .unknownWord(let nearest?, _): "did you mean \(nearest)?"
    case .unknownWord(nil, let choices): "expected \(list(choices, joinedBy: "or"))"
    case .notANumber(decimalComma: true): "use a decimal point"
    case .notANumber: "expected a number"
    case .notANumberWithin(let lowest, let highest):
      "expected a number from \(lowest) to \(highest)"
    case .inList(let element, let problem): "\(PrintableName.quoted(element)): \(text(problem))"
    case .lacksRange(let example): "expected a condition such as \(example)"
    case .comparison(let range): "write it as a range: \(range)"
    case .notPlain(let number): "write \(number)"
    case .notAPalette(let nearest?, _): "did you mean \(nearest)?"
    case .notAPalette(nil, let words):
      "expected \(list(words, joinedBy: "or")), or colors from low to high, as in navy,teal,gold"
    case .notWhole: "expected an integer"
    case .outOfRange(let lowest, let highest): "expected a value from \(lowest) to \(highest)"
    case .notASize: "expected a size such as 598x120"
    case .notAByteCount: "expected a number of bytes such as 500M or 2GiB"
    case .notADuration: "expected a number, or one with a unit such as 10s, 5m or 2h"
    case .notAGlob:
      "that can match no path: a bracket stays open, a backslash ends it, or it names nothing"
    case .notARange: "expected two times such as 1:35-2:05"
    case .notASilence: "expected a level in dBFS and seconds, such as -30:1.75"
    case .notANumberRange(let example): "expected two different numbers such as \(example)"
    case .reversed(let sorted): "the lower value comes first: \(sorted)"
    case .notAPart: "expected K/N such as 3/16, from the numbers of your engine"
    case .notAPrefix:
      "expected an address such as https://example.org/audio/ or a path such as ../audio/"
    case .secondsWithoutColon(let time): "expected a fraction from 0 to 1; as a time, write \(time)"
    case .notATime: "expected a fraction such as 0.37, or a time such as 1:23 or 1:02:03.5"
    case .notAColor(let nearest?): "did you mean \(nearest)?"
    case .notAColor(nil): "expected #rgb, #rgba, #rrggbb, #rrggbbaa, a CSS name or none"
    case .notAFont(let failure): text(failure)
    case .unreadable(let errno): SystemErrorText.text(errno)
    case .gradientNeedsStops(let lowest, let highest):
      "a gradient has \(lowest) to \(highest) colors, as in gold,tomato"
    }
  }

  private static func text(_ failure: FontFailure) -> String {
    switch failure {
    case .notAFont: "expected a TrueType or OpenType font (.ttf, .otf, .ttc)"
    case .packed: "web fonts (WOFF) are not supported; use .ttf, .otf or .ttc"
    case .missing(let table): "the font has no table \(table)"
    case .damaged(let table): "the font's table \(table) is damaged, or of a kind that is not read"
    }
  }

  private static func missingOperand(of command: CommandName) -> String {
    switch command {
    case .scan: "missing folder: wavethumb scan LIBRARY"
    case .render: "missing recording: wavethumb render INPUT -o OUT.png"
    case .merge: "missing output: wavethumb merge OUT"
    case .list: "missing output: wavethumb list OUT"
    case .verify: "missing output: wavethumb verify OUT"
    case .thumbnail: "missing recording or picture: wavethumb thumbnail INPUT OUTPUT.png"
    case .desktop: "missing action: wavethumb desktop enable, disable or status"
    case .completions: "missing shell: wavethumb completions bash"
    case .cache, .audiowaveform, .doctor, .manual, .version, .help: "missing argument"
    }
  }

  private static func surplusOperand(_ word: [UInt8], of command: CommandName) -> String {
    let shown = PrintableName.quoted(word)
    return switch command {
    case .scan: "one library at a time: what is \(shown)? A name with spaces needs quotes"
    case .render: "one recording at a time: what is \(shown)? A name with spaces needs quotes"
    case .merge: "merge joins outputs: what is \(shown)?"
    case .list, .verify: "one output at a time: what is \(shown)? A name with spaces needs quotes"
    case .cache: "cache takes options only: what is \(shown)? Another folder is --cache DIR"
    case .thumbnail: "thumbnail takes INPUT and OUTPUT.png: what is \(shown)?"
    case .audiowaveform: "what is \(shown)? Files are named by -i and -o"
    case .completions: "one shell at a time: what is \(shown)?"
    case .desktop: "desktop takes one word: what is \(shown)?"
    case .doctor, .manual, .version: "\(command.rawValue) takes nothing else: what is \(shown)?"
    case .help: "help takes one command: what is \(shown)?"
    }
  }

  private static func inParentheses(_ choices: [String]) -> String {
    guard !choices.isEmpty else { return "" }
    return " (\(choices.joined(separator: ", ")))"
  }

  private static let commands = CommandName.allCases.map(\.rawValue)

  private static func meaning(_ nearest: String?, or choices: [String]) -> String {
    if let nearest { return ": did you mean \(nearest)?" }
    if choices.isEmpty { return "" }
    return "; there are \(list(choices, joinedBy: "and"))"
  }

  /// Returns `a`, `a and b` or `a, b and c`.
  private static func list(_ items: [String], joinedBy conjunction: String) -> String {
    guard items.count > 1, let last = items.last else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " \(conjunction) \(last)"
  }
}
