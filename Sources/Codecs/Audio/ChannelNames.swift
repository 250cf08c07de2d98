import CSndfile

/// The short names of channels, as on a mixing console.
enum ChannelNames {
  /// Returns the names of channels in the order of a map; empty for one without a short name.
  static func names(ofMap map: [CInt]) -> [String] {
    let hasSides = map.contains { $0 == CInt(SF_CHANNEL_MAP_SIDE_LEFT) }
    return map.map { name(of: $0, behindSides: hasSides) }
  }

  static func namesOfFLAC(_ channels: Int) -> [String] {
    switch channels {
    case 2: ["L", "R"]
    case 3: ["L", "R", "C"]
    case 4: ["L", "R", "Ls", "Rs"]
    case 5: ["L", "R", "C", "Ls", "Rs"]
    case 6: ["L", "R", "C", "LFE", "Ls", "Rs"]
    case 7: ["L", "R", "C", "LFE", "Cs", "Ls", "Rs"]
    case 8: ["L", "R", "C", "LFE", "Lb", "Rb", "Ls", "Rs"]
    default: []
    }
  }

  static func namesOfVorbis(_ channels: Int) -> [String] {
    switch channels {
    case 2: ["L", "R"]
    case 3: ["L", "C", "R"]
    case 4: ["L", "R", "Ls", "Rs"]
    case 5: ["L", "C", "R", "Ls", "Rs"]
    case 6: ["L", "C", "R", "Ls", "Rs", "LFE"]
    case 7: ["L", "C", "R", "Ls", "Rs", "Cs", "LFE"]
    case 8: ["L", "C", "R", "Ls", "Rs", "Lb", "Rb", "LFE"]
    default: []
    }
  }

  /// Back channels are surrounds unless there are side channels.
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
