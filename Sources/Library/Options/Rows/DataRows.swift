import Outputs
import Waveform

extension OptionTable {
  static let dataRows: [OptionRow] = [
    OptionRow(
      "zoom",
      .shaping(.data, .whole("N", PointGrid.leastFrames...Int(Int32.max)), \.pictures.data.zoom),
      .measuring, "samples per point of dat and peaks, at least 2 [512]"),
    OptionRow(
      "pixels-per-second",
      .shaping(.data, .whole("P", 1...1_000_000), \.pictures.data.pixelsPerSecond), .measuring,
      "points per second of dat and peaks, instead of --zoom"),
    OptionRow(
      "bits", .shaping(.data, .choice("8|16"), \.pictures.data.bits), .measuring,
      "bits per value of dat and peaks; peaks.js needs 8 [8]"),
    OptionRow(
      "points", .shaping(.data, .whole("N", 1...1_000_000), \.pictures.data.points), .measuring,
      "values per channel of wavesurfer [2400]"),
    OptionRow(
      "spectrum", .shaping(.data, flag: \.pictures.data.spectrum), .measuring,
      "add the spectrum to json"),
    OptionRow(
      "analyze", .shaping(.data, flag: \.pictures.data.sound), .measuring,
      "measure loudness and true peak; find clipping, silence, dropouts and other faults"),
  ]
}
