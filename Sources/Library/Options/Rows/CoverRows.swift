import Thumbnails

extension OptionTable {
  static let coverRows: [OptionRow] = [
    OptionRow(
      "cover",
      .shaping(.pictures, .choice("SOURCE"), \.pictures.cover),
      of: drawing, .pictures,
      "the waveform over the album's art: embedded in the recording, cover, folder or front (.jpg,"
        + " .png, .webp) in its folder, or auto; PNG pictures of JPEG and WebP need --ffmpeg",
      onlyWhere: \.showsGround),
    OptionRow(
      "cover-dim", .shaping(.pictures, .number("D", 0...1), \.pictures.look.coverDim),
      of: drawing, .pictures, "how much darker that art is made, 0 to 1 [0.35]",
      onlyWhere: { $0.pictures.cover != nil }),
    OptionRow(
      "placeholder", .shaping(.pictures, flag: \.pictures.makesPlaceholders),
      of: [.scan], .pictures,
      "also a plain picture for each recording that has none: failed or unsupported"),
  ]
}
