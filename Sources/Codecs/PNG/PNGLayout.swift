/// How the pixels of a picture are spelt: the smallest colour type that loses nothing.
enum PNGLayout: Equatable {
  /// Grey without transparency.
  case grey(bitDepth: Int)
  case palette(PNGPalette)
  case greyAlpha
  /// RGB, where black is transparent if nothing else is and nothing black is drawn.
  case rgb(blackIsTransparent: Bool)
  case rgba

  init(_ rows: PixelRows, census: borrowing PixelCensus) {
    if census.fitsPalette {
      let palette = PNGPalette(census.colors)
      let grey = Self.greyDepth(census.colors.colors)
      // A palette of few greys is worth its chunk when it halves the bits of a pixel.
      if let grey, unsafe grey <= palette.bitDepth || rows.width * rows.height < 1024 {
        self = .grey(bitDepth: grey)
      } else {
        self = .palette(palette)
      }
    } else {
      self = unsafe TrueColorCensus(rows).layout
    }
  }

  var palette: PNGPalette? {
    if case .palette(let palette) = self { palette } else { nil }
  }

  var bitDepth: Int {
    switch self {
    case .grey(let bitDepth): bitDepth
    case .palette(let palette): palette.bitDepth
    case .greyAlpha, .rgb, .rgba: 8
    }
  }

  /// As IHDR says it.
  var colorType: Int {
    switch self {
    case .grey: 0
    case .rgb: 2
    case .palette: 3
    case .greyAlpha: 4
    case .rgba: 6
    }
  }

  /// Of whole bytes; 1 where pixels may share one.
  var bytesPerPixel: Int {
    switch self {
    case .grey, .palette: 1
    case .greyAlpha: 2
    case .rgb: 3
    case .rgba: 4
    }
  }

  /// The fewest bits a pixel that hold all these greys, nil when one is coloured or not opaque.
  private static func greyDepth(_ colors: [UInt32]) -> Int? {
    guard colors.allSatisfy({ $0 >> 24 == 255 && ($0 ^ $0 >> 8) & 0xFFFF == 0 }) else { return nil }
    return [1, 2, 4].first { depth in
      colors.allSatisfy { ($0 & 255) % (255 / (1 << UInt32(depth) - 1)) == 0 }
    } ?? 8
  }
}

/// What a picture of more than 256 colours needs.
private struct TrueColorCensus {
  private var coloured: UInt32 = 0
  private var clear: UInt32 = 0
  private var halfClear = false
  private var black = false

  init(_ rows: PixelRows) {
    for y in 0..<(unsafe rows.height) {
      let row = unsafe rows[y]
      for x in 0..<(unsafe rows.width) {
        let pixel = unsafe row[x]
        coloured |= (pixel ^ pixel >> 8) & 0xFFFF
        clear |= ~pixel >> 24
        halfClear = halfClear || (pixel >> 24 != 255 && pixel >> 24 != 0)
        black = black || pixel == 0xFF00_0000
      }
    }
  }

  var layout: PNGLayout {
    if clear == 0 { return .rgb(blackIsTransparent: false) }
    if coloured == 0 { return .greyAlpha }
    return !halfClear && !black ? .rgb(blackIsTransparent: true) : .rgba
  }
}
