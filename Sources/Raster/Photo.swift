/// A photograph beneath a drawing, which it fills: what does not fit is cropped.
public struct Photo: Sendable, Hashable {
  /// A file of pixels, for formats that carry it as it is.
  public struct File: Sendable, Hashable {
    /// Such as `image/jpeg`, by the bytes.
    public let mediaType: String
    /// The whole file.
    public let bytes: [UInt8]
    /// The bytes in Base64, where somebody has spelled them for several pictures.
    package var digits: [UInt8]?

    /// A file whose type was checked.
    public init(mediaType: String, bytes: [UInt8]) {
      self.mediaType = mediaType
      self.bytes = bytes
    }
  }

  /// The file that it is from.
  public var file: File?
  /// Its pixels, where somebody has decoded them.
  public var pixels: PhotoPixels?

  /// A photograph as a file, as pixels or as both.
  public init(file: File? = nil, pixels: PhotoPixels? = nil) {
    self.file = file
    self.pixels = pixels
  }
}

/// A decoded photograph: premultiplied RGBA, red in the lowest byte of a pixel, row by row.
public struct PhotoPixels: Sendable, Hashable {
  /// In pixels.
  public let width: Int
  /// In pixels.
  public let height: Int
  /// One after another.
  public let pixels: [UInt32]

  /// Nil where there are no pixels, or not as many as width and height say.
  public init?(width: Int, height: Int, pixels: [UInt32]) {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows, count == pixels.count else { return nil }
    self.width = width
    self.height = height
    self.pixels = pixels
  }
}

extension Canvas {
  /// Lays a photograph over what is there, centred, and so large that it covers all of the canvas.
  mutating func cover(with photo: PhotoPixels) {
    guard width > 0, height > 0 else { return }
    let scaling = PhotoScaling(photo, width: width, height: height)
    let mask = [UInt8](repeating: 255, count: width)
    for row in 0..<height {
      if row & 31 == 31, isStopped() { return }
      RowKernels.blend(
        scaling.row(row), through: mask, from: 0, paintFrom: 0, count: width, onto: &pixels,
        at: row * width)
    }
  }
}
