import WavethumbBytes

/// Measures each channel separately, in addition to the mix.
struct LaneMeter: Meter {
  /// The largest number of channels measured as lanes.
  // A guess: more would not fit a picture, and a hostile file may declare a thousand.
  static let limit = 32
  /// The format of samples of a lane, for every format of recordings.
  private static let format = SampleFormat(.float32, bigEndian: false)

  private let sound: SoundShape
  private var lanes: [BucketMeter]
  private let frameBytes: Int
  private let framesAtOnce: Int
  private var planes: SamplePlanes

  /// Creates a meter of the first 32 channels, for the buckets of a range.
  init(_ sound: SoundShape) {
    self.sound = sound
    // Of an unknown length there are fewer buckets than in the mix, because there may be 32 lanes: 65,536
    // of 16 bytes each are 32 MB.
    let lane = BucketMeter(
      of: sound.knownRange,
      sound.length,
      limit: 1 << 16,
      channels: 1,
      format: Self.format
    )
    let channels = sound.channels
    lanes = [BucketMeter](repeating: lane, count: min(channels, Self.limit))
    frameBytes = channels * sound.format.bytesPerSample

    // About 4,096 samples of 4 bytes at once, which stay in the L1 cache while they are separated.
    // Whole vectors of sixteen, also of a thousand channels.
    framesAtOnce = max(4096 / channels, 16) & ~15
    planes = SamplePlanes(frames: framesAtOnce, channels: channels, format: sound.format)
  }

  // No window reaches beyond the range.
  var end: Int { 0 }

  mutating func add(_ bytes: borrowing RawSpan) {
    guard let position = lanes.first?.position else { return }
    let frames = sound.ownFrames(of: bytes.byteCount / frameBytes, at: position)
    for start in stride(from: 0, to: frames, by: framesAtOnce) {
      let count = min(frames - start, framesAtOnce)
      planes.read(bytes, at: start * frameBytes, frames: count)
      for lane in lanes.indices {
        // A plane is counted in vectors of sixteen bytes, and a sample has four.
        let first = 16 * lane * planes.length
        let own = first..<first + 4 * count
        lend(planes.samples) { lanes[lane].add($0.extracting(own)) }
      }
    }
  }

  consuming func finish() -> (any MeasurePart)? {
    for lane in lanes.indices {
      lanes[lane].finish()
    }
    return LanesPart(lanes.map(\.dividedBuckets))
  }
}
