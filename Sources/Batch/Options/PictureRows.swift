import Thumbnails
import Waveform

extension OptionTable {
  static let pictureRows: [OptionRow] = [
    OptionRow(
      "style", "NAME", of: drawing, .pictures,
      "one of the styles below, or all for the first six; repeatable [mirroredBars]"
    ) { draft, text throws(ValueProblem) in try draft.addStyle(text) },
    OptionRow(
      "size", "WxH", of: drawing, .pictures,
      "in points, 1 to 16384 a side [598x120; circular 512x512]"
    ) { draft, text throws(ValueProblem) in draft.look.size = try text.size(ThumbnailDrawing.sides)
    },
    OptionRow(
      "scale", "N", of: drawing, .pictures,
      "pixels per point, 1 to 3; repeatable; above 1 names end in @Nx [1]"
    ) { draft, text throws(ValueProblem) in
      draft.scales.append(try text.whole(ThumbnailDrawing.scales))
    },
    OptionRow(
      "color", "C", of: drawing, .pictures,
      "#rgb[a], #rrggbb[aa], a CSS name or none [#1e90ff]"
    ) { draft, text throws(ValueProblem) in draft.look.colors.played = try text.color() },
    OptionRow(
      "unplayed-color", "C", of: drawing, .pictures, "what is after the playhead [#80808099]"
    ) { draft, text throws(ValueProblem) in draft.look.colors.unplayed = try text.color() },
    OptionRow(
      "background", "C", of: drawing, .pictures, "behind the waveform [none]"
    ) { draft, text throws(ValueProblem) in draft.setBackground(try text.color()) },
    OptionRow(
      "gradient", "C,C[,C...]", of: drawing, .pictures,
      "evenly spaced colors instead of --color; across, in circular down"
    ) { draft, text throws(ValueProblem) in draft.look.colors.playedGradient = try text.gradient()
    },
    OptionRow(
      "unplayed-gradient", "C,C[,C...]", of: drawing, .pictures,
      "the same for what is after the playhead"
    ) { draft, text throws(ValueProblem) in
      draft.look.colors.unplayedGradient = try text.gradient()
    },
    OptionRow(
      "playhead", "T", of: drawing, .pictures,
      "splits played from unplayed: a fraction 0.37 or a time 1:23"
    ) { draft, text throws(ValueProblem) in draft.playhead = try text.playhead() },
  ]

  static let geometryRows: [OptionRow] = [
    OptionRow(
      "bars", "N", of: drawing, .geometry, "how many [as many as fit]"
    ) { draft, text throws(ValueProblem) in draft.look.bars = try text.whole(1...65_536) },
    OptionRow(
      "spacing", "PT", of: drawing, .geometry, "points between bars or dots"
    ) { draft, text throws(ValueProblem) in draft.look.spacing = try text.number(0...16_384) },
    OptionRow(
      "corner-radius", "PT", of: drawing, .geometry, "of a bar's corners"
    ) { draft, text throws(ValueProblem) in draft.look.cornerRadius = try text.number(0...16_384) },
    OptionRow(
      "bar-width", "PT", of: drawing, .geometry, "of circular's strokes"
    ) { draft, text throws(ValueProblem) in draft.look.barWidth = try text.number(smallest...16_384)
    },
    OptionRow(
      "dot-size", "PT", of: drawing, .geometry, "of a dot"
    ) { draft, text throws(ValueProblem) in draft.look.dotSize = try text.number(smallest...16_384)
    },
    OptionRow(
      "inner-radius", "R", of: drawing, .geometry, "of circular's hole, 0 to 1 of its radius"
    ) { draft, text throws(ValueProblem) in draft.look.innerRadius = try text.number(0...1) },
    OptionRow(
      "thickness", "PT", of: drawing, .geometry,
      "of a silent line, and of the strokes of sine and speech"
    ) { draft, text throws(ValueProblem) in
      draft.look.thickness = try text.number(smallest...16_384)
    },
  ]

  static let measuringRows: [OptionRow] = [
    OptionRow(
      "measure", "M", of: drawing, .measuring,
      "rms, peak or both: the peak behind, RMS in front [rms]"
    ) { draft, text throws(ValueProblem) in
      draft.look.scaling.measure = try text.choice(of: Measure.self)
    },
    OptionRow(
      "curve", "C", of: drawing, .measuring,
      "how level becomes height: linear, sqrt or db (-50 dBFS to 0) [linear]"
    ) { draft, text throws(ValueProblem) in
      draft.look.scaling.curve = try text.choice(of: WaveformScaling.Curve.self)
    },
    OptionRow(
      "normalize", "N", of: drawing, .measuring,
      "auto; file: the loudest bar is full height; none [auto]"
    ) { draft, text throws(ValueProblem) in
      draft.look.scaling.normalize = try text.choice(of: WaveformScaling.Normalize.self)
    },
    OptionRow(
      "channels", "C", of: drawing, .measuring, "mix; split: a lane a channel [mix]"
    ) { draft, text throws(ValueProblem) in
      draft.look.splitsChannels = try text.choice(of: ChannelForm.self) == .split
    },
  ]

  private static let smallest = 0.01
}

/// The words `--channels` takes.
private enum ChannelForm: String, CaseIterable {
  case mix
  case split
}
