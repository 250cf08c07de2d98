/// Makes rows of palette indices one at a time: only what differs from the row above is looked up.
@safe
struct IndexedRows<Pixel: PicturePixel>: ~Copyable {
  private let rows: PictureRows<Pixel>
  private let colors: ColorLookup
  private let changes: RowChanges
  private let bitDepth: Int
  private let indices, packed: UnsafeMutablePointer<UInt8>
  private var current = -1

  init(
    _ rows: PictureRows<Pixel>, colors: consuming ColorLookup, changes: RowChanges, bitDepth: Int
  ) {
    unsafe self.rows = unsafe rows
    self.colors = colors
    self.changes = changes
    self.bitDepth = bitDepth
    let width = unsafe rows.width
    unsafe indices = .allocate(capacity: width + 8)
    unsafe packed = .allocate(capacity: width + 8)
    unsafe indices.initialize(repeating: 0, count: width + 8)
    unsafe packed.initialize(repeating: 0, count: width + 8)
  }

  deinit {
    unsafe indices.deallocate()
    unsafe packed.deallocate()
  }

  /// Returns the packed row, valid until the next call, and whether it differs from the one before;
  /// rows that equal another can be skipped.
  mutating func row(_ y: Int) -> (start: UnsafeRawPointer, differs: Bool) {
    let row = unsafe rows[y]
    let width = unsafe rows.width
    var differs = true
    if y == current + 1, !changes.mirrors[y] {
      differs = changes.forEach(inRow: y) { x in
        if x < width {
          unsafe look(up: row.from(x), into: indices + x, count: min(pixelChunk, width &- x))
        }
      }
    } else {
      unsafe look(up: row, into: indices, count: width)
    }
    current = y
    if bitDepth < 8 && differs { pack(width) }
    return unsafe (UnsafeRawPointer(bitDepth == 8 ? indices : packed), differs)
  }

  @inline(__always)
  private func look(
    up pixels: PixelRow<Pixel>, into indices: UnsafeMutablePointer<UInt8>, count: Int
  ) {
    for x in 0..<count { unsafe indices[x] = colors.entry(of: UInt32(pixels[x])) }
  }

  private func pack(_ width: Int) {
    let perByte = 8 / bitDepth
    for byte in 0..<(width + perByte - 1) / perByte {
      var bits: UInt8 = 0
      for place in 0..<perByte {
        let x = byte * perByte + place
        bits = bits << UInt8(bitDepth) | (x < width ? unsafe indices[x] : 0)
      }
      unsafe packed[byte] = bits
    }
  }
}
