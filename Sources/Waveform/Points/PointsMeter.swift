package import WavethumbBytes

/// Measures the lowest and highest value of every group of frames in 16 bits, exactly.
///
/// Channels are mixed by their sum divided by their number, rounded toward zero, or kept separate.
/// The last point covers the remaining frames. Points are passed on as they are made, so that
/// memory is constant.
package struct PointsMeter: Sendable {
  /// The largest number of channels of a recording with points.
  // As many as audiowaveform accepts, whose files these are.
  package static let maximumChannels = 24
  // Samples of 4 KB a channel, which stay in the first cache. Untuned.
  private static let framesAtOnce = 2048

  package let framesPerPoint: Int
  package let lanes: Int
  private let channels: Int
  private let samples: ShortSamples
  private var lowest: [Int16]
  private var highest: [Int16]
  /// The number of frames in the open point.
  private var filled: Int
  private var scratch: [Int16]
  private var points: [UInt8] = []

  /// Creates a meter for the frames of a range; with `split` each channel has its own points.
  package init(_ grid: PointGrid, of sound: SoundShape, origin: SampleOrigin, split: Bool) {
    framesPerPoint = grid.framesPerPoint(at: sound.sampleRate)
    channels = max(sound.channels, 1)
    lanes =
      if split {
        channels
      } else {
        1
      }
    samples = ShortSamples(format: sound.format, origin: origin)
    lowest = Array(repeating: .max, count: lanes)
    highest = Array(repeating: .min, count: lanes)

    // A part that begins within a point has only the rest of it; joining the parts merges the two.
    filled = sound.range.lowerBound % framesPerPoint
    scratch = Array(repeating: 0, count: Self.framesAtOnce * channels)
  }

  /// The number of bytes that can be taken.
  package var waiting: Int { points.count }

  /// Returns the points since the last call, in the format of `MeasuredPoints`.
  package mutating func drain() -> [UInt8] {
    defer { points.removeAll(keepingCapacity: true) }
    return points
  }

  package mutating func add(_ bytes: borrowing RawSpan) {
    let frames = bytes.byteCount / (channels * samples.format.bytesPerSample)
    // More channels would need a shuffle of their own each.
    let isVector = channels <= 2
    let vectors = isVector ? ShortVectors(samples) : nil
    var frame = 0
    while frame < frames {
      let count = min(frames - frame, framesPerPoint - filled)
      let done =
        if let vectors {
          measureVectors(bytes, at: frame, count: count, by: vectors)
        } else {
          0
        }
      // What does not fill a vector, and all of a point that exceeds full scale.
      measure(bytes, at: frame + done, count: count - done)
      frame += count
      filled += count
      if filled == framesPerPoint {
        close()
      }
    }
  }

  /// Closes the last point, which may be short.
  package mutating func finish() {
    if lowest[0] <= highest[0] {
      close()
    }
  }

  /// Mixes the channels of the frames in `scratch`, in place.
  // A mean is written over samples that were read before.
  private mutating func mix(_ frames: Int) {
    // Apart, because the compiler divides by a constant 2 with shifts.
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
      for channel in 0..<channels {
        sum += Int32(scratch[frame * channels + channel])
      }
      scratch[frame] = Int16(truncatingIfNeeded: sum / divisor)
    }
  }

  /// Measures frames of the open point sixteen samples at a time; returns how many.
  private mutating func measureVectors(
    _ bytes: borrowing RawSpan,
    at frame: Int,
    count: Int,
    by vectors: ShortVectors
  ) -> Int {
    let groups = count * channels / 16
    let bytesPerSample = samples.format.bytesPerSample
    let start = frame * channels * bytesPerSample
    // Rounding by an addition needs numbers within full scale. Others are rare enough to be read
    // singly, which clamps them.
    guard groups > 0, vectors.areWithinScale(bytes, at: start, groups: groups) else { return 0 }
    let mixesStereo = lanes < channels
    if mixesStereo {
      measureMixedPairs(bytes, at: start, groups: groups, by: vectors)
    } else {
      measureLanes(bytes, at: start, groups: groups, by: vectors)
    }
    return groups * 16 / channels
  }

  /// Measures groups of sixteen samples, of which two neighbors are mixed.
  private mutating func measureMixedPairs(
    _ bytes: borrowing RawSpan,
    at start: Int,
    groups: Int,
    by vectors: ShortVectors
  ) {
    let groupBytes = 16 * samples.format.bytesPerSample
    var low = SIMD8<Int32>(repeating: .max)
    var high = SIMD8<Int32>(repeating: .min)
    for group in 0..<groups {
      // A pair is one word of 32 bits, whose halves shifts separate, with their signs.
      let pairs = vectors.sixteen(bytes, at: start + group * groupBytes).asInt32
      let sums = ((pairs &<< 16) &>> 16) &+ (pairs &>> 16)
      low.replace(with: sums, where: sums .< low)
      high.replace(with: sums, where: sums .> high)
    }
    // Half of a sum is rounded toward zero, which keeps the order.
    widen(lane: 0, lowest: Int16(low.min() / 2), highest: Int16(high.max() / 2))
  }

  /// Measures groups of sixteen samples of one channel, or of two.
  private mutating func measureLanes(
    _ bytes: borrowing RawSpan,
    at start: Int,
    groups: Int,
    by vectors: ShortVectors
  ) {
    let groupBytes = 16 * samples.format.bytesPerSample
    var low = SIMD16<Int16>(repeating: .max)
    var high = SIMD16<Int16>(repeating: .min)
    for group in 0..<groups {
      let values = vectors.sixteen(bytes, at: start + group * groupBytes)
      low.replace(with: values, where: values .< low)
      high.replace(with: values, where: values .> high)
    }
    // With a single channel, both samples of a pair belong to it.
    widen(lane: 0, lowest: low.evenHalf.min(), highest: high.evenHalf.max())
    widen(lane: lanes - 1, lowest: low.oddHalf.min(), highest: high.oddHalf.max())
  }

  private mutating func widen(lane: Int, lowest low: Int16, highest high: Int16) {
    lowest[lane] = min(lowest[lane], low)
    highest[lane] = max(highest[lane], high)
  }

  /// Measures frames of the open point singly.
  private mutating func measure(_ bytes: borrowing RawSpan, at frame: Int, count: Int) {
    let width = channels * samples.format.bytesPerSample
    for start in stride(from: 0, to: count, by: Self.framesAtOnce) {
      let frames = min(count - start, Self.framesAtOnce)
      samples.read(bytes, at: (frame + start) * width, count: frames * channels, into: &scratch)
      if lanes == 1, channels > 1 {
        mix(frames)
      }
      for lane in 0..<lanes {
        // Local, because the compiler does not keep elements of an array in registers.
        var low = lowest[lane]
        var high = highest[lane]
        for index in stride(from: lane, to: frames * lanes, by: lanes) {
          low = min(low, scratch[index])
          high = max(high, scratch[index])
        }
        lowest[lane] = low
        highest[lane] = high
      }
    }
  }

  private mutating func close() {
    for lane in 0..<lanes {
      points.append(number: lowest[lane])
      points.append(number: highest[lane])
      lowest[lane] = .max
      highest[lane] = .min
    }
    filled = 0
  }
}

