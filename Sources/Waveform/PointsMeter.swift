/// Lowest and highest value of every so many frames, in 16 bits, exact to the last one.
///
/// Channels are mixed by the sum over their number, toward zero, or told apart. The last point
/// stands for as many frames as are left. Points are handed over as they are made, so that memory
/// does not grow with them.
package struct PointsMeter: Sendable {
  /// The most channels of a recording that has points.
  package static let mostChannels = 24
  private static let framesAtOnce = 2048

  package let framesPerPoint: Int
  package let lanes: Int
  private let channels: Int
  private let samples: ShortSamples
  private var lowest: [Int16]
  private var highest: [Int16]
  /// The frames that the open point has already.
  private var filled: Int
  private var scratch: [Int16]
  private var points: [UInt8] = []

  /// A meter for all frames of a recording, or for those from one on.
  package init(
    _ grid: PointGrid, sampleRate: Int, channels: Int, format: SampleFormat, origin: SampleOrigin,
    split: Bool, firstFrame: Int = 0
  ) {
    framesPerPoint = grid.framesPerPoint(at: sampleRate)
    self.channels = max(channels, 1)
    lanes = split ? self.channels : 1
    samples = ShortSamples(format: format, origin: origin)
    lowest = Array(repeating: .max, count: lanes)
    highest = Array(repeating: .min, count: lanes)
    filled = firstFrame % framesPerPoint
    scratch = Array(repeating: 0, count: Self.framesAtOnce * self.channels)
  }

  /// How many bytes wait to be taken.
  package var waiting: Int { points.count }

  /// The points that were made since the last time, as `MeasuredPoints` reads them.
  package mutating func take() -> [UInt8] {
    defer { points.removeAll(keepingCapacity: true) }
    return points
  }

  /// Measures whole frames.
  package mutating func add(_ bytes: borrowing RawSpan) {
    let width = channels * samples.format.bytesPerSample
    let frames = bytes.byteCount / width
    for start in stride(from: 0, to: frames, by: Self.framesAtOnce) {
      let count = min(frames - start, Self.framesAtOnce)
      samples.read(bytes, at: start * width, count: count * channels, into: &scratch)
      if lanes == 1, channels > 1 { mix(count) }
      measure(count)
    }
  }

  /// Closes the last point, however short it is.
  package mutating func finish() {
    if lowest[0] <= highest[0] { close() }
  }

  private mutating func mix(_ frames: Int) {
    if channels == 2 {
      for frame in 0..<frames {
        let sum = Int32(scratch[2 * frame]) + Int32(scratch[2 * frame + 1])
        scratch[frame] = Int16(truncatingIfNeeded: sum / 2)
      }
      return
    }
    let divisor = Int32(channels)
    for frame in 0..<frames {
      var sum: Int32 = 0
      for channel in 0..<channels { sum += Int32(scratch[frame * channels + channel]) }
      scratch[frame] = Int16(truncatingIfNeeded: sum / divisor)
    }
  }

  private mutating func measure(_ frames: Int) {
    var frame = 0
    while frame < frames {
      let count = min(frames - frame, framesPerPoint - filled)
      for lane in 0..<lanes {
        var (low, high) = (lowest[lane], highest[lane])
        for index in stride(from: frame * lanes + lane, to: (frame + count) * lanes, by: lanes) {
          low = min(low, scratch[index])
          high = max(high, scratch[index])
        }
        (lowest[lane], highest[lane]) = (low, high)
      }
      frame += count
      filled += count
      if filled == framesPerPoint { close() }
    }
  }

  private mutating func close() {
    for lane in 0..<lanes {
      for value in [lowest[lane], highest[lane]] {
        points.append(UInt8(truncatingIfNeeded: value))
        points.append(UInt8(truncatingIfNeeded: value >> 8))
      }
      (lowest[lane], highest[lane]) = (.max, .min)
    }
    filled = 0
  }
}
