import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The texts of `wavethumb audiowaveform`.
// Messages begin with `audiowaveform`, since a log of somebody else's script knows that program.
enum AudiowaveformText {
  private static let name = "audiowaveform"

  /// Prints a message on standard error.
  static func say(_ text: String) {
    var channel = OutputChannel.standardError
    channel.write("\(name): \(text)\n")
    channel.flush()
  }

  static var version: String { "\(Generator.name), in the place of AudioWaveform 1.10\n" }

  static func text(_ mistake: AudiowaveformMistake) -> String {
    switch mistake {
    case .unknownOption(let word): "there is no option \(PrintableName.text(word))"
    case .missingValue(let option): "--\(option) needs a value"
    case .badValue(let option, let value): "--\(option) cannot be \(PrintableName.quoted(value))"
    case .noInput: "say what to read: -i FILE, or --input-format and standard input"
    case .noOutput: "say what to make: -o FILE, or --output-format and standard output"
    case .unknownForm(let word):
      "\(PrintableName.quoted(word)) cannot be made: there are dat, json, txt and png"
    case .exclusive(let one, let other): "--\(one) and --\(other) exclude each other"
    case .zoomTooSmall: "a zoom is 2 at least"
    case .rawNeeds(let option): "raw samples need --\(option)"
    case .endBeforeStart: "--end is not behind --start"
    case .outputIsInput(let path): "\(PrintableName.quoted(path)) is the input too"
    case .pictureTooLarge(let width, let height, let maximum):
      "\(width)x\(height) pixels are too many: a picture has at most \(Numerals.grouped(maximum))"
    }
  }
}

extension AudiowaveformText {
  static let help =
    "wavethumb in the place of audiowaveform 1.10: audio, .dat or .json to .dat, .json, .txt or "
    + ".png\n\n" + OptionTable.audiowaveformRows.map(line).joined()
    + "\nExit status: 0, or 1 where nothing was made; what was there is left then.\n"

  // Where explanations begin. Wider than in our own help, as the names of this program are longer.
  private static let column = 38

  private static func line(_ row: OptionRow) -> String {
    let indent = String(repeating: " ", count: column)
    let start = "  \(row.spelling)"
    // A term that is too long for its column gets a line of its own.
    let isTooLong = start.count + 2 > column
    let gap = isTooLong ? "\n" + indent : String(indent.dropFirst(start.count))
    return start + gap + row.help + "\n"
  }
}
