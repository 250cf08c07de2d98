/// Measures each channel by itself, beside the mix.
struct LaneMeter: Sendable {
  /// The most channels that get a lane.
  static let limit = 32

  private(set) var lanes: [BucketMeter]
  private let channels: Int
  private let format: SampleFormat
  private var scratch: [Float] = []

  init(lanes: [BucketMeter], channels: Int, format: SampleFormat) {
    self.lanes = lanes
    self.channels = channels
    self.format = format
  }

  /// Measures whole frames.
  mutating func add(_ bytes: borrowing RawSpan) {
    guard !lanes.isEmpty else { return }
    switch (format.encoding, format.bigEndian) {
    case (.int16, false): add(bytes, as: Int16Little.self)
    case (.int16, true): add(bytes, as: Int16Big.self)
    case (.float32, false): add(bytes, as: Float32Little.self)
    case (.float32, true): add(bytes, as: Float32Big.self)
    case (.int24, false): add(bytes, as: Int24Little.self)
    case (.int24, true): add(bytes, as: Int24Big.self)
    case (.int32, false): add(bytes, as: Int32Little.self)
    case (.int32, true): add(bytes, as: Int32Big.self)
    }
  }

  /// Closes the last bucket of each lane.
  mutating func finish() {
    for lane in lanes.indices { lanes[lane].finish() }
  }

  private mutating func add<R: SampleReader>(_ bytes: borrowing RawSpan, as reader: R.Type) {
    let frameBytes = channels * R.bytesPerSample
    let frames = bytes.byteCount / frameBytes
    var start = 0
    while start < frames {
      let count = min(frames - start, 2048)
      for lane in lanes.indices {
        scratch.removeAll(keepingCapacity: true)
        scratch.reserveCapacity(count)
        var offset = start * frameBytes + lane * R.bytesPerSample
        for _ in 0..<count {
          scratch.append(R.one(bytes, at: offset))
          offset += frameBytes
        }
        lend(scratch) { lanes[lane].add($0) }
      }
      start += count
    }
  }
}
