import Bytes

/// Reads samples as 16-bit integers, with the arithmetic of audiowaveform.
struct ShortSamples: Sendable {
  let format: SampleFormat
  let origin: SampleOrigin

  /// The formats that are read many samples at a time.
  enum Vectors {
    case int16, mpeg, xiph
  }

  /// The vector format, or nil if samples are read singly.
  var vectors: Vectors? {
    guard !format.bigEndian else { return nil }
    switch (format.encoding, origin) {
    case (.int16, _): return .int16
    case (.float32, .mpeg): return .mpeg
    case (.float32, .xiph): return .xiph
    case (.float32, _), (.int24, _), (.int32, _): return nil
    }
  }

  /// Reads samples into an array that holds at least as many.
  func read(_ bytes: borrowing RawSpan, at offset: Int, count: Int, into values: inout [Int16]) {
    switch format.encoding {
    case .int16: readUpper(bytes, at: offset, width: 2, count, &values)
    case .int24: readUpper(bytes, at: offset, width: 3, count, &values)
    case .int32: readUpper(bytes, at: offset, width: 4, count, &values)
    case .float32:
      switch origin {
      case .integers: readFloats(bytes, offset, count, &values) { ($0 * 32768).rounded(.down) }
      case .numbers: readFloats(bytes, offset, count, &values) { ($0 * 32767).rounded(.towardZero) }
      case .mpeg:
        readFloats(bytes, offset, count, &values) { ($0 * 32768).rounded(.toNearestOrEven) }
      case .xiph:
        readFloats(bytes, offset, count, &values) { ($0 * 32767).rounded(.toNearestOrEven) }
      }
    }
  }

  /// Reads the upper 16 bits of integers, a division that rounds down.
  private func readUpper(
    _ bytes: borrowing RawSpan, at offset: Int, width: Int, _ count: Int, _ values: inout [Int16]
  ) {
    var at = offset + (format.bigEndian ? 0 : width - 2)
    for index in 0..<count {
      let word = bytes.load(Int16.self, at: at)
      values[index] = format.bigEndian ? word.byteSwapped : word
      at += width
    }
  }

  /// Reads floats; NaN becomes 0, values beyond full scale are clamped.
  @inline(__always)
  private func readFloats(
    _ bytes: borrowing RawSpan, _ offset: Int, _ count: Int, _ values: inout [Int16],
    _ rounded: (Float) -> Float
  ) {
    var at = offset
    for index in 0..<count {
      let word = bytes.load(UInt32.self, at: at)
      let value = rounded(Float(bitPattern: format.bigEndian ? word.byteSwapped : word))
      values[index] = value == value ? Int16(max(-32768, min(32767, value))) : 0
      at += 4
    }
  }
}