/// The duration of each point of a zoomed waveform.
package enum PointGrid: Sendable, Hashable {
  case framesPerPoint(Int)
  case pointsPerSecond(Int)

  /// The smallest number of frames per point.
  // That of audiowaveform, which refuses a zoom of 1: "Invalid zoom: minimum 2".
  package static let minimumFrames = 2

  package func framesPerPoint(at sampleRate: Int) -> Int {
    switch self {
    case .framesPerPoint(let frames):
      max(frames, Self.minimumFrames)
    case .pointsPerSecond(let points):
      // A point covers whole frames, as in the header of audiowaveform's files: 300 points a second
      // of 44.1 kHz are 147 frames each, and 301 are 146.
      max(sampleRate / max(points, 1), Self.minimumFrames)
    }
  }
}

extension PointGrid: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let isOfFrames: Bool = try coder.field(value?.isOfFrames)
    let number: Int = try coder.count(value?.number, in: 1...Int(Int32.max))
    self = isOfFrames ? .framesPerPoint(number) : .pointsPerSecond(number)
  }

  private var isOfFrames: Bool {
    switch self {
    case .framesPerPoint: true
    case .pointsPerSecond: false
    }
  }

  private var number: Int {
    switch self {
    case .framesPerPoint(let number), .pointsPerSecond(let number): number
    }
  }
}
