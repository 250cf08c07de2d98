import Outputs
import Waveform

extension OptionTable {
  static let dataRows: [OptionRow] = [
    OptionRow(
      "zoom",
      .shaping(
        .data, .whole("N", PointGrid.leastFrames...Int(Int32.max)), \.pictures.data.zoom),
      of: drawing, .measuring, "samples a point of dat and peaks, 2 or more [512]"),
    OptionRow(
      "pixels-per-second",
      .shaping(.data, .whole("P", 1...1_000_000), \.pictures.data.pixelsPerSecond),
      of: drawing, .measuring, "points a second of dat and peaks, instead of --zoom"),
    OptionRow(
      "bits", .shaping(.data, .choice("8|16"), \.pictures.data.bits), of: drawing, .measuring,
      "of the values of dat and peaks [8, all that peaks.js reads]"),
    OptionRow(
      "points", .shaping(.data, .whole("N", 1...1_000_000), \.pictures.data.points),
      of: drawing, .measuring, "magnitudes a channel of wavesurfer [2400]"),
    OptionRow(
      "spectrum", .shaping(.data, flag: \.pictures.data.spectrum), of: drawing, .measuring,
      "the spectrum too in json"),
  ]
}
