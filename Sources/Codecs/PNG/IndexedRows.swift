import Glibc

/// Makes rows of palette indices: only what differs from the row above is looked up, and rows that
/// equal it or mirror one of the upper half are found again.
@safe
struct IndexedRows<Pixel: PicturePixel>: ~Copyable {
  private let rows: PictureRows<Pixel>
  private let colors: ColorLookup
  private let bitDepth: Int
  private let rowBytes: Int
  /// The indices of the last row that was looked up, a byte each.
  private let indices: UnsafeMutablePointer<UInt8>
  /// All packed rows, each at its number; rows that equal another are left out.
  private let packed: UnsafeMutablePointer<UInt8>
  /// For each row, the number of the row with the same indices that was packed.
  private var packedAs: [Int]
  private var lastPacked = -1

  init(_ rows: PictureRows<Pixel>, colors: consuming ColorLookup, bitDepth: Int) {
    unsafe self.rows = unsafe rows
    self.colors = colors
    self.bitDepth = bitDepth
    let width = unsafe rows.width
    let height = unsafe rows.height
    rowBytes = (width * bitDepth + 7) / 8
    unsafe indices = .allocate(capacity: width)
    unsafe indices.initialize(repeating: 0, count: width)
    // Left uninitialized: most pages of a large picture of bars are never touched.
    unsafe packed = .allocate(capacity: rowBytes * height)
    packedAs = Array(repeating: 0, count: height)
  }

  deinit {
    unsafe indices.deallocate()
    unsafe packed.deallocate()
  }

  /// Returns the packed row; rows must be read from the top.
  mutating func row(_ y: Int) -> UnsafeRawPointer {
    if y > 0, unsafe rows.areEqual(y, y - 1) {
      packedAs[y] = packedAs[y - 1]
    } else if unsafe rows.mirrors(y) {
      packedAs[y] = packedAs[unsafe rows.height - 1 - y]
    } else {
      lookUpIndices(of: y)
      pack(into: y)
      packedAs[y] = y
      lastPacked = y
    }
    return unsafe UnsafeRawPointer(packed + packedAs[y] * rowBytes)
  }

  /// Looks up the indices of the pixels that differ from the row above.
  private func lookUpIndices(of y: Int) {
    let row = unsafe rows[y]
    let above = unsafe rows[max(0, y - 1)]
    let width = unsafe rows.width
    // Only then `indices` has those of the row above: a row that equals another was not looked up.
    let isFollowing = y > 0 && packedAs[y - 1] == lastPacked
    var x = 0
    while x < width {
      let count = min(pixelChunk, width &- x)
      let isSame =
        unsafe isFollowing && count == pixelChunk
        && row.from(x).differences(from: above.from(x)) == 0
      if !isSame {
        for x in x..<x &+ count {
          unsafe indices[x] = colors.entry(of: UInt32(row[x]))
        }
      }
      x &+= pixelChunk
    }
  }

  /// Packs the indices, the leftmost in the highest bits of a byte.
  private func pack(into y: Int) {
    let width = unsafe rows.width
    let start = unsafe packed + y * rowBytes
    guard bitDepth < 8 else { return unsafe start.update(from: indices, count: width) }
    let perByte = 8 / bitDepth
    for byte in 0..<rowBytes {
      var bits: UInt8 = 0
      for position in 0..<perByte {
        let x = byte * perByte + position
        // The last byte of a row is filled up with zeros.
        var index: UInt8 = 0
        if x < width {
          index = unsafe indices[x]
        }
        bits = bits << UInt8(bitDepth) | index
      }
      unsafe start[byte] = bits
    }
  }
}
