import Raster
import Thumbnails
import Waveform
import WavethumbBytes

extension OptionTable {
  static let styleRows: [OptionRow] = [
    // For everybody.
    OptionRow(
      "style",
      // It shapes data too: without `--bars` a style has the number of bars.
      value: .shaping(.all, .styles, in: \.pictures.styles, as: "styles"),
      under: .pictures,
      help: "one of the styles below, or all for \(plainStyles); repeatable [mirroredBars]"
    ),
    // For dense screens.
    OptionRow(
      "scale",
      value: .shaping(
        .pictures,
        .list(of: .scale) { scales in Set(scales).sorted() },
        in: \.pictures.scales,
        as: "scales"
      ),
      under: .pictures,
      help: "pixels per point, 1 to 3; above 1, names end in @Nx; repeatable [1]"
    ),
    // For everybody.
    OptionRow(
      "size",
      value: .shaping(.all, ValueForm("WxH", by: OptionText.size), in: \.pictures.look.size),
      under: .pictures,
      help: "width and height in points, 1 to 16384 [598x120; circular 512x512]"
    ),
    // For thumbnailers, which ask for a square.
    OptionRow(
      "size",
      // Sizes of the freedesktop standard are 128 to 1024 pixels. The bounds are untuned.
      value: .one(.whole("N", in: 16...2048), in: \.thumbnailSide),
      of: [.thumbnail],
      under: .pictures,
      help: "maximum width and height in pixels [256]"
    ),
  ]

  private static let coloredStyles = PictureOptions.coloredStyles.map(\.rawValue)
    .joined(separator: ", ")
  private static let plainStyles = WaveformStyle.plain.map(\.rawValue).joined(separator: ", ")

