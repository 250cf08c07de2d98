import Outputs
import Raster

/// One option of audiowaveform: its spelling, its help, and its effect on the draft.
package struct AudiowaveformRow: Sendable {
  typealias Draft = AudiowaveformDraft
  typealias Reader = @Sendable (OptionText, inout Draft) throws(ValueProblem) -> Void

  /// The option for help, the manual and completions.
  package let option: OptionRow
  let read: Reader

  var name: String { option.name }
  var short: Character? { option.short }
  var takesValue: Bool { option.value.argument != .none }

  private init(
    _ name: String, _ short: Character?, _ placeholder: String, _ completion: Completion,
    _ help: String, _ read: @escaping Reader
  ) {
    self.init(name, short, .readElsewhere(placeholder, completion), help, read)
  }

  private init(
    _ name: String, _ short: Character?, _ placeholder: String, _ help: String,
    _ read: @escaping Reader
  ) {
    self.init(name, short, placeholder, .nothing, help, read)
  }

  private init(
    flag name: String, _ short: Character?, _ help: String, _ read: @escaping Reader
  ) {
    self.init(name, short, .readElsewhere(nil, .nothing), help, read)
  }

  private init(
    _ name: String, _ short: Character?, _ value: OptionValue, _ help: String,
    _ read: @escaping Reader
  ) {
    option = OptionRow(name, short: short, value, of: [.audiowaveform], .audiowaveform, help)
    self.read = read
  }

  package static let rows: [AudiowaveformRow] = placeRows + measureRows + pictureRows + rawRows

  private static let placeRows: [AudiowaveformRow] = [
    AudiowaveformRow(
      "input-filename", "i", "FILE", .file([]), "- is standard input, with --input-format"
    ) { $1.input = $0.bytes },
    AudiowaveformRow(
      "output-filename", "o", "FILE", .file([]), "- is standard output, with --output-format"
    ) { $1.output = $0.bytes },
    AudiowaveformRow(
      "input-format", nil, "F", .words(["raw", "dat", "json"]),
      "raw, dat or json; the content tells every other"
    ) { $1.inputForm = $0.bytes },
    AudiowaveformRow(
      "output-format", nil, "F", .words(["dat", "json", "txt", "png"]),
      "dat, json, txt or png, where no ending tells"
    ) { $1.outputForm = $0.bytes },
    AudiowaveformRow(flag: "quiet", "q", "no word about axis labels") { $1.isQuiet = true },
    AudiowaveformRow(flag: "version", "v", "the version") { $1.asksForVersion = true },
    AudiowaveformRow(flag: "help", nil, "these options") { $1.asksForHelp = true },
  ]

  private static let measureRows: [AudiowaveformRow] = [
    AudiowaveformRow(
      "zoom", "z", "N|auto", .words(["auto"]),
      "samples a point, 2 or more; auto: all in one picture [256]"
    ) { text, draft throws(ValueProblem) in
      let isAuto = text.bytes == Array("auto".utf8)
      draft.zoom = isAuto ? .auto : .frames(try text.whole(0...Int(Int32.max)))
    },
    AudiowaveformRow("pixels-per-second", nil, "P", "points a second, instead of --zoom") {
      text, draft throws(ValueProblem) in
      draft.pixelsPerSecond = try text.whole(1...1_000_000)
    },
    AudiowaveformRow(
      "bits", "b", "8|16", .words(["8", "16"]), "of the values [16; of dat and json their own]"
    ) { text, draft throws(ValueProblem) in
      draft.bits = try text.choice(of: PointsRequest.Bits.self)
    },
    AudiowaveformRow(flag: "split-channels", nil, "a waveform a channel") { $1.isSplit = true },
    AudiowaveformRow("start", "s", "S", "where a picture begins, in seconds [0]") {
      text, draft throws(ValueProblem) in
      draft.start = try text.number(0...1e9)
    },
    AudiowaveformRow("end", "e", "S", "where a picture ends, in seconds, instead of --zoom") {
      text, draft throws(ValueProblem) in
      draft.end = try text.number(0...1e9)
    },
    AudiowaveformRow(
      "amplitude-scale", nil, "X|auto", .words(["auto"]),
      "of pictures; auto: the largest magnitude is full scale, in data too [1]"
    ) { text, draft throws(ValueProblem) in
      draft.look.amplitude =
        text.bytes == Array("auto".utf8) ? .full : .factor(try text.number(0...1e6))
    },
  ]

  private static let pictureRows: [AudiowaveformRow] = [
    AudiowaveformRow("width", "w", "N", "in pixels [800]") { text, draft throws(ValueProblem) in
      draft.look.width = try text.whole(3...16_384)
    },
    AudiowaveformRow("height", "h", "N", "in pixels [250]") { text, draft throws(ValueProblem) in
      draft.look.height = try text.whole(3...16_384)
    },
    AudiowaveformRow(
      "colors", "c", "SCHEME", .words(["audacity", "audition"]), "audacity or audition [audacity]"
    ) { text, draft throws(ValueProblem) in
      switch try text.choice(of: ColorScheme.self) {
      case .audacity: break
      case .audition: draft.isAudition = true
      }
    },
    AudiowaveformRow("border-color", nil, "RRGGBB[AA]", "of the frame") {
      text, draft throws(ValueProblem) in
      draft.border = try text.hexadecimalColor()
    },
    AudiowaveformRow("background-color", nil, "RRGGBB[AA]", "behind the waveform") {
      text, draft throws(ValueProblem) in
      draft.background = try text.hexadecimalColor()
    },
    AudiowaveformRow(
      "waveform-color", nil, "RRGGBB[AA][,...]", "of the waveform; several in turn for channels"
    ) { text, draft throws(ValueProblem) in
      var colors: [Color] = []
      for color in text.list() { colors.append(try color.hexadecimalColor()) }
      draft.waveform = colors
    },
    AudiowaveformRow("axis-label-color", nil, "RRGGBB[AA]", "taken, and of no effect") {
      text, _ throws(ValueProblem) in
      _ = try text.hexadecimalColor()
    },
    AudiowaveformRow(flag: "with-axis-labels", nil, "a frame, and no labels; this is the default") {
      $1.look.hasBorder = true
    },
    AudiowaveformRow(flag: "no-axis-labels", nil, "no frame") { $1.look.hasBorder = false },
    AudiowaveformRow(
      "waveform-style", nil, "STYLE", .words(["normal", "bars"]), "normal or bars [normal]"
    ) { text, draft throws(ValueProblem) in
      draft.hasBars = try text.choice(of: WaveformForm.self) == .bars
    },
    AudiowaveformRow("bar-width", nil, "N", "in pixels [8]") { text, draft throws(ValueProblem) in
      draft.bars.width = try text.whole(1...16_384)
    },
    AudiowaveformRow("bar-gap", nil, "N", "in pixels [4]") { text, draft throws(ValueProblem) in
      draft.bars.gap = try text.whole(0...16_384)
    },
    AudiowaveformRow(
      "bar-style", nil, "STYLE", .words(["square", "rounded"]), "square or rounded [square]"
    ) { text, draft throws(ValueProblem) in
      draft.bars.isRounded = try text.choice(of: BarForm.self) == .rounded
    },
    // Our PNG compression has no levels.
    AudiowaveformRow("compression", nil, "N", "taken, and of no effect") {
      text, _ throws(ValueProblem) in
      _ = try text.whole(-1...9)
    },
  ]

  private static let rawRows: [AudiowaveformRow] = [
    AudiowaveformRow("raw-samplerate", nil, "N", "of raw samples, which need all three") {
      text, draft throws(ValueProblem) in
      draft.rawRate = try text.whole(1...Int(Int32.max))
    },
    AudiowaveformRow("raw-channels", nil, "N", "of raw samples, 24 at most") {
      text, draft throws(ValueProblem) in
      draft.rawChannels = try text.whole(1...24)
    },
    AudiowaveformRow(
      "raw-format", nil, "F", .words(RawSamples.allCases.map(\.rawValue)),
      RawSamples.allCases.map(\.rawValue).joined(separator: " ")
    ) { text, draft throws(ValueProblem) in
      draft.rawForm = try text.choice(of: RawSamples.self)
    },
  ]

  private enum ColorScheme: String, CaseIterable { case audacity, audition }
  private enum WaveformForm: String, CaseIterable { case normal, bars }
  private enum BarForm: String, CaseIterable { case square, rounded }
}

extension OptionText {
  /// Parses `rrggbb` or `rrggbbaa`, audiowaveform's notation of colors.
  fileprivate func hexadecimalColor() throws(ValueProblem) -> Color {
    let text = "#" + String(decoding: bytes, as: UTF8.self)
    guard [6, 8].contains(bytes.count), let color = Color(css: text) else {
      throw .notAColor(nearest: nil)
    }
    return color
  }
}
