import Thumbnails

extension OptionTable {
  // Lengths are limited to the longest side, and angles and cycles to what a picture can show: larger
  // numbers would only cost precision.
  static let geometryRows: [OptionRow] = [
    // For a site's own design.
    OptionRow(
      "bars",
      // As many as a layout makes at most: no picture has more columns of pixels.
      value: .shaping(.all, .whole("N", in: 1...65_536), in: \.pictures.look.bars),
      under: .geometry,
      help: "number of bars [as many as fit]",
      onlyWhere: \.countsBars
    ),
    // For a site's own design.
    OptionRow(
      "spacing",
      value: .shaping(.all, .points(from: 0), in: \.pictures.look.geometry.spacing),
      under: .geometry,
      help: "gap between bars or dots in points",
      onlyWhere: { $0.has(.spacing) }
    ),
    // Of pictures alone: JSON has the same bars whatever their corners are. The number of bars, and
    // what it depends on, shapes both.
    // For a site's own design, and album art with round corners.
    OptionRow(
      "corner-radius",
      value: .shaping(.pictures, .points(from: 0), in: \.pictures.look.geometry.cornerRadius),
      under: .geometry,
      help: "radius of bar corners in points",
      onlyWhere: { $0.has(.cornerRadius) }
    ),
    // For a site's own design.
    OptionRow(
      "bar-width",
      value: .shaping(.pictures, .points(), in: \.pictures.look.geometry.barWidth),
      under: .geometry,
      help: "width of the strokes of circular in points",
      onlyWhere: { $0.has(.barWidth) }
    ),
    // For a site's own design.
    OptionRow(
      "dot-size",
      value: .shaping(.all, .points(), in: \.pictures.look.geometry.dotSize),
      under: .geometry,
      help: "dot diameter in points [4]",
      onlyWhere: { $0.has(.dotSize) }
    ),
    // For a cover within the circle.
    OptionRow(
      "inner-radius",
      value: .shaping(.pictures, .number("R", in: 0...1), in: \.pictures.look.geometry.innerRadius),
      under: .geometry,
      help: "radius of the hole of circular, as a fraction 0 to 1 [0.45]",
      onlyWhere: { $0.has(.innerRadius) }
    ),
    // For lines that are seen on a small picture.
    OptionRow(
      "thickness",
      value: .shaping(.pictures, .points(), in: \.pictures.look.geometry.thickness),
      under: .geometry,
      help: "thickness of line in silence, and of the strokes of sine and speech, in points",
      onlyWhere: { $0.has(.thickness) }
    ),
    // For decoration.
    OptionRow(
      "frequency",
      value: .shaping(
        .pictures,
        .number("F", in: 0...1000),
        in: \.pictures.look.geometry.frequency
      ),
      under: .geometry,
      help: "frequency of the waves of sine [4] and speech [1.5]",
      onlyWhere: { $0.has(.frequency) }
    ),
    // For decoration, a picture a frame.
    OptionRow(
      "phase",
      value: .shaping(
        .pictures,
        .number("RADIANS", in: -1000...1000),
        in: \.pictures.look.geometry.phase
      ),
      under: .geometry,
      help: "phase of the waves of sine and speech [0]",
      onlyWhere: { $0.has(.phase) }
    ),
  ]
}
