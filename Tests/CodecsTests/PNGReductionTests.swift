import TestSupport
import Testing

@testable import Codecs

struct PNGReductionTests {
  private static func reduced(
    _ file: [UInt8],
    by factor: Int,
    maximumPixels: Int = 1 << 20
  ) throws -> PNGPicture {
    var pixels: [UInt8] = []
    let size = try PNGReduction.reduce(file, factor: factor, maximumPixels: maximumPixels) {
      pixels += $0
    }
    return PNGPicture(width: size.width, height: size.height, pixels: pixels)
  }

  private static func art(_ name: String) -> [UInt8] {
    bytes(ofFile: repositoryPath("Fixtures/Art/\(name)"))
  }

  @Test(arguments: ["front.png", "deep.png", "interlaced.png", "animated.png"])
  func `without reduction the pixels equal those of the file`(name: String) throws {
    let file = Self.art(name)
    #expect(try Self.reduced(file, by: 1) == PNGReader.decode(file))
  }

  @Test(arguments: ["front.png", "interlaced.png"])
  func `each reduced pixel is the mean of its square`(
    name: String
  ) throws {
    // 32 by 32 pixels in four quarters of one color each.
    let file = Self.art(name)
    let half = try Self.reduced(file, by: 16)
    #expect(half.width == 2)
    #expect(half.height == 2)
    #expect(
      half.pixels == [220, 30, 30, 255, 30, 180, 30, 255, 30, 30, 220, 255, 230, 220, 40, 255]
    )

    let third = try Self.reduced(file, by: 24)
    #expect(third.width == 2)
    // The first quarter has twice the weight in both directions; then the last eight columns.
    // Half of 9 rounds the mean.
    let red = (4 * 220 + 2 * 30 + 2 * 30 + 230 + 4) / 9
    #expect(Int(third.pixels[0]) == red)
    #expect(Array(third.pixels[12...]) == [230, 220, 40, 255])
  }

  @Test func `transparent pixels do not count in the mean of colors`() throws {
    let one = try Self.reduced(Self.art("palette.png"), by: 32)
    #expect(one.pixels == [70, 60, 70, 191])
  }

  @Test func `truncated or too large pictures are rejected`() throws {
    #expect(throws: PNGFailure.self) { try Self.reduced(Self.art("cut.png"), by: 1) }
    #expect(throws: PNGFailure.self) {
      try Self.reduced(Self.art("front.png"), by: 1, maximumPixels: 9)
    }
    #expect(throws: PNGFailure.self) { try Self.reduced([], by: 1) }
  }
}
