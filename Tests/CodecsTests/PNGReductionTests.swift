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
    let size = try PNGReduction.reduce(
      file,
      factor: factor,
      maximumPixels: maximumPixels
    ) { row in
      pixels += row
    }
    return PNGPicture(width: size.width, height: size.height, pixels: pixels)
  }

  private static func art(_ name: String) -> [UInt8] {
    bytes(ofFile: repositoryPath("Fixtures/Art/\(name)"))
  }

  @Test(arguments: ["front.png", "deep.png", "interlaced.png", "animated.png"])
  func `without reduction the pixels equal those of the file`(name: String) throws {
    let file = Self.art(name)
    let whole = try PNGReader.decode(file)
    #expect(try Self.reduced(file, by: 1) == whole)
  }

  // These pictures have 32 by 32 pixels in four quarters of one color each.
  private static let red: [UInt8] = [220, 30, 30, 255]
  private static let green: [UInt8] = [30, 180, 30, 255]
  private static let blue: [UInt8] = [30, 30, 220, 255]
  private static let yellow: [UInt8] = [230, 220, 40, 255]

  @Test(arguments: ["front.png", "interlaced.png"])
  func `each reduced pixel is the mean of its square`(name: String) throws {
    let quarters = try Self.reduced(Self.art(name), by: 16)
    #expect(quarters.width == 2)
    #expect(quarters.height == 2)
    #expect(quarters.pixels == Self.red + Self.green + Self.blue + Self.yellow)
  }

  @Test(arguments: ["front.png", "interlaced.png"])
  func `squares that are cut by the edge of the picture have its pixels only`(
    name: String
  ) throws {
    let reduced = try Self.reduced(Self.art(name), by: 24)
    #expect(reduced.width == 2)
    // 16 of the 24 columns and rows of the first square are of the first quarter. Half of 9 rounds
    // the mean.
    let red = (4 * 220 + 2 * 30 + 2 * 30 + 230 + 4) / 9
    #expect(Int(reduced.pixels[0]) == red)
    // The last eight columns and rows.
    #expect(Array(reduced.pixels[12...]) == Self.yellow)
  }

  @Test func `transparent pixels do not count in the mean of colors`() throws {
    let pixel = try Self.reduced(Self.art("palette.png"), by: 32)
    #expect(pixel.pixels == [70, 60, 70, 191])
  }

  @Test func `truncated pictures are rejected`() throws {
    for file in [Self.art("cut.png"), []] {
      #expect(throws: PNGFailure.self) {
        try Self.reduced(file, by: 1)
      }
    }
  }

  @Test func `pictures of more pixels than allowed are rejected`() throws {
    #expect(throws: PNGFailure.self) {
      try Self.reduced(Self.art("front.png"), by: 1, maximumPixels: 9)
    }
  }
}
