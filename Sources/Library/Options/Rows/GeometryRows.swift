import Thumbnails

extension OptionTable {
  static let geometryRows: [OptionRow] = [
    OptionRow(
      "bars", .shaping(.all, .whole("N", 1...65_536), \.pictures.look.bars), .geometry,
      "number of bars [as many as fit]", onlyWhere: \.countsBars),
    OptionRow(
      "spacing", .shaping(.all, .points(from: 0), \.pictures.look.spacing), .geometry,
      "gap between bars or dots in points", onlyWhere: { $0.has(.spacing) }),
    OptionRow(
      "corner-radius", .shaping(.pictures, .points(from: 0), \.pictures.look.cornerRadius),
      .geometry, "radius of bar corners in points", onlyWhere: { $0.has(.cornerRadius) }),
    OptionRow(
      "bar-width", .shaping(.pictures, .points(), \.pictures.look.barWidth), .geometry,
      "width of the strokes of circular in points", onlyWhere: { $0.has(.barWidth) }),
    OptionRow(
      "dot-size", .shaping(.all, .points(), \.pictures.look.dotSize), .geometry,
      "dot diameter in points [4]", onlyWhere: { $0.has(.dotSize) }),
    OptionRow(
      "inner-radius", .shaping(.pictures, .number("R", 0...1), \.pictures.look.innerRadius),
      .geometry, "radius of the hole of circular, as a fraction 0 to 1 [0.45]",
      onlyWhere: { $0.has(.innerRadius) }),
    OptionRow(
      "thickness", .shaping(.pictures, .points(), \.pictures.look.thickness), .geometry,
      "thickness of line in silence, and of the strokes of sine and speech, in points",
      onlyWhere: { $0.has(.thickness) }),
    OptionRow(
      "frequency", .shaping(.pictures, .number("F", 0...1000), \.pictures.look.frequency),
      .geometry, "frequency of the waves of sine [4] and speech [1.5]",
      onlyWhere: { $0.has(.frequency) }),
    OptionRow(
      "phase", .shaping(.pictures, .number("RADIANS", -1000...1000), \.pictures.look.phase),
      .geometry, "phase of the waves of sine and speech [0]", onlyWhere: { $0.has(.phase) }),
  ]
}
