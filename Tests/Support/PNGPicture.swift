/// A decoded picture: straight RGBA, one byte per component, rows without gaps.
package struct PNGPicture: Sendable, Equatable {
  package let width: Int
  package let height: Int
  package let pixels: [UInt8]

  package init(width: Int, height: Int, pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}
