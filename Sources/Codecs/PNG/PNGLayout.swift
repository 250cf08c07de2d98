/// The encoding of the pixels of a picture: the smallest lossless color type.
enum PNGLayout: Equatable {
  case grey(bitDepth: Int)
  case palette(PNGPalette)
  case greyAlpha
  /// RGB, where black may mean transparent if no black is drawn.
  case rgb(blackIsTransparent: Bool)
  case rgba

  /// The layout of a picture with few enough colors for a palette.
  init(colors: borrowing ColorTable, pixelCount: Int) {
    let palette = PNGPalette(colors)
    let grey = Self.greyDepth(colors.colors)
    // A palette of few greys is worth its chunk if it halves the bits of a pixel. Of fewer than 1,024
    // pixels it never is (a guess).
    let isSmall = pixelCount < 1024
    if let grey, isSmall || grey <= palette.bitDepth {
      self = .grey(bitDepth: grey)
    } else {
      self = .palette(palette)
    }
  }

  /// The layout of pictures that together have more colors than a palette holds.
  init(_ census: TrueColorStatistics) {
    if census.isOpaque {
      self = .rgb(blackIsTransparent: false)
    } else if census.isGrey {
      self = .greyAlpha
    } else if census.hasFreeBlack {
      self = .rgb(blackIsTransparent: true)
    } else {
      self = .rgba
    }
  }

  var palette: PNGPalette? {
    if case .palette(let palette) = self {
      palette
    } else {
      nil
    }
  }

  var bitDepth: Int {
    switch self {
    case .grey(let bitDepth): bitDepth
    case .palette(let palette): palette.bitDepth
    case .greyAlpha, .rgb, .rgba: 8
    }
  }

  /// Returns the value of each color: an entry of the palette, or a level of grey.
  func entries(of colors: [UInt32]) -> [UInt8] {
    if let palette { return palette.indices }
    // The upper bits of a grey, whose three components are equal.
    let unused = UInt32(8 - bitDepth)
    return colors.map { color in UInt8(truncatingIfNeeded: (color & 255) >> unused) }
  }

  // The numbers of the PNG specification: 1 for a palette, 2 for color, 4 for alpha.
  var colorType: Int {
    switch self {
    case .grey: 0
    case .rgb: 2
    case .palette: 3
    case .greyAlpha: 4
    case .rgba: 6
    }
  }

  /// The number of bytes per pixel; 1 if several pixels share a byte.
  var bytesPerPixel: Int {
    switch self {
    case .grey, .palette: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// Returns the fewest bits per pixel for these greys; nil if one is colored or not opaque.
  private static func greyDepth(_ colors: [UInt32]) -> Int? {
    let areGreys = colors.allSatisfy { color in
      let isOpaque = color >> 24 == 255
      // Red equals green, and green equals blue.
      return isOpaque && (color ^ color >> 8) & 0xFFFF == 0
    }
    guard areGreys else { return nil }
    let fewest = [1, 2, 4].first { depth in
      // Greys of fewer bits are multiples of this step, from black to white.
      let levels: UInt32 = 1 << UInt32(depth)
      let step = 255 / (levels - 1)
      return colors.allSatisfy { color in (color & 255) % step == 0 }
    }
    return fewest ?? 8
  }
}