  static let lookRows: [OptionRow] = [
    // For a site's own design.
    OptionRow(
      "color",
      value: .shaping(.pictures, .playedPaint, in: \.pictures.look.colors.playedPaint),
      under: .pictures,
      help: "#rgb[a], #rrggbb[aa], a CSS name or none; in SVG also currentColor"
        + " [#1e90ff, over album art white]"
    ),
    // For players, and pictures of progress.
    OptionRow(
      "unplayed-color",
      value: .shaping(.pictures, .color, in: \.pictures.look.colors.unplayed),
      under: .pictures,
      help:
        "color after the playhead, and of the labels of --axes without a background [#80808099]",
      onlyWhere: \.showsUnplayedColor,
      needing: "--playhead, --animate or --axes"
    ),
    // For pages in a color, and formats without transparency.
    OptionRow(
      "background",
      value: .shaping(
        .pictures,
        .backgroundPaint,
        in: \.pictures.look.colors.background,
        // Nil is a background too, and the default: it is written as a user types it.
        written: { $0?.settingText ?? "none" }
      ),
      under: .pictures,
      help: "background color, or gradient such as pink,black or across:pink,black [none]",
      onlyWhere: \.showsGround
    ),
    // For a site's own design.
    OptionRow(
      "gradient",
      value: .shaping(.pictures, .gradient, in: \.pictures.look.colors.playedGradient),
      under: .pictures,
      help: "gradient instead of --color, from left to right; in circular from top to bottom"
    ),
    // For a site's own design.
    OptionRow(
      "unplayed-gradient",
      value: .shaping(.pictures, .gradient, in: \.pictures.look.colors.unplayedGradient),
      under: .pictures,
      help: "gradient after the playhead",
      onlyWhere: \.showsUnplayed,
      needing: "--playhead or --animate"
    ),
    // For pictures of progress.
    OptionRow(
      "playhead",
      value: .shaping(.pictures, .position, in: \.pictures.playhead),
      under: .pictures,
      help: "playback position: a fraction 0.37 or a time 1:23"
    ),
    // For finding a place in a recording by its sound.
    OptionRow(
      "color-by",
      value: .shaping(.all, .choice("WHAT"), in: \.pictures.colorBy),
      under: .pictures,
      help:
        "colors that follow the sound: pitch for the mean frequency of each bar, or bands for low,"
        + " mid and high frequencies; for \(coloredStyles)"
    ),
    // For print, color blindness, and a site's own design.
    OptionRow(
      "palette",
      value: .shaping(
        .pictures,
        .palette,
        in: \.pictures.palette,
        // The default is not written, so that manifests from before the option stay current.
        written: { $0 == .named(.color) ? nil : $0 }
      ),
      under: .pictures,
      help:
        "colors of spectrogram and of --color-by: color, grey for print, or colors from low to high"
        + " such as navy,gold, three for bands [color]",
      onlyWhere: \.showsPalette
    ),
    // For biologists and engineers: linear shows harmonics evenly spaced.
    OptionRow(
      "frequency-axis",
      value: .shaping(
        .pictures,
        .choice("NAME"),
        in: \.pictures.look.spectrogram.axis,
        // As with the palette: what is not written is the default.
        written: { $0 == .logarithmic ? nil : $0.rawValue }
      ),
      under: .pictures,
      help: "frequency axis of spectrogram: logarithmic or linear [logarithmic]",
      onlyWhere: \.showsSpectrogram
    ),
    // For biologists and collectors, who choose between time and frequency.
    OptionRow(
      "window",
      value: .shaping(
        .pictures,
        .keywords("N", among: Spectrogram.windows.map { (word: String($0), value: $0) }),
        in: \.pictures.window,
        written: { $0 == Spectrogram.standardWindow ? nil : $0 }
      ),
      under: .pictures,
      help:
        "frames of the Fourier transform of spectrogram, 256 to 8192: long for frequency, short for"
        + " time [1024]",
      onlyWhere: \.showsSpectrogram
    ),
    // For bats, birds and low-pass filters.
    OptionRow(
      "frequency-range",
      value: .shaping(.pictures, .frequencies, in: \.pictures.look.spectrogram.frequencies),
      under: .pictures,
      help: "frequencies of spectrogram, spectrum in hertz, such as 18k..120k"
        + " [40.. or, if linear, 0..]",
      onlyWhere: \.showsFrequencies
    ),
    // For quiet recordings, and comparing several.
    OptionRow(
      "level-range",
      value: .shaping(.pictures, .levels, in: \.pictures.look.spectrogram.levels),
      under: .pictures,
      help: "levels of spectrogram, spectrum from the first color to the last in dB, as -110..-20"
        + " [-90..0, -60..0]",
      onlyWhere: \.showsFrequencies
    ),
    // For collectors, who post spectrals with the facts of a file.
    OptionRow(
      "caption",
      value: .shaping(.pictures, .flag, in: \.pictures.drawsCaption),
      under: .pictures,
      help: "line above the drawing: title or file name, format, rate, bits, channels and length"
    ),
    // For papers, reports and reading values off.
    OptionRow(
      "axes",
      value: .shaping(.pictures, .flag, in: \.pictures.drawsAxes),
      under: .pictures,
      help: "scales of time, level and frequency around the picture; not in circular"
    ),
    // For field recorders, which name files by the time of day.
    OptionRow(
      "clock",
      value: .shaping(.pictures, .flag, in: \.pictures.showsClock),
      under: .pictures,
      help:
        "label axes with the time of day, if a broadcast WAV says it or the name contains"
        + " YYYYMMDD_HHMMSS",
      onlyWhere: { $0.pictures.drawsAxes ?? false }
    ),
    // For engineers, who look for the place.
    OptionRow(
      "mark-clipping",
      value: .shaping(
        .pictures,
        .flag(to: Color(red: 255, green: 0, blue: 0), or: .color),
        in: \.pictures.look.clipping
      ),
      under: .pictures,
      help: "mark bars with a sample at 0.999 of full scale or more; not in circular [red]",
      onlyWhere: \.showsClipping
    ),
    // For music.
    OptionRow(
      "cover",
      value: .shaping(.pictures, .choice("SOURCE"), in: \.pictures.cover),
      under: .pictures,
      help:
        "draw over album art: embedded in the recording, folder for an image such as cover.jpg in"
        + " its folder, or auto for either; JPEG and WebP in PNG pictures need --ffmpeg. Pictures are"
        + " then named NAME.STYLE-cover.png, so that a site has to change their addresses",
      onlyWhere: \.showsGround
    ),
    // For bright album art.
    OptionRow(
      "cover-dim",
      value: .shaping(.pictures, .number("D", in: 0...1), in: \.pictures.look.cover.dim),
      under: .pictures,
      help: "dimming of the album art, 0 to 1 [0.35]",
      onlyWhere: { $0.pictures.cover != nil },
      needing: "--cover"
    ),
    // For web pages, until a picture has loaded.
    OptionRow(
      "placeholder",
      value: .shaping(.pictures, .flag, in: \.pictures.makesPlaceholders),
      of: [.scan],
      under: .pictures,
      help: "also draw a plain picture for each failed or unsupported recording"
    ),
  ]
}

extension ValueForm<[WaveformStyle]> {
  /// A style, or `all` for all plain ones; several are in the order of all styles.
  static var styles: ValueForm {
    let names = WaveformStyle.allCases.map(\.rawValue) + ["all"]
    return ValueForm(.required("NAME"), completing: .keywords(names), isRepeatable: true) {
      text,
      earlier throws(ValueProblem) in
      var all = earlier ?? []
      if let style = WaveformStyle(rawValue: try text.word(of: names)) {
        all.append(style)
      } else {
        all += WaveformStyle.plain
      }
      // Each once, and in one order, so that the order of the arguments does not change the settings.
      return WaveformStyle.allCases.filter(all.contains)
    }
  }
}

extension ValueForm<Int> {
  fileprivate static var scale: ValueForm {
    let names = ThumbnailDrawing.scales.map(String.init)
    return ValueForm("N", completing: .keywords(names)) { text throws(ValueProblem) in
      // As names of files and CSS have it: `@2x`.
      let digits = text.bytes.filter(\.isASCIIDigit)
      let rest = String(decoding: text.bytes.filter { !$0.isASCIIDigit }, as: UTF8.self)
      if !digits.isEmpty, ["@x", "x", "@"].contains(rest.lowercased()) {
        throw .notPlain(number: String(decoding: digits, as: UTF8.self))
      }
      return try text.whole(in: ThumbnailDrawing.scales)
    }
  }
}
