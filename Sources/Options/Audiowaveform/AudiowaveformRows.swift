import Outputs
import Raster

/// The options of audiowaveform; some are accepted without an effect.
// Rows like ours, so that help, manual and completions need no other code. An option without an
// effect must not stop a script that has always given it.
extension OptionTable {
  package static let audiowaveformRows = [
    row(
      "input-filename", short: "i",
      value: .one(.path("FILE"), \.audiowaveform.input),
      help: "- is standard input, with --input-format"),
    row(
      "output-filename", short: "o",
      value: .one(.path("FILE"), \.audiowaveform.output),
      help: "- is standard output, with --output-format"),
    row(
      "input-format",
      value: .one(.path("F", .keywords(["raw", "dat", "json"])), \.audiowaveform.inputForm),
      help: "raw, dat or json; the content tells every other"),
    row(
      "output-format",
      value: .one(
        .path("F", .keywords(["dat", "json", "txt", "png"])), \.audiowaveform.outputForm),
      help: "dat, json, txt or png, where no ending tells"),
    row(
      "quiet", short: "q",
      value: .one(.flag, \.audiowaveform.isQuiet),
      help: "no word about axis labels"),
    row(
      "version", short: "v",
      value: .one(.flag, \.audiowaveform.asksForVersion),
      help: "the version"),
    row(
      "help",
      value: .one(.flag, \.audiowaveform.asksForHelp),
      help: "these options"),
    row(
      "zoom", short: "z",
      value: .one(.zoom, \.audiowaveform.zoom),
      help: "samples a point, 2 or more; auto: all in one picture [256]"),
    row(
      "pixels-per-second",
      value: .one(.whole("P", 1...1_000_000), \.audiowaveform.pixelsPerSecond),
      help: "points a second, instead of --zoom"),
    row(
      "bits", short: "b",
      value: .one(.choice("8|16"), \.audiowaveform.bits),
      help: "of the values [16; of dat and json their own]"),
    row(
      "split-channels",
      value: .one(.flag, \.audiowaveform.isSplit),
      help: "a waveform a channel"),
    row(
      "start", short: "s",
      value: .one(.number("S", 0...1e9), \.audiowaveform.start),
      help: "where a picture begins, in seconds [0]"),
    row(
      "end", short: "e",
      value: .one(.number("S", 0...1e9), \.audiowaveform.end),
      help: "where a picture ends, in seconds, instead of --zoom"),
    row(
      "amplitude-scale",
      value: .one(.amplitude, \.audiowaveform.look.amplitude),
      help: "of pictures; auto: the largest magnitude is full scale, in data too [1]"),
    row(
      "width", short: "w",
      value: .one(.whole("N", 3...16_384), \.audiowaveform.look.width),
      help: "in pixels [800]"),
    row(
      "height", short: "h",
      value: .one(.whole("N", 3...16_384), \.audiowaveform.look.height),
      help: "in pixels [250]"),
    row(
      "colors", short: "c",
      value: .one(
        .keywords("SCHEME", [("audacity", false), ("audition", true)]),
        \.audiowaveform.hasAuditionColors),
      help: "audacity or audition [audacity]"),
    row(
      "border-color",
      value: .one(.hexadecimal, \.audiowaveform.border),
      help: "of the frame"),
    row(
      "background-color",
      value: .one(.hexadecimal, \.audiowaveform.background),
      help: "behind the waveform"),
    row(
      "waveform-color",
      value: .one(.hexadecimals, \.audiowaveform.waveform),
      help: "of the waveform; several in turn for channels"),
    row(
      "axis-label-color",
      value: .one(.hexadecimal, \.audiowaveform.labels),
      help: "taken, and of no effect"),
    row(
      "with-axis-labels",
      value: .one(.flag(to: true), \.audiowaveform.look.hasBorder),
      help: "a frame, and no labels; this is the default"),
    row(
      "no-axis-labels",
      value: .one(.flag(to: false), \.audiowaveform.look.hasBorder),
      help: "no frame"),
    row(
      "waveform-style",
      value: .one(
        .keywords("STYLE", [("normal", false), ("bars", true)]), \.audiowaveform.hasBars),
      help: "normal or bars [normal]"),
    row(
      "bar-width",
      value: .one(.whole("N", 1...16_384), \.audiowaveform.bars.width),
      help: "in pixels [8]"),
    row(
      "bar-gap",
      value: .one(.whole("N", 0...16_384), \.audiowaveform.bars.gap),
      help: "in pixels [4]"),
    row(
      "bar-style",
      value: .one(
        .keywords("STYLE", [("square", false), ("rounded", true)]), \.audiowaveform.bars.isRounded),
      help: "square or rounded [square]"),
    // Our PNG compression has no levels.
    row(
      "compression",
      value: .one(.whole("N", -1...9), \.audiowaveform.compression),
      help: "taken, and of no effect"),
    row(
      "raw-samplerate",
      value: .one(.whole("N", 1...Int(Int32.max)), \.audiowaveform.rawRate),
      help: "of raw samples, which need all three"),
    row(
      "raw-channels",
      value: .one(.whole("N", 1...24), \.audiowaveform.rawChannels),
      help: "of raw samples, 24 at most"),
    row(
      "raw-format",
      value: .one(.choice("F"), \.audiowaveform.rawForm),
      help: RawSamples.allCases.map(\.rawValue).joined(separator: " ")),
  ]

  private static func row(
    _ name: String, short: Character? = nil, value: OptionValue, help: String
  ) -> OptionRow {
    OptionRow(
      name, short: short,
      value: value,
      of: [.audiowaveform],
      under: .audiowaveform,
      help: help)
  }
}

extension ValueForm<AudiowaveformDraft.Zoom> {
  fileprivate static var zoom: ValueForm {
    ValueForm("N|auto", .keywords(["auto"])) { text throws(ValueProblem) in
      text.bytes == Array("auto".utf8) ? .auto : .frames(try text.whole(0...Int(Int32.max)))
    }
  }
}

extension ValueForm<AudiowaveformLook.Amplitude> {
  fileprivate static var amplitude: ValueForm {
    ValueForm("X|auto", .keywords(["auto"])) { text throws(ValueProblem) in
      text.bytes == Array("auto".utf8) ? .full : .factor(try text.number(0...1e6))
    }
  }
}

extension ValueForm<Color> {
  /// `rrggbb` or `rrggbbaa`, audiowaveform's notation of colors.
  fileprivate static var hexadecimal: ValueForm {
    ValueForm("RRGGBB[AA]") { text throws(ValueProblem) in
      let color = Color(css: "#" + String(decoding: text.bytes, as: UTF8.self))
      guard [6, 8].contains(text.bytes.count), let color else { throw .notAColor(nearest: nil) }
      return color
    }
  }
}

extension ValueForm<[Color]> {
  fileprivate static var hexadecimals: ValueForm {
    ValueForm("RRGGBB[AA][,...]") { text throws(ValueProblem) in
      try text.list { color throws(ValueProblem) in try ValueForm<Color>.hexadecimal.read(color) }
    }
  }
}
