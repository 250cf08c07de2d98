import Thumbnails

extension OptionTable {
  static let coverRows: [OptionRow] = [
    OptionRow(
      "cover",
      .shaping(.pictures, .choice("SOURCE"), \.pictures.cover),
      of: drawing, .pictures,
      "draw over album art: embedded in the recording, folder for an image such as cover.jpg in"
        + " its folder, or auto for either; JPEG and WebP in PNG pictures need --ffmpeg",
      onlyWhere: \.showsGround),
    OptionRow(
      "cover-dim", .shaping(.pictures, .number("D", 0...1), \.pictures.look.coverDim),
      of: drawing, .pictures, "dimming of the album art, 0 to 1 [0.35]",
      onlyWhere: { $0.pictures.cover != nil }),
    OptionRow(
      "placeholder", .shaping(.pictures, flag: \.pictures.makesPlaceholders),
      of: [.scan], .pictures,
      "also draw a plain picture for each failed or unsupported recording"),
  ]
}
