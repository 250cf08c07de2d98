extension SampleReader {
  /// Reads one channel, or two neighbours as a pair, of the frames of a window.
  static func read(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, channels: Int, pair: Bool,
    into signal: inout [Quad]
  ) {
    let step = channels * bytesPerSample
    for index in stride(from: 0, to: signal.count, by: 4) {
      let place = offset + 4 * index * step
      let whole = 4 * index + 16 <= frames && place + 16 * step <= bytes.byteCount
      if whole, channels == 1 {
        let values = sixteen(bytes, at: place)
        signal[index] = Quad(real: values.lowHalf.lowHalf)
        signal[index + 1] = Quad(real: values.lowHalf.highHalf)
        signal[index + 2] = Quad(real: values.highHalf.lowHalf)
        signal[index + 3] = Quad(real: values.highHalf.highHalf)
      } else if whole, channels == 2 {
        let (first, second) = (sixteen(bytes, at: place), sixteen(bytes, at: place + 8 * step))
        let (left, right) = (first.evenHalf, first.oddHalf)
        signal[index] = Quad(real: left.lowHalf, imaginary: right.lowHalf)
        signal[index + 1] = Quad(real: left.highHalf, imaginary: right.highHalf)
        let (nextLeft, nextRight) = (second.evenHalf, second.oddHalf)
        signal[index + 2] = Quad(real: nextLeft.lowHalf, imaginary: nextRight.lowHalf)
        signal[index + 3] = Quad(real: nextLeft.highHalf, imaginary: nextRight.highHalf)
      } else {
        for sample in 4 * index..<4 * index + 16 {
          let inside = sample < frames
          let place = offset + sample * step
          signal[sample / 4].real[sample % 4] = inside ? one(bytes, at: place) : 0
          signal[sample / 4].imaginary[sample % 4] =
            inside && pair ? one(bytes, at: place + bytesPerSample) : 0
        }
      }
      for quad in index..<index + 4 { signal[quad] = signal[quad].bounded }
    }
  }
}

extension Quad {
  /// The same numbers without those whose squares, summed over a window, leave Float, and without
  /// those so small that processors take their time over them.
  @inline(__always)
  var bounded: Quad { Quad(real: Self.bounded(real), imaginary: Self.bounded(imaginary)) }

  @inline(__always)
  private static func bounded(_ values: SIMD4<Float>) -> SIMD4<Float> {
    let magnitudes = values.asWords & 0x7FFF_FFFF
    // 1e-10 and 1e15, as bits.
    let inside = magnitudes .>= 0x2EDB_E6FF .& magnitudes .<= 0x5863_5FA9
    return values.replacing(with: 0, where: .!inside)
  }
}
