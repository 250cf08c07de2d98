import WavethumbBytes

/// Measures each of up to 32 channels like the mix, for pictures of them one by one.
package struct LanesMeasure: RecordingMeasure {
  package typealias Part = LanesPart

  package static let kind: UInt8 = 7

  package init() {}

  package mutating func code(with coder: inout FieldCoder) {}

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
package struct LanesPart: MeasurePart, FieldCoded, Sendable, Equatable {
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

  package mutating func code(with coder: inout FieldCoder) {
    var count = lanes.count
    coder.count(&count, in: 0...LaneMeter.limit)
    // When it reads, there are no lanes yet; when it writes, this adds none.
    lanes += Array(repeating: [], count: count - lanes.count)
    for lane in lanes.indices {
      coder.fields(&lanes[lane], in: 0...WaveformSummary.bucketCount)
    }
  }
}

/// The summaries of the channels of a recording.
package struct WaveformLanes: MeasureResult, FieldCoded, Sendable, Equatable {
  private(set) var summaries: [WaveformSummary] = []

  package init() {}

  init(_ summaries: [WaveformSummary]) { self.summaries = summaries }

  package mutating func code(with coder: inout FieldCoder) {
    coder.fields(&summaries, in: 1...LaneMeter.limit)
  }
}
