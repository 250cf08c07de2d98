import CSndfile

/// The short names of channels, as on a mixing console.
enum ChannelNames {
  /// Returns the names of channels in the order of a map; empty for one without a short name.
  static func names(ofMap map: [CInt]) -> [String] {
    let hasSides = map.contains(CInt(SF_CHANNEL_MAP_SIDE_LEFT))
    return map.map { channel in
      switch Int(channel) {
      // Back channels are surrounds unless there are side channels.
      case SF_CHANNEL_MAP_REAR_LEFT: hasSides ? "Lb" : "Ls"
      case SF_CHANNEL_MAP_REAR_RIGHT: hasSides ? "Rb" : "Rs"
      case let other: byMap[other] ?? ""
      }
    }
  }

  // The orders that RFC 9639 and the Vorbis specification give to two to eight channels.
  static func namesOfFLAC(_ channels: Int) -> [String] {
    names(
      channels,
      in: [
        "L R", "L R C", "L R Ls Rs", "L R C Ls Rs", "L R C LFE Ls Rs", "L R C LFE Cs Ls Rs",
        "L R C LFE Lb Rb Ls Rs",
      ]
    )
  }

  static func namesOfVorbis(_ channels: Int) -> [String] {
    names(
      channels,
      in: [
        "L R", "L C R", "L R Ls Rs", "L C R Ls Rs", "L C R Ls Rs LFE", "L C R Ls Rs Cs LFE",
        "L C R Ls Rs Lb Rb LFE",
      ]
    )
  }

  /// Returns the names in a list that begins with two channels; none for other numbers.
  private static func names(_ channels: Int, in list: [String]) -> [String] {
    if list.indices.contains(channels - 2) {
      list[channels - 2].split(separator: " ").map(String.init)
    } else {
      []
    }
  }

  private static let byMap: [Int: String] = [
    SF_CHANNEL_MAP_LEFT: "L", SF_CHANNEL_MAP_FRONT_LEFT: "L", SF_CHANNEL_MAP_RIGHT: "R",
    SF_CHANNEL_MAP_FRONT_RIGHT: "R", SF_CHANNEL_MAP_CENTER: "C", SF_CHANNEL_MAP_FRONT_CENTER: "C",
    SF_CHANNEL_MAP_LFE: "LFE", SF_CHANNEL_MAP_REAR_CENTER: "Cs", SF_CHANNEL_MAP_SIDE_LEFT: "Ls",
    SF_CHANNEL_MAP_SIDE_RIGHT: "Rs", SF_CHANNEL_MAP_FRONT_LEFT_OF_CENTER: "Lc",
    SF_CHANNEL_MAP_FRONT_RIGHT_OF_CENTER: "Rc", SF_CHANNEL_MAP_AMBISONIC_B_W: "W",
    SF_CHANNEL_MAP_AMBISONIC_B_X: "X", SF_CHANNEL_MAP_AMBISONIC_B_Y: "Y",
    SF_CHANNEL_MAP_AMBISONIC_B_Z: "Z",
  ]
}
