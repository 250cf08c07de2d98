/// Everything about a picture except its pixels.
struct PNGHeader {
  private let width, height, pixelsPerPoint: Int
  private let text: [PNGText]

  init(width: Int, height: Int, pixelsPerPoint: Int, text: [(key: String, value: String)]) {
    self.width = width
    self.height = height
    self.pixelsPerPoint = pixelsPerPoint
    self.text = text.compactMap { PNGText(key: $0.key, value: $0.value) }
  }

  func file(_ layout: PNGLayout, imageData: [UInt8]) -> [UInt8] {
    var file = PNGChunkWriter()
    file.reserve(imageData.count + 4096)
    let sizes = PNGChunkWriter.bytes(of: width) + PNGChunkWriter.bytes(of: height)
    // Deflate, filtered rows, no interlacing.
    file.append("IHDR", sizes + [UInt8(layout.bitDepth), UInt8(layout.colorType), 0, 0, 0])
    // Perceptual rendering intent.
    file.append("sRGB", [0])
    if let components = layout.palette?.components { file.append("PLTE", components) }
    let transparency = layout.transparency
    if !transparency.isEmpty { file.append("tRNS", transparency) }
    if let pixelsPerMetre {
      let density = PNGChunkWriter.bytes(of: pixelsPerMetre)
      file.append("pHYs", density + density + [1])
    }
    for words in text { file.append(words.chunk, words.content) }
    file.append("IDAT", imageData)
    file.append("IEND", [])
    return file.bytes
  }

  /// At 72 points per inch; nil if a pixel is a point.
  private var pixelsPerMetre: Int? {
    switch pixelsPerPoint {
    case 2: 5669
    case 3: 8504
    default: nil
    }
  }
}

extension PNGLayout {
  fileprivate var transparency: [UInt8] {
    switch self {
    case .palette(let palette): palette.alphas
    case .rgb(blackIsTransparent: true): [0, 0, 0, 0, 0, 0]
    case .rgb, .rgba, .grey, .greyAlpha: []
    }
  }
}
