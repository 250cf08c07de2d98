import Outputs
import Raster

/// The options of audiowaveform; some are accepted without an effect.
extension OptionTable {
  package static let audiowaveformRows = [
    row(
      "input-filename", "i", .one(.path("FILE"), \.audiowaveform.input),
      "- is standard input, with --input-format"),
    row(
      "output-filename", "o", .one(.path("FILE"), \.audiowaveform.output),
      "- is standard output, with --output-format"),
    row(
      "input-format", nil,
      .one(.path("F", .words(["raw", "dat", "json"])), \.audiowaveform.inputForm),
      "raw, dat or json; the content tells every other"),
    row(
      "output-format", nil,
      .one(.path("F", .words(["dat", "json", "txt", "png"])), \.audiowaveform.outputForm),
      "dat, json, txt or png, where no ending tells"),
    row("quiet", "q", .one(.flag, \.audiowaveform.isQuiet), "no word about axis labels"),
    row("version", "v", .one(.flag, \.audiowaveform.asksForVersion), "the version"),
    row("help", nil, .one(.flag, \.audiowaveform.asksForHelp), "these options"),
    row(
      "zoom", "z", .one(.zoom, \.audiowaveform.zoom),
      "samples a point, 2 or more; auto: all in one picture [256]"),
    row(
      "pixels-per-second", nil, .one(.whole("P", 1...1_000_000), \.audiowaveform.pixelsPerSecond),
      "points a second, instead of --zoom"),
    row(
      "bits", "b", .one(.choice("8|16"), \.audiowaveform.bits),
      "of the values [16; of dat and json their own]"),
    row("split-channels", nil, .one(.flag, \.audiowaveform.isSplit), "a waveform a channel"),
    row(
      "start", "s", .one(.number("S", 0...1e9), \.audiowaveform.start),
      "where a picture begins, in seconds [0]"),
    row(
      "end", "e", .one(.number("S", 0...1e9), \.audiowaveform.end),
      "where a picture ends, in seconds, instead of --zoom"),
    row(
      "amplitude-scale", nil, .one(.amplitude, \.audiowaveform.look.amplitude),
      "of pictures; auto: the largest magnitude is full scale, in data too [1]"),
    row("width", "w", .one(.whole("N", 3...16_384), \.audiowaveform.look.width), "in pixels [800]"),
    row(
      "height", "h", .one(.whole("N", 3...16_384), \.audiowaveform.look.height), "in pixels [250]"),
    row(
      "colors", "c",
      .one(
        .words("SCHEME", [("audacity", false), ("audition", true)]),
        \.audiowaveform.hasAuditionColors),
      "audacity or audition [audacity]"),
    row("border-color", nil, .one(.hexadecimal, \.audiowaveform.border), "of the frame"),
    row(
      "background-color", nil, .one(.hexadecimal, \.audiowaveform.background), "behind the waveform"
    ),
    row(
      "waveform-color", nil, .one(.hexadecimals, \.audiowaveform.waveform),
      "of the waveform; several in turn for channels"),
    row(
      "axis-label-color", nil, .one(.hexadecimal, \.audiowaveform.labels), "taken, and of no effect"
    ),
    row(
      "with-axis-labels", nil, .one(.flag(to: true), \.audiowaveform.look.hasBorder),
      "a frame, and no labels; this is the default"),
    row("no-axis-labels", nil, .one(.flag(to: false), \.audiowaveform.look.hasBorder), "no frame"),
    row(
      "waveform-style", nil,
      .one(.words("STYLE", [("normal", false), ("bars", true)]), \.audiowaveform.hasBars),
      "normal or bars [normal]"),
    row(
      "bar-width", nil, .one(.whole("N", 1...16_384), \.audiowaveform.bars.width), "in pixels [8]"),
    row("bar-gap", nil, .one(.whole("N", 0...16_384), \.audiowaveform.bars.gap), "in pixels [4]"),
    row(
      "bar-style", nil,
      .one(
        .words("STYLE", [("square", false), ("rounded", true)]), \.audiowaveform.bars.isRounded),
      "square or rounded [square]"),
    // Our PNG compression has no levels.
    row(
      "compression", nil, .one(.whole("N", -1...9), \.audiowaveform.compression),
      "taken, and of no effect"),
    row(
      "raw-samplerate", nil, .one(.whole("N", 1...Int(Int32.max)), \.audiowaveform.rawRate),
      "of raw samples, which need all three"),
    row(
      "raw-channels", nil, .one(.whole("N", 1...24), \.audiowaveform.rawChannels),
      "of raw samples, 24 at most"),
    row(
      "raw-format", nil, .one(.choice("F"), \.audiowaveform.rawForm),
      RawSamples.allCases.map(\.rawValue).joined(separator: " ")),
  ]

  private static func row(
    _ name: String, _ short: Character?, _ value: OptionValue, _ help: String
  ) -> OptionRow {
    OptionRow(name, short: short, value, of: [.audiowaveform], .audiowaveform, help)
  }
}

extension ValueForm<AudiowaveformDraft.Zoom> {
  fileprivate static var zoom: ValueForm {
    ValueForm("N|auto", .words(["auto"])) { text throws(ValueProblem) in
      text.bytes == Array("auto".utf8) ? .auto : .frames(try text.whole(0...Int(Int32.max)))
    }
  }
}

extension ValueForm<AudiowaveformLook.Amplitude> {
  fileprivate static var amplitude: ValueForm {
    ValueForm("X|auto", .words(["auto"])) { text throws(ValueProblem) in
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
