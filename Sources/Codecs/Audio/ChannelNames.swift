import CSndfile

/// The short names of channels, as engineers write them on a console.
enum ChannelNames {
  /// The names of channels in the order of a map; one that has no short name is empty.
  static func names(ofMap map: [CInt]) -> [String] {
    let hasSides = map.contains { $0 == CInt(SF_CHANNEL_MAP_SIDE_LEFT) }
    return map.map { name(of: $0, behindSides: hasSides) }
  }

  /// Channels at the back are the surrounds unless others stand at the sides.
  private static func name(of channel: CInt, behindSides: Bool) -> String {
    guard channel > 0, channel < CInt(SF_CHANNEL_MAP_MAX) else { return "" }
    return switch Int(channel) {
    case SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_FRONT_LEFT: "L"
    case SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_FRONT_RIGHT: "R"
    case SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_FRONT_CENTER: "C"
    case SF_CHANNEL_MAP_LFE: "LFE"
    case SF_CHANNEL_MAP_REAR_LEFT: behindSides ? "Lb" : "Ls"
    case SF_CHANNEL_MAP_REAR_RIGHT: behindSides ? "Rb" : "Rs"
    case SF_CHANNEL_MAP_REAR_CENTER: "Cs"
    case SF_CHANNEL_MAP_SIDE_LEFT: "Ls"
    case SF_CHANNEL_MAP_SIDE_RIGHT: "Rs"
    case SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: "Lc"
    case SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: "Rc"
    case SF_CHANNEL_MAP_AMBISONIC_B_W: "W"
    case SF_CHANNEL_MAP_AMBISONIC_B_X: "X"
    case SF_CHANNEL_MAP_AMBISONIC_B_Y: "Y"
    case SF_CHANNEL_MAP_AMBISONIC_B_Z: "Z"
    default: ""
    }
  }
}
