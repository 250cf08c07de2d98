package import Waveform
package import WavethumbBytes

/// Lowest and highest values of a recording, imported from a file.
package struct ImportedPoints: Sendable, Equatable {
  /// The largest number of values: about three times that of ten hours of stereo at 256 frames per
  /// point.
  // 128 MB of memory.
  package static let maximumValues = 1 << 26
  /// The number of values between checks for a stop, small enough to stop without noticeable delay.
  static let valuesBetweenStopChecks = 1 << 20

  /// The sample rate in hertz; 0 if unknown.
  package var sampleRate: Int
  /// The number of frames per point; 0 if unknown.
  package var framesPerPoint: Int
  /// The number of lanes; 1 if the channels were mixed.
  package var lanes: Int
  package var bits: PointsRequest.Bits
  /// The duration in seconds; 0 if unknown.
  package var duration: Double
  /// The lowest and highest values, ordered by point, then by lane.
  package var values: [Int16]

  package var count: Int { values.count / (2 * lanes) }

  /// Returns the points between two times in seconds, if the duration is known.
  package func within(start: Double, end: Double?) -> ImportedPoints {
    guard duration > 0 else { return self }
    let density = Double(count) / duration
    // Clamped as `Double`, before there is an integer: the duration comes from the file.
    let first = Int(min(start * density, Double(count - 1)))
    let requestedEnd = max((end ?? duration) * density, 0)
    let last = Int(min(requestedEnd, Double(count)).rounded(.up))

    // At least one point, however short the stretch is.
    let pointsShown = first..<max(first + 1, last)
    let width = 2 * lanes
    let valuesShown = width * pointsShown.lowerBound..<width * pointsShown.upperBound
    var stretch = self
    stretch.values = Array(values[valuesShown])
    stretch.duration = duration * Double(stretch.count) / Double(count)
    return stretch
  }

  /// Joins points into longer ones: point i contains points i·new/old to (i+1)·new/old, rounded
  /// down.
  package func joined(
    framesPerPoint frames: Int,
    isStopped: () -> Bool = { false }
  ) throws(ImportFailure) -> ImportedPoints {
    // What is within a point is not in the file.
    guard frames >= framesPerPoint else { throw .finer(asked: frames, given: framesPerPoint) }
    guard frames > framesPerPoint, framesPerPoint > 0 else { return self }
    var joined = self
    joined.framesPerPoint = frames
    joined.values = []
    let width = 2 * lanes
    let count = count
    var start = 0
    var nextLook = 0
    while start < count {
      if start * width >= nextLook {
        if isStopped() { throw .stopped }
        nextLook = start * width + Self.valuesBetweenStopChecks
      }
      let index = joined.values.count / width
      // The length of a point comes from the file, and may be anything up to 2^31.
      let product = (index + 1).multipliedReportingOverflow(by: frames)
      var end = count
      if !product.overflow {
        end = min(product.partialValue / framesPerPoint, count)
      }
      for offset in 0..<width {
        joined.values.append(extreme(of: start..<end, at: offset))
      }
      start = end
    }
    return joined
  }

  /// Returns the extreme of some points, at least one, by the offset of a value within a point.
  private func extreme(of points: Range<Int>, at offset: Int) -> Int16 {
    // Lowest and highest values alternate.
    let isLowest = offset % 2 == 0
    let width = 2 * lanes
    let first = points.lowerBound * width + offset
    var value = values[first]
    for index in stride(from: first, to: points.upperBound * width, by: width) {
      if isLowest {
        value = min(value, values[index])
      } else {
        value = max(value, values[index])
      }
    }
    return value
  }

  /// Returns a measurement for pictures; split channels are joined by their extremes.
  package func measurement(
    split: Bool,
    isStopped: () -> Bool = { false }
  ) throws(ImportFailure) -> WaveformMeasurement {
    /// Joins some lanes by their extremes.
    func summary(_ lanes: Range<Int>) throws(ImportFailure) -> WaveformSummary {
      var extremes: [Int16] = []
      extremes.reserveCapacity(2 * count)
      for start in stride(from: 0, to: values.count, by: 2 * self.lanes) {
        if extremes.count % Self.valuesBetweenStopChecks == 0, isStopped() { throw .stopped }
        var low = Int16.max
        var high = Int16.min
        for lane in lanes {
          low = min(low, values[start + 2 * lane])
          high = max(high, values[start + 2 * lane + 1])
        }
        extremes.append(low)
        extremes.append(high)
      }

      return WaveformSummary(
        extremes: extremes,
        sampleRate: sampleRate,
        channels: lanes.count,
        duration: duration
      )
    }

    // Extremes of all channels, as the samples that a mean would need are not in the file.
    let mix = try summary(0..<lanes)
    var each: [WaveformSummary] = []
    if split, lanes > 1 {
      for lane in 0..<lanes {
        each.append(try summary(lane..<lane + 1))
      }
    }
    return WaveformMeasurement(mix: mix, lanes: each)
  }

  /// The points for writing `dat` and `peaks`; nil if the duration of a point is unknown.
  package var points: MeasuredPoints? {
    guard framesPerPoint > 0, sampleRate > 0 else { return nil }
    let values = values
    let width = 2 * lanes
    let givenBits = bits == .eight ? 8 : 16
    return MeasuredPoints(
      framesPerPoint: framesPerPoint,
      lanes: lanes,
      count: count,
      givenBits: givenBits
    ) { points in
      var bytes: [UInt8] = []
      for value in values[points.lowerBound * width..<points.upperBound * width] {
        bytes.append(number: value)
      }
      return bytes
    }
  }
}

extension PointsRequest.Bits {
  /// Returns the 16-bit value for a stored value.
  func decoded(_ value: Int) -> Int16? {
    switch self {
    case .eight: Int8(exactly: value).map { Int16($0) * 256 }
    case .sixteen: Int16(exactly: value)
    }
  }
}

/// The reason why a data file cannot be used.
package enum ImportFailure: Error, Equatable {
  case tooLong(maximumBytes: Int)
  /// It is no JSON from this byte on.
  case broken(offset: Int)
  /// All known arrays are missing or empty.
  case missing
  case tooMany(maximum: Int)
  case notANumber(index: Int)
  /// A required member is missing or invalid.
  case badMember(String)
  /// The file ends before the first point.
  case short(bytes: Int)
  case version(Int)
  case sampleRate(Int)
  case framesPerPoint(Int)
  case channels(Int)
  case bits(Int)
  /// The number of values differs from the declared one.
  case length(declared: Int, found: Int)
  case beyondRange(index: Int)
  /// The lists of channels have different lengths.
  case ragged
  /// The requested points are finer than the given ones.
  case finer(asked: Int, given: Int)
  /// A signal arrived.
  case stopped

  package init(_ failure: JSONFailure) {
    // Where the text breaks says more than how: such files are written by programs.
    if failure.reason == .stopped {
      self = .stopped
    } else {
      self = .broken(offset: failure.offset)
    }
  }
}
