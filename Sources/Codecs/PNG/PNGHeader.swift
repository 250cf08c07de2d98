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

  /// Returns a whole file; the later frames of an animation are chunks after the image data.
  func file(
    _ layout: PNGLayout, imageData: [UInt8],
    animation: (count: Int, firstControl: [UInt8], frames: [UInt8])? = nil
  ) -> [UInt8] {
    var file = PNGChunkWriter()
    file.reserve(imageData.count + 4096)
    let sizes = PNGChunkWriter.bytes(of: width) + PNGChunkWriter.bytes(of: height)
    // Deflate, filtered rows, no interlacing.
    file.append("IHDR", sizes + [UInt8(layout.bitDepth), UInt8(layout.colorType), 0, 0, 0])
    if let animation {
      // Plays forever: 0.
      file.append("acTL", PNGChunkWriter.bytes(of: animation.count) + [0, 0, 0, 0])
    }
    // Perceptual rendering intent.
    file.append("sRGB", [0])
    switch layout {
    case .palette(let palette):
      file.append("PLTE", palette.components)
      let alphas = palette.alphas
      if !alphas.isEmpty { file.append("tRNS", alphas) }
    case .rgb(blackIsTransparent: true): file.append("tRNS", [0, 0, 0, 0, 0, 0])
    case .rgb, .rgba, .grey, .greyAlpha: break
    }
    if let pixelsPerMetre {
      let density = PNGChunkWriter.bytes(of: pixelsPerMetre)
      file.append("pHYs", density + density + [1])
    }
    for words in text { file.append(words.chunk, words.content) }
    if let animation { file.append("fcTL", animation.firstControl) }
    file.append("IDAT", imageData)
    if let animation { file.append(raw: animation.frames) }
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
