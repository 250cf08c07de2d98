import CPNG
import Glibc

/// Everything about a picture except its pixels. libpng writes the file.
// In one call of C: libpng reports errors by `longjmp`, which must not cross a frame of Swift.
struct PNGFile {
  /// Returns a packed row, valid until the next call, or nil to stop; rows are asked for from the top.
  typealias Rows = (_ y: Int) -> UnsafeRawPointer?

  private let width: Int
  private let height: Int
  private let pixelsPerPoint: Int
  private let layout: PNGLayout
  /// The chunks before and after the image data.
  private var before = PNGChunkList()
  private var after = PNGChunkList()

  init(
    width: Int,
    height: Int,
    pixelsPerPoint: Int,
    layout: PNGLayout,
    text: [(key: String, value: String)]
  ) {
    self.width = width
    self.height = height
    self.pixelsPerPoint = pixelsPerPoint
    self.layout = layout
    for (key, value) in text {
      // What PNG forbids is left out: a picture without a title is better than none.
      guard let text = PNGText(key: key, value: value) else { continue }
      before.append(text.chunk, text.content)
    }
  }

  /// Returns the file of a picture whose colors are palette entries or greys.
  func encoded<Pixel>(
    _ rows: PictureRows<Pixel>,
    by lookup: consuming ColorLookup,
    compression: PNGCompression,
    pause: RowPause
  ) throws(PNGFailure) -> [UInt8] {
    var indexed = unsafe IndexedRows(rows, colors: lookup, bitDepth: layout.bitDepth)
    return try unsafe written(compression) { y in
      if pause.isStopped(before: y) { return nil }
      return unsafe indexed.row(y)
    }
  }

  /// Returns the smallest file of a picture in true color.
  func encoded(_ rows: PixelRows, pause: RowPause) throws(PNGFailure) -> [UInt8] {
    var colored = unsafe TrueColorRows(rows, bytesPerPixel: layout.bytesPerPixel)
    var smallest: [UInt8]?
    for compression in unsafe PNGCompression.worthTrying(for: rows) {
      let file = try unsafe written(compression) { y in
        if pause.isStopped(before: y) { return nil }
        return unsafe colored.row(y)
      }
      if file.count < smallest?.count ?? .max {
        smallest = file
      }
    }
    return smallest ?? []
  }

  /// Returns a still of compressed pixels, or an animation that begins with them and plays forever.
  consuming func encoded(
    imageData: [UInt8],
    animation: AnimationChunks? = nil
  ) throws(PNGFailure) -> [UInt8] {
    if let animation {
      // 0 repetitions mean forever.
      let repetitions = PNGChunkList.bytes(of: 0)
      before.append("acTL", PNGChunkList.bytes(of: animation.frameCount) + repetitions)
      before.append("fcTL", animation.firstControl)
      after = animation.laterFrames
    }
    before.append("IDAT", imageData)
    after.append("IEND", [])
    return try written(.frames, source: nil)
  }

  // The compiler stores the length of this file's path in the check that the closure does not
  // escape. This line makes it the same in every folder, and a release reproducible.
  #sourceLocation(file:"png",line:78)
  private func written(
    _ compression: PNGCompression,
    rows: Rows
  ) throws(PNGFailure) -> [UInt8] {
    try unsafe withoutActuallyEscaping(rows) { (rows) throws(PNGFailure) -> [UInt8] in
      try written(compression, source: unsafe RowSource(rows))
    }
  }
  #sourceLocation()

  private func written(
    _ compression: PNGCompression,
    source: RowSource?
  ) throws(PNGFailure) -> [UInt8] {
    let components = layout.palette?.components ?? []
    let opacities = layout.palette?.alphas ?? []
    // One array, since C can borrow one without nesting closures; the counts say where each begins.
    let contents = components + opacities + before.bytes + after.bytes
    var picture = unsafe picture(compression)
    unsafe picture.color_count = CInt(components.count / 3)
    unsafe picture.opacity_count = CInt(opacities.count)
    unsafe picture.before_count = before.bytes.count
    unsafe picture.after_count = after.bytes.count
    if let source {
      unsafe picture.context = Unmanaged.passUnretained(source).toOpaque()
      unsafe picture.row = { context, y in
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<RowSource>.fromOpaque(context).takeUnretainedValue().row(Int(y))
      }
    }
    var out = unsafe wt_png_bytes()
    defer { unsafe free(out.bytes) }
    let status = unsafe contents.withUnsafeBufferPointer { contents in
      unsafe picture.contents = contents.baseAddress
      return withExtendedLifetime(source) { unsafe wt_png_write(&picture, &out) }
    }
    switch status {
    case CInt(WT_PNG_OK):
      return unsafe Array(UnsafeBufferPointer(start: out.bytes, count: out.count))
    case CInt(WT_PNG_NO_MEMORY): throw .outOfMemory
    case CInt(WT_PNG_STOPPED): throw .stopped
    default: throw .refused(reason: unsafe String(cString: wt_png_reason(&out)))
    }
  }

  private func picture(_ compression: PNGCompression) -> wt_png_picture {
    var picture = unsafe wt_png_picture()
    unsafe picture.width = UInt32(width)
    unsafe picture.height = UInt32(height)
    unsafe picture.bit_depth = CInt(layout.bitDepth)
    unsafe picture.color_type = CInt(layout.colorType)
    let isBlackTransparent = layout == .rgb(blackIsTransparent: true)
    unsafe picture.black_is_transparent = isBlackTransparent ? 1 : 0
    unsafe picture.pixels_per_metre = pixelsPerMetre
    unsafe picture.level = compression.level
    unsafe picture.strategy = compression.strategy
    unsafe picture.memory = compression.memory
    unsafe picture.filter = compression.filter
    return unsafe picture
  }

  /// At 72 points per inch; 0 if a pixel is a point.
  // 144 and 216 pixels per inch.
  private var pixelsPerMetre: UInt32 {
    switch pixelsPerPoint {
    case 2: 5669
    case 3: 8504
    default: 0
    }
  }

  /// Keeps the closure alive for C, which has only its address.
  @safe
  private final class RowSource {
    let row: Rows

    init(_ row: @escaping Rows) { unsafe self.row = unsafe row }
  }
}
