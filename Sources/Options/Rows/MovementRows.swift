import Thumbnails

extension OptionTable {
  static let movementRows: [OptionRow] = [
    // For videos and messengers, which show a picture that moves.
    OptionRow(
      "movement",
      value: .shaping(.pictures, .movement, in: \.pictures.look.movement),
      under: .movement,
      help: "draw playback: progress, reactive[:BOOST], combined[:BOOST] or idle [BOOST 1.4]"
    ),
    // For a still of what moves.
    OptionRow(
      "at",
      value: .shaping(.pictures, .position, in: \.pictures.at),
      under: .movement,
      help: "moment of --movement, dancingBars, sine and speech: a fraction 0.37 or a time 1:23",
      onlyWhere: \.showsMoment
    ),
    // For messengers and pages that play no sound.
    OptionRow(
      "animate",
      value: .shaping(.pictures, .animation, in: \.pictures.animation),
      under: .movement,
      help: "draw animated PNGs: a loop of S seconds over the whole recording [@20]"
    ),
  ]
}

extension ValueForm<WaveformMovement> {
  /// A kind of movement, optionally followed by a colon and its boost.
  fileprivate static var movement: ValueForm {
    let kinds: [WaveformMovement] = [.progress, .reactive(), .combined(), .idle]
    let keywords = kinds.map { kind in (word: kind.spelling.kind, value: kind) }
    return ValueForm("M", completing: .keywords(keywords.map(\.word))) {
      text throws(ValueProblem) in
      let fields = text.split(at: ":", maxSplits: 1)
      let kind = try fields[0].value(among: keywords)
      guard fields.count == 2 else { return kind }
      switch kind {
      // With a boost of 100 every bar is at full height; 0 is no movement.
      case .reactive: return .reactive(boost: try fields[1].number(in: 0...100))
      case .combined: return .combined(boost: try fields[1].number(in: 0...100))
      case .progress, .idle:
        throw .unknownWord(nearest: kind.spelling.kind, choices: keywords.map(\.word))
      }
    }
  }
}

extension WaveformMovement {
  /// The kind as users type it, and its boost.
  // One place for both directions: values are read with it, and settings are written with it.
  var spelling: (kind: String, boost: Double?) {
    switch self {
    case .progress: ("progress", nil)
    case .reactive(let boost): ("reactive", boost)
    case .combined(let boost): ("combined", boost)
    case .idle: ("idle", nil)
    }
  }
}

extension ValueForm<AnimationTiming> {
  /// Seconds, optionally followed by an at sign and the frames per second.
  fileprivate static var animation: ValueForm {
    ValueForm("S[@FPS]") { text throws(ValueProblem) in
      let fields = text.split(at: "@", maxSplits: 1)
      let seconds = try fields[0].number(in: AnimationTiming.secondsAllowed)
      guard fields.count == 2 else { return AnimationTiming(seconds: seconds) }
      let rate = try fields[1].whole(in: AnimationTiming.ratesAllowed)
      return AnimationTiming(seconds: seconds, framesPerSecond: rate)
    }
  }
}
