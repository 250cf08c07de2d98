package import WavethumbBytes

/// Measures each of up to 32 channels like the mix, for pictures of them one by one.
package struct LanesMeasure: RecordingMeasure {
  package typealias Part = LanesPart

  package static let kind: UInt8 = 7

  package init() {}

  package init(coding value: Self?, with coder: inout ByteCoder) {}

  package func meter(of sound: SoundShape) -> (any Meter)? { LaneMeter(sound) }
}

extension Measures {
  /// Whether each channel gets a summary of its own.
  public var lanes: Bool {
    get { self[LanesMeasure.self] != nil }
    set { self[LanesMeasure.self] = newValue ? LanesMeasure() : nil }
  }
}

extension WaveformMeasurement {
  /// One summary per channel, or none if they were not requested.
  public var lanes: [WaveformSummary] {
    get { results[LanesMeasure.self]?.summaries ?? [] }
    set { results[LanesMeasure.self] = newValue.isEmpty ? nil : WaveformLanes(newValue) }
  }
}

/// The buckets of each channel in a range of a recording; joined parts equal one pass.
package struct LanesPart: MeasurePart, Sendable, Equatable {
  private var lanes: [[Bucket]] = []

  package init() {}

  init(_ lanes: [[Bucket]]) { self.lanes = lanes }

  package mutating func append(_ next: LanesPart) -> Bool {
    // Another number of channels means another recording.
    guard next.lanes.count == lanes.count else { return false }
    for lane in lanes.indices {
      lanes[lane] += next.lanes[lane]
    }
    return true
  }

  package func result(of extent: RecordingExtent) -> WaveformLanes? {
    let summaries = lanes.compactMap { extent.summary(of: $0, channels: 1) }
    // Pictures count on one summary a channel: with one missing, the others would have wrong names.
    guard summaries.count == lanes.count else { return nil }
    return WaveformLanes(summaries)
  }
}

extension LanesPart: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let count: Int = try coder.count(value?.lanes.count, in: 0...LaneMeter.limit)
    for lane in 0..<count {
      lanes.append(try coder.fields(value?.lanes[lane], in: 0...WaveformSummary.bucketCount))
    }
  }
}

/// The summaries of the channels of a recording.
package struct WaveformLanes: MeasureResult, Sendable, Equatable {
  private(set) var summaries: [WaveformSummary] = []

  package init() {}

  init(_ summaries: [WaveformSummary]) { self.summaries = summaries }
}

extension WaveformLanes: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    summaries = try coder.fields(value?.summaries, in: 1...LaneMeter.limit)
  }
}

/// Measures each channel separately, in addition to the mix.
struct LaneMeter: Meter {
  /// The largest number of channels measured as lanes.
  // More would not fit a picture, and a hostile file may declare a thousand.
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
    var single = sound
    single.channels = 1
    single.format = Self.format
    // Of an unknown length there are fewer buckets than in the mix, because there may be 32 lanes: 65,536
    // of 16 bytes each are 32 MB.
    let lane = BucketMeter(single, limit: 1 << 16)
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
        withSpan(of: planes.samples) { lanes[lane].add($0.extracting(own)) }
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
