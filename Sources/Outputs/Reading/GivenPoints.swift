package import Bytes
package import Waveform

/// Lowest and highest values of a recording that was measured elsewhere, or here at another time.
package struct GivenPoints: Sendable, Equatable {
  /// Ten hours of stereo, split, at 256 frames a point are a third of them.
  package static let mostValues = 1 << 26
  /// Few enough that a stop comes without a noticeable delay.
  static let valuesBetweenLooks = 1 << 20

  /// 0 where it is not known.
  package var sampleRate: Int
  /// 0 where it is not known.
  package var framesPerPoint: Int
  /// One where the channels were mixed.
  package var lanes: Int
  package var bits: PointsRequest.Bits
  /// Seconds; 0 where it is not known.
  package var duration: Double
  /// Point by point and lane by lane the lowest and the highest value.
  package var values: [Int16]

  package var count: Int { values.count / (2 * lanes) }

  /// Those of a stretch of seconds, where it is known how long all are.
  package func within(start: Double, end: Double?) -> GivenPoints {
    guard duration > 0 else { return self }
    let density = Double(count) / duration
    let first = Int(min(start * density, Double(count - 1)))
    let last = Int(min(max((end ?? duration) * density, 0), Double(count)).rounded(.up))
    var part = self
    part.values = Array(values[2 * lanes * first..<2 * lanes * max(first + 1, last)])
    part.duration = duration * Double(part.count) / Double(count)
    return part
  }

  /// As points of more frames: point i has those from i·new/old up to (i+1)·new/old, rounded down.
  package func joined(
    framesPerPoint frames: Int, isStopped: () -> Bool = { false }
  ) throws(GivenFault) -> GivenPoints {
    guard frames >= framesPerPoint else {
      throw .finer(asked: frames, given: framesPerPoint)
    }
    guard frames > framesPerPoint, framesPerPoint > 0 else { return self }
    var joined = self
    joined.framesPerPoint = frames
    joined.values = []
    let (width, count) = (2 * lanes, count)
    var (start, nextLook) = (0, 0)
    while start < count {
      if start * width >= nextLook {
        if isStopped() { throw .stopped }
        nextLook = start * width + Self.valuesBetweenLooks
      }
      let index = joined.values.count / width
      let (product, isTooFar) = (index + 1).multipliedReportingOverflow(by: frames)
      let end = isTooFar ? count : min(product / framesPerPoint, count)
      for place in 0..<width {
        let column = stride(from: start * width + place, to: end * width, by: width)
        let value = column.reduce(into: values[start * width + place]) { value, at in
          value = place % 2 == 0 ? min(value, values[at]) : max(value, values[at])
        }
        joined.values.append(value)
      }
      start = end
    }
    return joined
  }

  /// As a measurement for pictures; split channels are joined by their extremes.
  package func measurement(
    split: Bool, isStopped: () -> Bool = { false }
  ) throws(GivenFault) -> WaveformMeasurement {
    func summary(_ lanes: Range<Int>) throws(GivenFault) -> WaveformSummary {
      var extremes: [Int16] = []
      extremes.reserveCapacity(2 * count)
      for start in stride(from: 0, to: values.count, by: 2 * self.lanes) {
        if extremes.count % Self.valuesBetweenLooks == 0, isStopped() { throw .stopped }
        var (low, high) = (Int16.max, Int16.min)
        for lane in lanes {
          low = min(low, values[start + 2 * lane])
          high = max(high, values[start + 2 * lane + 1])
        }
        extremes.append(low)
        extremes.append(high)
      }
      return WaveformSummary(
        extremes: extremes, sampleRate: sampleRate, channels: lanes.count, duration: duration)
    }
    let mix = try summary(0..<lanes)
    var each: [WaveformSummary] = []
    if split, lanes > 1 {
      for lane in 0..<lanes { each.append(try summary(lane..<lane + 1)) }
    }
    return WaveformMeasurement(mix: mix, lanes: each, spectrum: WaveformSpectrum())
  }

  /// As `dat` and `peaks` are written from them; nil where the length of a point is not known.
  package var points: MeasuredPoints? {
    guard framesPerPoint > 0, sampleRate > 0 else { return nil }
    let (values, width) = (values, 2 * lanes)
    return MeasuredPoints(
      framesPerPoint: framesPerPoint, lanes: lanes, count: count,
      givenBits: bits == .eight ? 8 : 16
    ) { points in
      values[points.lowerBound * width..<points.upperBound * width].flatMap {
        [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)]
      }
    }
  }
}

extension PointsRequest.Bits {
  /// The value of 16 bits that was written as one of these.
  func given(_ value: Int) -> Int16? {
    switch self {
    case .eight: Int8(exactly: value).map { Int16($0) * 256 }
    case .sixteen: Int16(exactly: value)
    }
  }
}

/// Why nothing can be made of a file of data.
package enum GivenFault: Error, Equatable {
  case tooLong(mostBytes: Int)
  case broken(offset: Int)
  /// There is none of the arrays that are known, or nothing in it.
  case missing
  case tooMany(most: Int)
  case notANumber(index: Int)
  /// A member that the format demands, and that is not there or is nothing it could be.
  case badMember(String)
  /// It ends before its points begin.
  case short(bytes: Int)
  case version(Int)
  case sampleRate(Int)
  case framesPerPoint(Int)
  case channels(Int)
  case bits(Int)
  /// In values.
  case length(declared: Int, found: Int)
  case beyondRange(index: Int)
  /// The lists of channels are of different lengths.
  case ragged
  /// Frames a point: points cannot be told apart again.
  case finer(asked: Int, given: Int)
  /// A signal came.
  case stopped

  package init(_ failure: JSONFailure) {
    self = failure.reason == .stopped ? .stopped : .broken(offset: failure.offset)
  }
}
