import Raster
import Thumbnails

extension OptionTable {
  static let styleRows: [OptionRow] = [
    OptionRow(
      "style",
      .shaping(
        .all, .styles, \.pictures.styles, as: "styles"),
      .pictures, "one of the styles below, or all for \(plainStyles); repeatable [mirroredBars]"),
    OptionRow(
      "scale",
      .shaping(
        .pictures, .list(.scale) { Array(Set($0)).sorted() }, \.pictures.scales, as: "scales"),
      .pictures, "pixels per point, 1 to 3; above 1, names end in @Nx; repeatable [1]"),
    OptionRow(
      "size", .shaping(.all, ValueForm("WxH", by: OptionText.size), \.pictures.look.size),
      .pictures, "width and height in points, 1 to 16384 [598x120; circular 512x512]"),
    OptionRow(
      "size", .one(.whole("N", 16...2048), \.thumbnailSide), of: [.thumbnail], .pictures,
      "maximum width and height in pixels [256]"),
  ]

  private static let plainStyles = WaveformStyle.plain.map(\.rawValue).joined(separator: ", ")

  static let lookRows: [OptionRow] = [
    OptionRow(
      "color", .shaping(.pictures, .playedPaint, \.pictures.look.colors.playedPaint), .pictures,
      "#rgb[a], #rrggbb[aa], a CSS name or none; in SVG also currentColor"
        + " [#1e90ff, over album art white]"),
    OptionRow(
      "unplayed-color", .shaping(.pictures, .color, \.pictures.look.colors.unplayed), .pictures,
      "color after the playhead [#80808099]", onlyWhere: \.showsUnplayed),
    OptionRow(
      "background",
      .shaping(
        .pictures, .backgroundPaint, \.pictures.look.colors.background,
        written: { $0?.settingText ?? "none" }),
      .pictures, "background color, or gradient such as pink,black or across:pink,black [none]",
      onlyWhere: \.showsGround),
    OptionRow(
      "gradient", .shaping(.pictures, .gradient, \.pictures.look.colors.playedGradient), .pictures,
      "gradient instead of --color, from left to right; in circular from top to bottom"),
    OptionRow(
      "unplayed-gradient", .shaping(.pictures, .gradient, \.pictures.look.colors.unplayedGradient),
      .pictures, "gradient after the playhead", onlyWhere: \.showsUnplayed),
    OptionRow(
      "playhead", .shaping(.pictures, .place, \.pictures.playhead), .pictures,
      "playback position: a fraction 0.37 or a time 1:23"),
    OptionRow(
      "palette",
      .shaping(
        .pictures, .choice("NAME"), \.pictures.look.palette,
        written: { $0 == .color ? nil : $0.rawValue }),
      .pictures, "colors of spectrogram: color, or grey for print [color]",
      onlyWhere: \.showsSpectrogram),
    OptionRow(
      "frequency-axis",
      .shaping(
        .pictures, .choice("NAME"), \.pictures.look.frequencyAxis,
        written: { $0 == .logarithmic ? nil : $0.rawValue }),
      .pictures, "frequency axis of spectrogram: logarithmic or linear [logarithmic]",
      onlyWhere: \.showsSpectrogram),
    OptionRow(
      "axes", .shaping(.pictures, .flag, \.pictures.drawsAxes), .pictures,
      "scales of time, level and frequency around the picture; not in circular"),
    OptionRow(
      "axes-color", .shaping(.pictures, .color, \.pictures.axesColor), .pictures,
      "color of the labels [chosen by the background]",
      onlyWhere: { $0.pictures.drawsAxes ?? false }),
    OptionRow(
      "mark-clipping",
      .shaping(
        .pictures, .flag(to: Color(red: 255, green: 0, blue: 0), or: .color),
        \.pictures.look.clipping),
      .pictures, "mark bars with a sample at 0.999 of full scale or more; not in circular [red]",
      onlyWhere: \.showsClipping),
    OptionRow(
      "cover", .shaping(.pictures, .choice("SOURCE"), \.pictures.cover), .pictures,
      "draw over album art: embedded in the recording, folder for an image such as cover.jpg in"
        + " its folder, or auto for either; JPEG and WebP in PNG pictures need --ffmpeg",
      onlyWhere: \.showsGround),
    OptionRow(
      "cover-dim", .shaping(.pictures, .number("D", 0...1), \.pictures.look.coverDim), .pictures,
      "dimming of the album art, 0 to 1 [0.35]", onlyWhere: { $0.pictures.cover != nil }),
    OptionRow(
      "placeholder", .shaping(.pictures, .flag, \.pictures.makesPlaceholders), of: [.scan],
      .pictures, "also draw a plain picture for each failed or unsupported recording"),
  ]
}

extension ValueForm<[WaveformStyle]> {
  /// A style, or `all` for all plain ones; several are in the order of all styles.
  static var styles: ValueForm {
    let words = WaveformStyle.allCases.map(\.rawValue) + ["all"]
    return ValueForm(.required("NAME"), .words(words), isRepeatable: true) {
      text, earlier throws(ValueProblem) in
      let word = try text.word(of: words)
      let meant = WaveformStyle(rawValue: word).map { [$0] } ?? WaveformStyle.plain
      return WaveformStyle.allCases.filter(((earlier ?? []) + meant).contains)
    }
  }
}

extension ValueForm<Int> {
  fileprivate static var scale: ValueForm {
    let words = ThumbnailDrawing.scales.map(String.init)
    return ValueForm("N", .words(words)) { text throws(ValueProblem) in
      try text.whole(ThumbnailDrawing.scales)
    }
  }
}
