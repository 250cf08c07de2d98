import Thumbnails

extension OptionTable {
  static let movementRows: [OptionRow] = [
    OptionRow(
      "movement", .shaping(.pictures, .movement, \.pictures.look.movement), .movement,
      "draw playback: progress, reactive[:BOOST], combined[:BOOST] or idle [BOOST 1.4]"),
    OptionRow(
      "at", .shaping(.pictures, .place, \.pictures.at), .movement,
      "moment of --movement, dancingBars, sine and speech: a fraction 0.37 or a time 1:23",
      onlyWhere: \.showsMoment),
    OptionRow(
      "animate", .shaping(.pictures, .animation, \.pictures.animation), .movement,
      "draw animated PNGs: a loop of S seconds over the whole recording [@20]"),
  ]
}

extension ValueForm<WaveformMovement> {
  /// A kind of movement, optionally followed by a colon and its boost.
  fileprivate static var movement: ValueForm {
    ValueForm("M", .words(MovementKind.allCases.map(\.rawValue))) { text throws(ValueProblem) in
      let parts = text.bytes.split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      let kind = try OptionText(Array(parts[0])).choice(of: MovementKind.self)
      guard parts.count == 2 else { return kind.movement(WaveformMovement.standardBoost) }
      guard kind == .reactive || kind == .combined else {
        throw .unknownWord(nearest: kind.rawValue, choices: MovementKind.allCases.map(\.rawValue))
      }
      return kind.movement(try OptionText(Array(parts[1])).number(0...100))
    }
  }
}

extension ValueForm<AnimationTiming> {
  /// Seconds, optionally followed by an at sign and the frames per second.
  fileprivate static var animation: ValueForm {
    ValueForm("S[@FPS]") { text throws(ValueProblem) in
      let parts = text.bytes.split(
        separator: UInt8(ascii: "@"), maxSplits: 1, omittingEmptySubsequences: false)
      let seconds = try OptionText(Array(parts[0])).number(AnimationTiming.secondsAllowed)
      guard parts.count == 2 else { return AnimationTiming(seconds: seconds) }
      let rate = try OptionText(Array(parts[1])).whole(AnimationTiming.ratesAllowed)
      return AnimationTiming(seconds: seconds, framesPerSecond: rate)
    }
  }
}

private enum MovementKind: String, CaseIterable {
  case progress
  case reactive
  case combined
  case idle

  func movement(_ boost: Double) -> WaveformMovement {
    switch self {
    case .progress: .progress
    case .reactive: .reactive(boost: boost)
    case .combined: .combined(boost: boost)
    case .idle: .idle
    }
  }
}
