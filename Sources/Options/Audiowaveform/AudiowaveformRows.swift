import Outputs
import Raster

/// The options of audiowaveform; some are accepted without an effect.
// Rows like ours, so that help, manual and completions need no other code. An option without an
// effect must not stop a script that has always given it.
extension OptionTable {
  package static let audiowaveformRows = [
    row(
      "input-filename",
      short: "i",
      value: .one(.path("FILE"), in: \.audiowaveform.input),
      help: "- is standard input, with --input-format"
    ),
    row(
      "output-filename",
      short: "o",
      value: .one(.path("FILE"), in: \.audiowaveform.output),
      help: "- is standard output, with --output-format"
    ),
    row(
      "input-format",
      value: .one(
        .path("F", completing: .keywords(["raw", "dat", "json"])),
        in: \.audiowaveform.inputForm
      ),
      help: "raw, dat or json; the content tells every other"
    ),
    row(
      "output-format",
      value: .one(
        .path("F", completing: .keywords(["dat", "json", "txt", "png"])),
        in: \.audiowaveform.outputForm
      ),
      help: "dat, json, txt or png, where no extension tells"
    ),
    row(
      "quiet",
      short: "q",
      value: .one(.flag, in: \.audiowaveform.isQuiet),
      help: "no word about axis labels"
    ),
    row(
      "version",
      short: "v",
      value: .one(.flag, in: \.audiowaveform.asksForVersion),
      help: "the version"
    ),
    row(
      "help",
      value: .one(.flag, in: \.audiowaveform.asksForHelp),
      help: "these options"
    ),
    row(
      "zoom",
      short: "z",
      value: .one(.zoom, in: \.audiowaveform.zoom),
      help: "samples a point, 2 or more; auto: all in one picture [256]"
    ),
    row(
      "pixels-per-second",
      value: .one(.whole("P", in: 1...1_000_000), in: \.audiowaveform.pixelsPerSecond),
      help: "points a second, instead of --zoom"
    ),
    row(
      "bits",
      short: "b",
      value: .one(.choice("8|16"), in: \.audiowaveform.bits),
      help: "of the values [16; of dat and json their own]"
    ),
    row(
      "split-channels",
      value: .one(.flag, in: \.audiowaveform.isSplit),
      help: "a waveform a channel"
    ),
    // 30 years, and no sum of samples overflows.
    row(
      "start",
      short: "s",
      value: .one(.number("S", in: 0...1e9), in: \.audiowaveform.start),
      help: "where a picture begins, in seconds [0]"
    ),
    row(
      "end",
      short: "e",
      value: .one(.number("S", in: 0...1e9), in: \.audiowaveform.end),
      help: "where a picture ends, in seconds, instead of --zoom"
    ),
    row(
      "amplitude-scale",
      value: .one(.amplitude, in: \.audiowaveform.look.amplitude),
      help: "of pictures; auto: the largest magnitude is full scale, in data too [1]"
    ),
    // At least a column between the two of the frame. Wider than our own pictures: programs ask for
    // 20,000 pixels, to zoom in a browser.
    row(
      "width",
      short: "w",
      value: .one(.whole("N", in: 3...32_000), in: \.audiowaveform.look.width),
      help: "in pixels [800]"
    ),
    row(
      "height",
      short: "h",
      value: .one(.whole("N", in: 3...16_384), in: \.audiowaveform.look.height),
      help: "in pixels [250]"
    ),
    row(
      "colors",
      short: "c",
      value: .one(
        .keywords("SCHEME", among: [("audacity", false), ("audition", true)]),
        in: \.audiowaveform.hasAuditionColors
      ),
      help: "audacity or audition [audacity]"
    ),
    row(
      "border-color",
      value: .one(.hexadecimal, in: \.audiowaveform.border),
      help: "of the frame"
    ),
    row(
      "background-color",
      value: .one(.hexadecimal, in: \.audiowaveform.background),
      help: "behind the waveform"
    ),
    row(
      "waveform-color",
      value: .one(.hexadecimals, in: \.audiowaveform.waveform),
      help: "of the waveform; several in turn for channels"
    ),
    row(
      "axis-label-color",
      value: .one(.hexadecimal, in: \.audiowaveform.labels),
      help: "taken, and of no effect"
    ),
    row(
      "with-axis-labels",
      value: .one(.flag(to: true), in: \.audiowaveform.look.hasBorder),
      help: "a frame, and no labels; this is the default"
    ),
    row(
      "no-axis-labels",
      value: .one(.flag(to: false), in: \.audiowaveform.look.hasBorder),
      help: "no frame"
    ),
    row(
      "waveform-style",
      value: .one(
        .keywords("STYLE", among: [("normal", false), ("bars", true)]),
        in: \.audiowaveform.hasBars
      ),
      help: "normal or bars [normal]"
    ),
    row(
      "bar-width",
      value: .one(.whole("N", in: 1...16_384), in: \.audiowaveform.bars.width),
      help: "in pixels [8]"
    ),
    row(
      "bar-gap",
      value: .one(.whole("N", in: 0...16_384), in: \.audiowaveform.bars.gap),
      help: "in pixels [4]"
    ),
    row(
      "bar-style",
      value: .one(
        .keywords("STYLE", among: [("square", false), ("rounded", true)]),
        in: \.audiowaveform.bars.isRounded
      ),
      help: "square or rounded [square]"
    ),
    // Our PNG compression chooses by the picture. -1 to 9 are the levels of zlib, -1 its default.
    row(
      "compression",
      value: .one(.whole("N", in: -1...9), in: \.audiowaveform.compression),
      help: "taken, and of no effect"
    ),
    row(
      "raw-samplerate",
      value: .one(.whole("N", in: 1...Int(Int32.max)), in: \.audiowaveform.rawRate),
      help: "of raw samples, which need all three"
    ),
    // As many as `PointsMeter.maximumChannels`.
    row(
      "raw-channels",
      value: .one(.whole("N", in: 1...24), in: \.audiowaveform.rawChannels),
      help: "of raw samples, 24 at most"
    ),
    row(
      "raw-format",
      value: .one(.choice("F"), in: \.audiowaveform.rawForm),
      help: RawSamples.allCases.map(\.rawValue).joined(separator: " ")
    ),
  ]

  private static func row(
    _ name: String,
    short: Character? = nil,
    value: OptionValue,
    help: String
  ) -> OptionRow {
    OptionRow(
      name,
      short: short,
      value: value,
      of: [.audiowaveform],
      under: .audiowaveform,
      help: help
    )
  }
}

extension ValueForm<AudiowaveformDraft.Zoom> {
  fileprivate static var zoom: ValueForm {
    ValueForm("N|auto", completing: .keywords(["auto"])) { text throws(ValueProblem) in
      if text.bytes == Array("auto".utf8) { return .auto }
      // From 0, so that a zoom below 2 has audiowaveform's own message.
      return .frames(try text.whole(in: 0...Int(Int32.max)))
    }
  }
}

extension ValueForm<AudiowaveformLook.Amplitude> {
  fileprivate static var amplitude: ValueForm {
    ValueForm("X|auto", completing: .keywords(["auto"])) { text throws(ValueProblem) in
      if text.bytes == Array("auto".utf8) { return .full }
      // Beyond 32,768: with that factor the smallest sample of 16 bits has full height.
      return .factor(try text.number(in: 0...1e6))
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
