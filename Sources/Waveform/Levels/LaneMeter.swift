import WavethumbBytes

/// Measures each channel separately, in addition to the mix.
struct LaneMeter: Sendable {
  /// The largest number of channels measured as lanes.
  // A guess: more would not fit a picture, and a hostile file may declare a thousand.
  static let limit = 32
  /// The format of samples of a lane, for every format of recordings.
  static let format = SampleFormat(.float32, bigEndian: false)

  private(set) var lanes: [BucketMeter]
  private let frameBytes: Int
  private let framesAtOnce: Int
  private var planes: SamplePlanes

  /// Creates a meter of the first `count` channels, for the buckets of a range.
  init(
    _ count: Int, of range: Range<Int>, _ length: WaveformLength, channels: Int,
    format: SampleFormat
  ) {
    let lane = BucketMeter(of: range, length, limit: 1 << 16, channels: 1, format: Self.format)
    lanes = [BucketMeter](repeating: lane, count: count)
    frameBytes = channels * format.bytesPerSample
    // About 4,096 samples of 4 bytes at once, which stay in the L1 cache while they are separated.
    // Whole vectors of sixteen, also of a thousand channels.
    framesAtOnce = max(4096 / channels, 16) & ~15
    let room = lanes.isEmpty ? 0 : framesAtOnce
    planes = SamplePlanes(frames: room, channels: channels, format: format)
  }

  mutating func add(_ bytes: borrowing RawSpan) {
    guard !lanes.isEmpty else { return }
    let frames = bytes.byteCount / frameBytes
    for start in stride(from: 0, to: frames, by: framesAtOnce) {
      let count = min(frames - start, framesAtOnce)
      planes.read(bytes, at: start * frameBytes, frames: count)
      for lane in lanes.indices {
        let first = 16 * lane * planes.length
        let own = first..<first + 4 * count
        lend(planes.samples) { lanes[lane].add($0.extracting(own)) }
      }
    }
  }

  mutating func finish() {
    for lane in lanes.indices {
      lanes[lane].finish()
    }
  }
}
