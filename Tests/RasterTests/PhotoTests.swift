import Testing

@testable import Raster

struct PhotoTests {
  private static func grey(_ value: UInt32) -> UInt32 { 0xFF00_0000 | value * 0x1_0101 }

  private static func covered(
    width: Int,
    height: Int,
    with values: [[UInt32]]
  ) throws -> [[UInt32]] {
    let greys = values.flatMap { $0.map(grey) }
    let photo = try #require(
      PhotoPixels(width: values[0].count, height: values.count, pixels: greys)
    )
    var drawing = Drawing(width: width, height: height)
    drawing.photo = Photo(pixels: photo)
    let canvas = Canvas(drawing)
    #expect(canvas.pixels.allSatisfy { $0 >> 24 == 255 })
    return (0..<height).map { row in
      canvas.pixels[row * width..<(row + 1) * width].map { $0 & 255 }
    }
  }

  @Test func `a photograph of equal size is unchanged`() throws {
    let values: [[UInt32]] = [[1, 20, 3], [40, 5, 60], [7, 80, 9]]
    #expect(try Self.covered(width: 3, height: 3, with: values) == values)
  }

  @Test func `a photograph is cropped equally on both sides`() throws {
    let wide: [[UInt32]] = [
      [9, 1, 2, 9],
      [9, 3, 4, 9],
    ]
    #expect(try Self.covered(width: 2, height: 2, with: wide) == [[1, 2], [3, 4]])
    let high: [[UInt32]] = [
      [9, 9],
      [5, 6],
      [9, 9],
    ]
    #expect(try Self.covered(width: 2, height: 1, with: high) == [[5, 6]])
  }

  @Test func `an enlarged photograph is smooth, a reduced one keeps its mean`() throws {
    // Between the middles of two pixels the values are a quarter and three quarters of the way.
    let enlarged = try Self.covered(width: 4, height: 2, with: [[0, 100]])
    #expect(enlarged == [[0, 25, 75, 100], [0, 25, 75, 100]])

    // A checkerboard of 0 and 200: its mean, within the weights at the edge of a cell.
    let checks = (0..<16).map { row in
      (0..<16).map { column in UInt32((column + row) % 2 * 200) }
    }
    let reduced = try Self.covered(width: 4, height: 4, with: checks)
    #expect(reduced.joined().allSatisfy { (95...105).contains($0) })
  }

  @Test func `components of six bits differ by at most three, and keep black and white`() {
    for value: UInt32 in 0...255 {
      var canvas = Canvas(width: 1, height: 1)
      canvas.pixels[0] = Self.grey(value)
      canvas.coarsenComponents()
      let component = canvas.pixels[0] & 255
      #expect(canvas.pixels[0] == Self.grey(component))
      #expect(component.distance(to: value).magnitude <= 3)
      if value % 255 == 0 {
        #expect(component == value)
      }
    }
  }

  @Test func `a photograph without enough pixels is rejected`() {
    #expect(PhotoPixels(width: 0, height: 4, pixels: []) == nil)
    #expect(PhotoPixels(width: 2, height: 2, pixels: [1, 2, 3]) == nil)
    #expect(PhotoPixels(width: .max, height: 2, pixels: []) == nil)
  }
}
