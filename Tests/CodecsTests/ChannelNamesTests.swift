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
    let names = ChannelNames.names(ofMap: [-1, 0, 999, .max, .min])
    #expect(names == ["", "", "", "", ""])
  }

  @Test(arguments: 2...8)
  func `each format's channel order has one name per channel`(channels: Int) {
    let namesOfFLAC = ChannelNames.namesOfFLAC(channels)
    #expect(namesOfFLAC.count == channels)
    #expect(Set(namesOfFLAC).count == channels)
    // The same channels, in another order.
    let namesOfVorbis = ChannelNames.namesOfVorbis(channels)
    #expect(namesOfVorbis.count == channels)
    #expect(Set(namesOfVorbis) == Set(namesOfFLAC))
  }

  private static func names(_ map: [Int]) -> [String] {
    ChannelNames.names(ofMap: map.map { CInt($0) })
  }
}
