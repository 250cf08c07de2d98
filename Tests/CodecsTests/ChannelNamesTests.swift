import CSndfile
import Testing

@testable import Codecs

@Suite struct ChannelNamesTests {
  @Test func `channels of surround sound have console names`() {
    let map = [
      SF_CHANNEL_MAP_LEFT, SF_CHANNEL_MAP_RIGHT, SF_CHANNEL_MAP_CENTER, SF_CHANNEL_MAP_LFE,
      SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT,
    ]
    #expect(Self.names(map) == ["L", "R", "C", "LFE", "Ls", "Rs"])
  }

  @Test func `back channels have other names next to side channels`() {
    let map = [
      SF_CHANNEL_MAP_REAR_LEFT, SF_CHANNEL_MAP_REAR_RIGHT, SF_CHANNEL_MAP_SIDE_LEFT,
      SF_CHANNEL_MAP_SIDE_RIGHT,
    ]
    #expect(Self.names(map) == ["Lb", "Rb", "Ls", "Rs"])
  }

  @Test func `invalid channels have empty names`() {
    #expect(ChannelNames.names(ofMap: [-1, 0, 999, .max, .min]) == ["", "", "", "", ""])
  }

  @Test(arguments: 2...8)
  func `each format's channel order has one name per channel`(channels: Int) {
    let names = ChannelNames.namesOfFLAC(channels)
    #expect(names.count == channels)
    #expect(Set(names).count == channels)
    #expect(Set(ChannelNames.namesOfVorbis(channels)) == Set(names))
  }

  private static func names(_ map: [Int]) -> [String] {
    ChannelNames.names(ofMap: map.map { CInt($0) })
  }
}
