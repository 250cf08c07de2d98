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
    for start in stride(from: 0, to: frames, by: Self.framesAtOnce) {
      let count = min(frames - start, Self.framesAtOnce)
      let pairs = channels == 2 ? count & ~7 : 0
      if pairs > 0 { addPairs(bytes, at: start * frameBytes, frames: pairs, as: reader) }
      if pairs < count {
        addLanes(bytes, at: (start + pairs) * frameBytes, frames: count - pairs, as: reader)
      }
    }
  }

  /// Separates two channels, eight frames at a time.
  private mutating func addPairs<R: SampleReader>(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, as reader: R.Type
  ) {
    left.removeAll(keepingCapacity: true)
    right.removeAll(keepingCapacity: true)
    for frame in stride(from: 0, to: frames, by: 8) {
      let samples = R.sixteen(bytes, at: offset + frame * 2 * R.bytesPerSample)
      left.append(samples.evenHalf)
      right.append(samples.oddHalf)
    }
    lend(left) { lanes[0].add($0) }
    lend(right) { lanes[1].add($0) }
  }

  private mutating func addLanes<R: SampleReader>(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, as reader: R.Type
  ) {
    let frameBytes = channels * R.bytesPerSample
    for lane in lanes.indices {
      var place = offset + lane * R.bytesPerSample
      for frame in 0..<frames {
        scratch[frame] = R.one(bytes, at: place)
        place += frameBytes
      }
      lend(scratch) { lanes[lane].add($0.extracting(0..<4 * frames)) }
    }
  }
}
