import Waveform

extension ValueForm<SilenceRule> {
  /// A level in dBFS and a duration in seconds, as in `-30:1.75`.
  static var silence: ValueForm {
    ValueForm("DB:SECONDS") { text throws(ValueProblem) in
      let fields = text.split(at: ":")
      // From the level of dither to full scale, and from what an ear notices to a day.
      guard fields.count == 2 else { throw .notASilence }
      return SilenceRule(
        level: try fields[0].number(in: -120 ... -1),
        seconds: try fields[1].number(in: 0.02...86_400)
      )
    }
  }
}
