import Codecs
import Thumbnails
import WavethumbBytes

/// The channels that are measured, and how they are drawn.
enum ChannelChoice: Sendable, Hashable {
  /// All together.
  case mix
  /// A lane for each.
  case split
  /// One alone, counted from 1.
  case only(Int)

  /// The choice as it is typed.
  var word: String {
    switch self {
    case .mix: "mix"
    case .split: "split"
    case .only(let channel): String(channel)
    }
  }

  /// What measurements of the choice are kept under in the cache, if not with those of all channels.
  var measuringKey: String? {
    if case .only(let channel) = self { return "channel \(channel)" }
    return nil
  }
}

extension ValueForm<ChannelChoice> {
  static var channels: ValueForm {
    ValueForm("C", completing: .keywords(["mix", "split"])) { text throws(ValueProblem) in
      let isNumber = text.bytes.first?.isASCIIDigit ?? false
      if isNumber { return .only(try text.whole(in: 1...AudioLimits().channels)) }
      return try text.value(among: [("mix", .mix), ("split", .split)])
    }
  }
}

extension PictureOptions {
  var channels: ChannelChoice {
    get {
      if let channel { return .only(channel) }
      return look.lanes.areSplit ? .split : .mix
    }
    set {
      look.lanes.areSplit = newValue == .split
      channel = nil
      if case .only(let number) = newValue {
        channel = number
      }
    }
  }
}
