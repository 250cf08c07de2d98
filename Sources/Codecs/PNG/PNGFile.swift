import CPNG
import Glibc

/// Everything about a picture except its pixels. libpng writes the file.
// In one call of C: libpng reports errors by `longjmp`, which must not cross a frame of Swift.
struct PNGFile {
  /// Returns a row, valid until the next call, or nil to stop; rows are asked for from the top.
  private typealias Rows = (_ y: Int) -> UnsafeRawPointer?

  private let size: PictureSize
  private let layout: PNGLayout
  private let pixelsPerPoint: Int
  /// Whether rows mostly repeat those above, so that their differences are runs of zeros.
  private let isUpright: Bool
  /// The chunks before and after the image data.
  private var before = PNGChunkList()
  private var after = PNGChunkList()

  init(
    _ size: PictureSize,
    layout: PNGLayout,
    isUpright: Bool = false,
    pixelsPerPoint: Int = 1,
    text: [(key: String, value: String)] = []
  ) {
    self.size = size
    self.layout = layout
    self.isUpright = isUpright
    self.pixelsPerPoint = pixelsPerPoint
    for (key, value) in text {
      // What PNG forbids is left out: a picture without a title is better than none.
      guard let text = PNGText(key: key, value: value) else { continue }
      before.append(text.chunk, text.content)
    }
  }

  /// Returns the file of premultiplied pixels; `indices` are those of a palette.
  func encoded(
    _ pixels: borrowing RawSpan,
    indices: [UInt8]?
  ) throws(PNGFailure) -> [UInt8] {
    if let indices {
      return try unsafe encoded(indices.span.bytes, bytesPerPixel: 1)
    }
    // libpng leaves out the alpha of opaque pixels.
    if layout == .rgb { return try encoded(pixels, bytesPerPixel: 4) }
    return try unsafe pixels.withUnsafeBytes { pixels throws(PNGFailure) in
      var row = [UInt32](repeating: 0, count: size.width)
      return try unsafe row.withUnsafeMutableBufferPointer { row throws(PNGFailure) in
        try unsafe written { y in
          for x in 0..<size.width {
            let offset = 4 * (y * size.width + x)
            unsafe row[x] = unpremultiplied(
              pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            )
          }
          return UnsafeRawPointer(row.baseAddress)
        }
      }
    }
  }

  private func encoded(
    _ rows: borrowing RawSpan,
    bytesPerPixel: Int
  ) throws(PNGFailure) -> [UInt8] {
    try unsafe rows.withUnsafeBytes { bytes throws(PNGFailure) in
      try unsafe written { y in
        unsafe bytes.baseAddress.map { start in
          unsafe start + y * size.width * bytesPerPixel
        }
      }
    }
  }

  /// Returns a still of compressed pixels, or an animation that begins with them and plays forever.
  consuming func encoded(
    imageData: [UInt8],
    animation: AnimationChunks?
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
    return try written(from: nil)
  }

  // The compiler stores the length of this file's path in the check that the closure does not
  // escape. This line makes it the same in every folder, and a release reproducible.
  #sourceLocation(file:"png",line:78)
  private func written(_ rows: Rows) throws(PNGFailure) -> [UInt8] {
    try unsafe withoutActuallyEscaping(rows) { (rows) throws(PNGFailure) -> [UInt8] in
      try written(from: unsafe RowSource(rows, size))
    }
  }
  #sourceLocation()

  private func written(from source: RowSource?) throws(PNGFailure) -> [UInt8] {
    let components = layout.components
    let opacities = layout.opacities
    // One array, since C can borrow one without nesting closures; the counts say where each begins.
    let contents = components + opacities + before.bytes + after.bytes
    var picture = unsafe picture
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

  private var picture: wt_png_picture {
    var picture = unsafe wt_png_picture()
    unsafe picture.width = UInt32(size.width)
    unsafe picture.height = UInt32(size.height)
    unsafe picture.bit_depth = CInt(layout.bitDepth)
    unsafe picture.color_type = CInt(layout.colorType)
    unsafe picture.pixels_per_metre = pixelsPerMetre
    unsafe picture.level = level
    unsafe picture.is_upright = isUpright ? 1 : 0
    return unsafe picture
  }

  /// The level of deflate, without filters.
  // Bytes of the six styles together, 598x120 (circular 512x512), and microseconds of line and circular:
  // level 1 76,083, 455, 1,180; 3 70,959, 741, 2,458; 6 64,673, 1,840, 4,009. Of covers and gradients:
  // level 1 391,000 and 13 ms, 6 312,000 and 40 ms, 8 299,000 and 98 ms.
  private var level: CInt {
    // Fewer bits are fewer bytes to compress: level 1 would make a strip of the page a quarter larger.
    let hasByteIndices = layout.colorType == 3 && layout.bitDepth == 8
    return hasByteIndices ? 1 : 6
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
    private let rows: Rows
    private let size: PictureSize

    init(_ rows: @escaping Rows, _ size: PictureSize) {
      unsafe self.rows = unsafe rows
      self.size = size
    }

    func row(_ y: Int) -> UnsafeRawPointer? {
      if size.isStopped(before: y) { return nil }
      return unsafe rows(y)
    }
  }
}
