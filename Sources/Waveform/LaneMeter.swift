import Bytes

/// Measures each channel separately, in addition to the mix.
struct LaneMeter: Sendable {
  /// The largest number of channels measured as lanes.
  static let limit = 32
  /// The format of samples of a lane, for every format of recordings.
  static let format = SampleFormat(.float32, bigEndian: false)

  private(set) var lanes: [BucketMeter]
  private let channels: Int
  private let format: SampleFormat
  private var left: [SIMD8<Float>] = []
  private var right: [SIMD8<Float>] = []
  private var scratch = [Float](repeating: 0, count: framesAtOnce)
  private static let framesAtOnce = 2048

  init(lanes: [BucketMeter], channels: Int, format: SampleFormat) {
    self.lanes = lanes
    self.channels = channels
    self.format = format
  }

  /// Measures whole frames.
  mutating func add(_ bytes: borrowing RawSpan) {
    guard !lanes.isEmpty else { return }
    let frameBytes = channels * format.bytesPerSample
    let frames = bytes.byteCount / frameBytes
    for start in stride(from: 0, to: frames, by: Self.framesAtOnce) {
      let count = min(frames - start, Self.framesAtOnce)
      let pairs = channels == 2 ? count & ~7 : 0
      if pairs > 0 { addPairs(bytes, at: start * frameBytes, frames: pairs) }
      if pairs < count {
        addLanes(bytes, at: (start + pairs) * frameBytes, frames: count - pairs)
      }
    }
  }

  /// Closes the last bucket of each lane.
  mutating func finish() {
    for lane in lanes.indices { lanes[lane].finish() }
  }

  /// Separates two channels, eight frames at a time.
  private mutating func addPairs(_ bytes: borrowing RawSpan, at offset: Int, frames: Int) {
    format.reader.separate(bytes, at: offset, frames: frames, into: &left, &right)
    lend(left) { lanes[0].add($0) }
    lend(right) { lanes[1].add($0) }
  }

  private mutating func addLanes(_ bytes: borrowing RawSpan, at offset: Int, frames: Int) {
    for lane in lanes.indices {
      format.reader.readLane(
        bytes, at: offset + lane * format.bytesPerSample, frames: frames, channels: channels,
        into: &scratch)
      lend(scratch) { lanes[lane].add($0.extracting(0..<4 * frames)) }
    }
  }
}

extension SampleReader {
  /// Reads frames of two channels, a multiple of eight.
  static func separate(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, into left: inout [SIMD8<Float>],
    _ right: inout [SIMD8<Float>]
  ) {
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    for frame in stride(from: 0, to: frames, by: 8) {
      let samples = sixteen(bytes, at: offset + frame * 2 * bytesPerSample)
      left.append(samples.evenHalf)
      right.append(samples.oddHalf)
    }
  }

  /// Reads one channel into an array that holds at least as many samples.
  static func readLane(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, channels: Int,
    into samples: inout [Float]
  ) {
    for frame in 0..<frames {
      samples[frame] = one(bytes, at: offset + frame * channels * bytesPerSample)
    }
  }
}
