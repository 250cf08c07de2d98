import Thumbnails

extension OptionTable {
  static let geometryRows: [OptionRow] = [
    OptionRow(
      "bars", .shaping(.all, .whole("N", 1...65_536), \.pictures.look.bars),
      of: drawing, .geometry, "how many [as many as fit]", onlyWhere: \.countsBars),
    OptionRow(
      "spacing", .shaping(.all, .points(from: 0), \.pictures.look.spacing),
      of: drawing, .geometry, "points between bars or dots", onlyWhere: { $0.has(.spacing) }),
    OptionRow(
      "corner-radius", .shaping(.pictures, .points(from: 0), \.pictures.look.cornerRadius),
      of: drawing, .geometry, "of a bar's corners", onlyWhere: { $0.has(.cornerRadius) }),
    OptionRow(
      "bar-width", .shaping(.pictures, .points(), \.pictures.look.barWidth), of: drawing, .geometry,
      "of circular's strokes", onlyWhere: { $0.has(.barWidth) }),
    OptionRow(
      "dot-size", .shaping(.all, .points(), \.pictures.look.dotSize), of: drawing, .geometry,
      "of a dot", onlyWhere: { $0.has(.dotSize) }),
    OptionRow(
      "inner-radius", .shaping(.pictures, .number("R", 0...1), \.pictures.look.innerRadius),
      of: drawing, .geometry, "of circular's hole, 0 to 1 of its radius",
      onlyWhere: { $0.has(.innerRadius) }),
    OptionRow(
      "thickness", .shaping(.pictures, .points(), \.pictures.look.thickness),
      of: drawing, .geometry, "of a silent line, and of the strokes of sine and speech",
      onlyWhere: { $0.has(.thickness) }),
    OptionRow(
      "frequency", .shaping(.pictures, .number("F", 0...1000), \.pictures.look.frequency),
      of: drawing, .geometry, "how often sine (4) and speech (1.5) go up and down",
      onlyWhere: { $0.has(.frequency) }),
    OptionRow(
      "phase", .shaping(.pictures, .number("RADIANS", -1000...1000), \.pictures.look.phase),
      of: drawing, .geometry, "how far the waves of sine and speech have run [0]",
      onlyWhere: { $0.has(.phase) }),
  ]
}
