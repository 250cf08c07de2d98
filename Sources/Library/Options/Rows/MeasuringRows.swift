import Outputs
import Thumbnails
import Waveform

extension OptionTable {
  static let measuringRows: [OptionRow] = [
    OptionRow(
      "measure", .shaping(.all, .measuring("M"), \.measure), .measuring,
      "rms, peak, both (RMS in front of the peak), loudness (K-weighted, as heard), or signed (lowest"
        + " to highest value in bars, mirroredBars and line; samples in a short range)"
        + " [rms; wavesurfer: peak]"),
    OptionRow(
      "curve", .shaping(.all, .choice("C"), \.pictures.look.scaling.curve), .measuring,
      "mapping of level to height: linear, sqrt or db (-50 dBFS to 0) [linear]"),
    OptionRow(
      "floor",
      .shaping(
        .all, .number("DB", -120 ... -6), \.pictures.look.scaling.floor,
        written: { $0 == WaveformScaling.standardFloor ? nil : $0 }),
      .measuring, "level of height 0 with --curve db, in dBFS [-50]",
      onlyWhere: { $0.pictures.look.scaling.curve == .db }),
    OptionRow(
      "normalize", .shaping(.all, .measuring("N"), \.normalize), .measuring,
      "auto, file (the loudest bar has full height), loudness (heights as if all were played at"
        + " -18 LUFS) or none [auto; wavesurfer: none]"),
    OptionRow(
      "channels",
      .shaping(
        .all, .words("C", [("mix", false), ("split", true)]), \.pictures.look.splitsChannels,
        written: { $0 ? "split" : "mix" }, measuring: { "split \($0)" }),
      .measuring, "mix, or split for one lane per channel [mix]", onlyWhere: \.showsLanes),
    OptionRow(
      "lane-names", .shaping(.pictures, .flag, \.pictures.namesLanes), .measuring,
      "label each lane with its channel: L, R, C, LFE, Ls, Rs", onlyWhere: \.splitsLanes),
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
      "spectrum", .shaping(.data, .flag, \.pictures.data.spectrum), .measuring,
      "add the spectrum to json"),
    OptionRow(
      "analyze", .shaping(.data, .flag, \.pictures.data.sound), .measuring,
      "measure loudness and true peak; find clipping, silence, dropouts and other faults"),
  ]
}
