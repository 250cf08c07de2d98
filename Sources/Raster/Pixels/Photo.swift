/// A photograph below a drawing, cropped to fill it.
// File and pixels, because SVG embeds the file as it is, and PNG needs the pixels.
public struct Photo: Sendable, Hashable {
  /// An image file, for formats that embed it unchanged.
  public struct File: Sendable, Hashable {
    /// The media type by its bytes, such as `image/jpeg`.
    public let mediaType: String
    /// The whole file.
    public let bytes: [UInt8]
    /// The bytes in Base64, if already encoded for several pictures.
    package var digits: [UInt8]?

    /// Creates a file whose type has been checked.
    public init(mediaType: String, bytes: [UInt8]) {
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  /// The original file.
  public var file: File?
  /// The decoded pixels, if any.
  public var pixels: PhotoPixels?

  /// Creates a photograph from a file, pixels or both.
  public init(file: File? = nil, pixels: PhotoPixels? = nil) {
    self.file = file
    self.pixels = pixels
  }
}

extension Canvas {
  /// Draws a photograph, centered and scaled to cover the whole canvas.
  mutating func cover(with photo: PhotoPixels) {
    guard width > 0, height > 0 else { return }
    let scaling = PhotoScaling(photo, width: width, height: height)
    // Opaque pixels replace what is below; those of a PNG may be transparent.
    let mask = [UInt8](repeating: 255, count: width)
    for row in 0..<height {
      // A row is weighted sums of the source, some ten times as slow as laying a row of pixels. A
      // guess.
      if row & 31 == 31, isStopped() { return }
      RowKernels.blend(
        scaling.row(row),
        through: mask,
        from: 0,
        paintFrom: 0,
        count: width,
        onto: &pixels,
        at: row * width
      )
    }
  }

  /// Keeps six bits of each component: the difference is invisible, and a PNG of a photograph
  /// becomes 40% smaller.
  package mutating func coarsenComponents() {
    for index in pixels.indices {
      let pixel = pixels[index]
      // The upper two bits again as the lower two, so that black and white stay what they are.
      pixels[index] = pixel & 0xFCFC_FCFC | pixel >> 6 & 0x0303_0303
    }
  }
}
