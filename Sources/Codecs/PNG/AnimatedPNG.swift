/// An animated PNG that loops for ever: the first frame is a good still for who does not animate, each
/// later one holds the rectangle that changes.
public struct AnimatedPNG {
  private let width: Int
  private let height: Int
  private let framesPerSecond: Int
  private let header: PNGHeader
  private var frames: [AnimationFrame] = []
  private var last: [UInt8] = []
  private var storedPixels = 0

  public init(
    width: Int, height: Int, pixelsPerPoint: Int, framesPerSecond: Int,
    text: [(key: String, value: String)]
  ) throws(PNGFailure) {
    let (count, overflows) = width.multipliedReportingOverflow(by: height)
    guard width > 0, height > 0, !overflows else {
      throw .wrongSize(width: width, height: height, bytes: 0)
    }
    guard count <= PNGEncoder.maximumPixels else { throw .tooLarge(pixels: count) }
    self.width = width
    self.height = height
    self.framesPerSecond = max(1, framesPerSecond)
    header = PNGHeader(width: width, height: height, pixelsPerPoint: pixelsPerPoint, text: text)
  }

  /// Adds a canvas of premultiplied RGBA; one that equals the last only prolongs it.
  ///
  /// What changes is kept until the end: `PNGEncoder.maximumPixels` of it at most.
  public mutating func add(premultiplied pixels: borrowing RawSpan) throws(PNGFailure) {
    guard pixels.byteCount == width * height * 4 else {
      throw .wrongSize(width: width, height: height, bytes: pixels.byteCount)
    }
    let canvas = unsafe pixels.withUnsafeBytes { unsafe Array($0) }
    guard let frame = frame(of: canvas) else {
      frames[frames.count - 1].ticks += 1
      return
    }
    storedPixels += frame.width * frame.height
    guard storedPixels <= PNGEncoder.maximumPixels else { throw .tooLarge(pixels: storedPixels) }
    frames.append(frame)
    last = canvas
  }

  /// The same of bytes that are typed.
  public mutating func add(premultiplied pixels: borrowing Span<UInt8>) throws(PNGFailure) {
    // Bytes have no padding that could be read uninitialised, which is what `bytes` warns of.
    try unsafe add(premultiplied: pixels.bytes)
  }

  /// The file; a plain PNG where nothing ever changed, nothing without a frame.
  public func encoded() throws(PNGFailure) -> [UInt8] {
    guard let first = frames.first else { return [] }
    let colors = AnimationColors(frames)
    let still = try colors.encode(first, header)
    guard frames.count > 1 else { return still }
    var file = PNGChunkWriter()
    var sequence = 0
    for chunk in PNGChunks(still).map(Array.init) ?? [] {
      let isFirstData = sequence == 0 && chunk.name == Array("IDAT".utf8)
      if isFirstData { append(first, data: [], isOverlay: false, &sequence, to: &file) }
      if chunk.name == Array("IEND".utf8) {
        try appendChanges(colors, &sequence, to: &file)
      }
      file.append(raw: still[chunk.content.lowerBound - 8..<chunk.content.upperBound + 4])
      if chunk.name == Array("IHDR".utf8) {
        // Plays for ever: 0.
        file.append("acTL", PNGChunkWriter.bytes(of: frames.count) + [0, 0, 0, 0])
      }
    }
    return file.bytes
  }

  private func frame(of canvas: [UInt8]) -> AnimationFrame? {
    guard !last.isEmpty else { return AnimationFrame(canvas, width: width, height: height) }
    return unsafe last.withUnsafeBytes { before in
      unsafe canvas.withUnsafeBytes { now in
        guard let before = before.baseAddress, let now = now.baseAddress else { return nil }
        return unsafe AnimationFrame(
          from: PixelRows(start: before, width: width, height: height),
          to: PixelRows(start: now, width: width, height: height))
      }
    }
  }

  private func appendChanges(
    _ colors: AnimationColors, _ sequence: inout Int, to file: inout PNGChunkWriter
  ) throws(PNGFailure) {
    for frame in frames.dropFirst() {
      let header = PNGHeader(
        width: frame.width, height: frame.height, pixelsPerPoint: 1, text: [])
      var data = try imageData(colors.encode(frame, header))
      var isOverlay = false
      if colors.allowOverlays, let overlay = frame.overlay {
        let overlaid = try imageData(colors.encode(frame, header, overlay: overlay))
        isOverlay = overlaid.count < data.count
        if isOverlay { data = overlaid }
      }
      append(frame, data: data, isOverlay: isOverlay, &sequence, to: &file)
    }
  }

  private func append(
    _ frame: AnimationFrame, data: [UInt8], isOverlay: Bool, _ sequence: inout Int,
    to file: inout PNGChunkWriter
  ) {
    let control = frame.control(
      sequence: sequence, ticksPerSecond: framesPerSecond, isOverlay: isOverlay)
    file.append("fcTL", control)
    sequence += 1
    if !data.isEmpty {
      file.append("fdAT", PNGChunkWriter.bytes(of: sequence) + data)
      sequence += 1
    }
  }

  /// The zlib stream of a file, out of its IDAT chunks.
  private func imageData(_ file: [UInt8]) -> [UInt8] {
    (PNGChunks(file).map(Array.init) ?? []).filter { $0.name == Array("IDAT".utf8) }
      .flatMap { file[$0.content] }
  }
}
