extension SampleReader {
  /// Reads the frames of a window of one channel: even samples as real, odd ones as imaginary
  /// parts.
  static func readOne(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, into signal: inout [Quad]
  ) {
    for index in stride(from: 0, to: signal.count, by: 2) {
      let first = 8 * index
      var values = SIMD16<Float>.zero
      if first + 16 <= frames {
        values = sixteen(bytes, at: offset + first * bytesPerSample)
      } else {
        for sample in first..<max(frames, first) {
          values[sample - first] = one(bytes, at: offset + sample * bytesPerSample)
        }
      }
      let (even, odd) = (values.evenHalf, values.oddHalf)
      signal[index] = Quad(real: even.lowHalf, imaginary: odd.lowHalf).bounded
      signal[index + 1] = Quad(real: even.highHalf, imaginary: odd.highHalf).bounded
    }
  }

  /// Reads the frames of a window of two neighboring channels, or of the last one `alone`.
  static func readPair(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, channels: Int, alone: Bool,
    into signal: inout [Quad]
  ) {
    let step = channels * bytesPerSample
    for index in stride(from: 0, to: signal.count, by: 2) {
      let first = 4 * index
      if channels == 2, first + 8 <= frames {
        let values = sixteen(bytes, at: offset + first * step)
        let (left, right) = (values.evenHalf, values.oddHalf)
        signal[index] = Quad(real: left.lowHalf, imaginary: right.lowHalf).bounded
        signal[index + 1] = Quad(real: left.highHalf, imaginary: right.highHalf).bounded
        continue
      }
      var (left, right) = (SIMD8<Float>.zero, SIMD8<Float>.zero)
      for frame in first..<max(min(frames, first + 8), first) {
        let place = offset + frame * step
        left[frame - first] = one(bytes, at: place)
        if !alone { right[frame - first] = one(bytes, at: place + bytesPerSample) }
      }
      signal[index] = Quad(real: left.lowHalf, imaginary: right.lowHalf).bounded
      signal[index + 1] = Quad(real: left.highHalf, imaginary: right.highHalf).bounded
    }
  }
}

extension Quad {
  @inline(__always)
  var bounded: Quad { Quad(real: real.bounded, imaginary: imaginary.bounded) }
}

extension SIMD4<Float> {
  /// These numbers, with 0 instead of numbers whose squares would overflow and of denormal ones,
  /// which are slow.
  @inline(__always)
  var bounded: SIMD4<Float> {
    let magnitudes = asWords & 0x7FFF_FFFF
    // 1e-10 and 1e15, as bits.
    let inside = magnitudes .>= 0x2EDB_E6FF .& magnitudes .<= 0x5863_5FA9
    return replacing(with: 0, where: .!inside)
  }
}
