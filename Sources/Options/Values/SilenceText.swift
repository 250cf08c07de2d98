import Waveform

extension ValueForm<SilenceRule> {
  /// A level in dBFS and a duration in seconds, as in `-30:1.75`.
  static var silence: ValueForm {
    ValueForm("DB:SECONDS") { text throws(ValueProblem) in
      let parts = text.parts(at: ":")
      guard parts.count == 2 else { throw .notASilence }
      return SilenceRule(
        level: try parts[0].number(-120 ... -1), seconds: try parts[1].number(0.02...86_400))
    }
  }
}
