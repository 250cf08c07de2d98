/// Rows of bytes, each similar to the previous one, compressed as PNG compresses rows.
package enum PackedRows {
  /// Compresses bytes as rows of `rowBytes`; the last may be shorter.
  package static func pack(_ bytes: [UInt8], rowBytes: Int) -> [UInt8] {
    let rows = (bytes.count + rowBytes - 1) / rowBytes
    let whole = bytes + [UInt8](repeating: 0, count: rows * rowBytes - bytes.count)
    var deflater = RowDeflater(rowBytes: rowBytes, rowCount: rows, filter: .up)
    unsafe whole.withUnsafeBytes { bytes in
      for row in 0..<rows {
        let start = unsafe bytes.baseAddress.map { unsafe $0 + row * rowBytes }
        if let start = unsafe start { unsafe deflater.add(start, differs: true) }
      }
    }
    return deflater.finish()
  }

  /// Returns `count` uncompressed bytes, or nil if the stream is damaged or of another length.
  package static func unpack(_ stream: ArraySlice<UInt8>, rowBytes: Int, count: Int) -> [UInt8]? {
    let rows = (count + rowBytes - 1) / rowBytes
    guard let filtered = Inflater.inflate(stream, count: rows * (rowBytes + 1)) else { return nil }
    var bytes = [UInt8](repeating: 0, count: rows * rowBytes)
    for row in 0..<rows {
      let (from, to) = (row * (rowBytes + 1) + 1, row * rowBytes)
      guard filtered[from - 1] == RowDeflater.Filter.up.rawValue else { return nil }
      for place in 0..<rowBytes {
        let above = row == 0 ? 0 : bytes[to + place - rowBytes]
        bytes[to + place] = filtered[from + place] &+ above
      }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
