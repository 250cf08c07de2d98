import Testing

@testable import Raster

struct PhotoTests {
  /// Returns an opaque grey pixel.
  private static func grey(_ value: UInt32) -> UInt32 {
    0xFF00_0000 | value * 0x1_0101
  }

  /// Returns the greys of a picture that a photograph of these greys covers.
  private static func covered(
    width: Int,
    height: Int,
    with greys: [[UInt32]]
  ) throws -> [[UInt32]] {
    let pixels = greys.joined().map(grey)
    let photo = try #require(
      PhotoPixels(width: greys[0].count, height: greys.count, pixels: pixels)
    )
    var drawing = Drawing(width: width, height: height)
    drawing.photo = Photo(pixels: photo)
    let canvas = Canvas(drawing)
    #expect(canvas.alphas.allSatisfy { $0 == 255 })
    return (0..<height).map { row in
      canvas.reds(ofRow: row).map { UInt32($0) }
    }
  }

  @Test func `a photograph of equal size is unchanged`() throws {
    let greys: [[UInt32]] = [
      [1, 20, 3],
      [40, 5, 60],
      [7, 80, 9],
    ]
    let covered = try Self.covered(width: 3, height: 3, with: greys)
    #expect(covered == greys)
  }

  @Test func `a wide photograph is cropped equally on both sides`() throws {
    let wide: [[UInt32]] = [
      [9, 1, 2, 9],
      [9, 3, 4, 9],
    ]
    let covered = try Self.covered(width: 2, height: 2, with: wide)
    #expect(covered == [[1, 2], [3, 4]])
  }

  @Test func `a high photograph is cropped equally above and below`() throws {
    let high: [[UInt32]] = [
      [9, 9],
      [5, 6],
      [9, 9],
    ]
    let covered = try Self.covered(width: 2, height: 1, with: high)
    #expect(covered == [[5, 6]])
  }

  @Test func `an enlarged photograph is smooth`() throws {
    let covered = try Self.covered(width: 4, height: 2, with: [[0, 100]])
    // Between the middles of two pixels the values are a quarter and three quarters of the way.
    let row: [UInt32] = [0, 25, 75, 100]
    #expect(covered == [row, row])
  }

  @Test func `a reduced photograph keeps its mean`() throws {
    // Every fourth pixel of a checkerboard would be all black or all white.
    let checkerboard = (0..<16).map { row in
      (0..<16).map { column in UInt32((column + row) % 2 * 200) }
    }
    let covered = try Self.covered(width: 4, height: 4, with: checkerboard)
    // The mean is 100, within the weights at the edge of a cell.
    #expect(covered.joined().allSatisfy { (95...105).contains($0) })
  }

  @Test func `components of six bits differ by at most three, and keep black and white`() {
    for value: UInt32 in 0...255 {
      var canvas = Canvas(width: 1, height: 1)
      canvas.pixels[0] = Self.grey(value)
      canvas.coarsenComponents()
      let component = canvas.pixels[0] & 255
      // Grey stays grey, and opaque.
      #expect(canvas.pixels[0] == Self.grey(component))
      #expect(component.distance(to: value).magnitude <= 3)
      if value == 0 || value == 255 {
        #expect(component == value)
      }
    }
  }

  // The last one: its number of pixels is beyond Int.
  @Test func `a photograph without enough pixels is rejected`() {
    #expect(PhotoPixels(width: 0, height: 4, pixels: []) == nil)
    #expect(PhotoPixels(width: 2, height: 2, pixels: [1, 2, 3]) == nil)
    #expect(PhotoPixels(width: .max, height: 2, pixels: []) == nil)
  }
}
