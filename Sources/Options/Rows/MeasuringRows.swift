import Outputs
import Thumbnails
import Waveform

extension OptionTable {
  // Most draw from the cached measurement. Those that need another one have `measuring`, or are in
  // `PictureOptions.measures`.
  static let measuringRows: [OptionRow] = [
    // For peaks for editors, RMS for listeners, loudness for publishers.
    OptionRow(
      "measure",
      value: .shaping(.all, .measuring("M"), in: \.measure),
      under: .measuring,
      help:
        "rms, peak, both (RMS in front of the peak), loudness (K-weighted, as heard), or signed (lowest"
        + " to highest value in bars, mirroredBars and line; samples in a short range)"
        + " [rms; wavesurfer: peak]"
    ),
    // For quiet speech, which is flat on a linear scale.
    OptionRow(
      "curve",
      value: .shaping(.all, .choice("C"), in: \.pictures.look.scaling.curve),
      under: .measuring,
      help: "mapping of level to height: linear, sqrt or db (-50 dBFS to 0) [linear]"
    ),
    // For recordings with a noise floor that would fill the picture.
    OptionRow(
      "floor",
      value: .shaping(
        // Below -120 dB no recording has anything; above -6 most bars would be at their floor.
        .all,
        .number("DB", in: -120 ... -6),
        in: \.pictures.look.scaling.floor,
        written: { $0 == WaveformScaling.standardFloor ? nil : $0 }
      ),
      under: .measuring,
      help: "level of height 0 with --curve db, in dBFS [-50]",
      onlyWhere: { $0.pictures.look.scaling.curve == .db },
      needing: "--curve db"
    ),
    // For libraries of quiet recordings; off to compare levels.
    OptionRow(
      "normalize",
      value: .shaping(.all, .measuring("N"), in: \.normalize),
      under: .measuring,
      help:
        "auto, file (the loudest bar has full height), loudness (heights as if all were played at"
        + " -18 LUFS) or none [auto; wavesurfer: none]"
    ),
    // For interviews with a voice a channel, and field recordings.
    OptionRow(
      "channels",
      value: .shaping(
        .all,
        .channels,
        in: \.pictures.channels,
        written: \.word,
        measuring: \.measuringKey
      ),
      under: .measuring,
      help: "mix, split for one lane per channel, or the number of the only one to measure [mix]",
      onlyWhere: \.choosesChannels
    ),
    // For interviews and multitrack recordings.
    OptionRow(
      "lane-names",
      value: .shaping(.pictures, .flag, in: \.pictures.namesLanes),
      under: .measuring,
      help: "label each lane with its channel: L, R, C, LFE, Ls, Rs",
      onlyWhere: \.splitsLanes,
      needing: "--channels split"
    ),
    // For peaks.js and audiowaveform.
    OptionRow(
      "zoom",
      // A `.dat` has it in 32 bits, which its readers take as signed.
      value: .shaping(
        .data,
        .whole("N", in: PointGrid.minimumFrames...Int(Int32.max)),
        in: \.pictures.data.zoom
      ),
      under: .measuring,
      help: "samples per point of dat and peaks, at least 2 [512]"
    ),
    // For audiowaveform, whose users think in seconds.
    OptionRow(
      "pixels-per-second",
      // More than any sampling rate that is used, so that the limit is that of `--zoom`: two samples.
      value: .shaping(.data, .whole("P", in: 1...1_000_000), in: \.pictures.data.pixelsPerSecond),
      under: .measuring,
      help: "points per second of dat and peaks, instead of --zoom"
    ),
    // For peaks.js, which reads 8 bits.
    OptionRow(
      "bits",
      value: .shaping(.data, .choice("8|16"), in: \.pictures.data.bits),
      under: .measuring,
      help: "bits per value of dat and peaks; peaks.js needs 8 [8]"
    ),
    // For wavesurfer.js.
    OptionRow(
      "points",
      // A player draws a value a pixel, and a million are a file of some 7 MB a channel.
      value: .shaping(.data, .whole("N", in: 1...1_000_000), in: \.pictures.data.points),
      under: .measuring,
      help: "values per channel of wavesurfer [2400]"
    ),
    // For players that draw colors themselves.
    OptionRow(
      "spectrum",
      value: .shaping(.data, .flag, in: \.pictures.data.spectrum),
      under: .measuring,
      help: "add the spectrum to json"
    ),
    // For archives, publishers and collectors.
    OptionRow(
      "analyze",
      value: .shaping(.data, .flag, in: \.pictures.data.sound),
      under: .measuring,
      help: "measure loudness and true peak; find clipping, silence, dropouts and other faults"
    ),
    // For cutting at pauses.
    OptionRow(
      "silence",
      value: .shaping(.data, .silence, in: \.pictures.data.silence),
      under: .measuring,
      help:
        "level in dBFS and seconds of the silence that --analyze, labels and chapters list [-60:1]",
      onlyWhere: { $0.pictures.analyzes || $0.writesEvents }
    ),
  ]
}
