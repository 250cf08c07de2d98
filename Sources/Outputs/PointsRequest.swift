package import Waveform

/// How zoomed data is to be: how long a point is, and how fine its values are.
package struct PointsRequest: Sendable, Hashable {
  package enum Bits: String, Sendable, CaseIterable {
    case eight = "8"
    case sixteen = "16"
  }

  package var grid: PointGrid
  /// Those of the points where nobody asks for others, and of a recording eight.
  package var bits: Bits?
  package var isSplit: Bool

  package init(
    grid: PointGrid = .framesPerPoint(512), bits: Bits? = nil, isSplit: Bool = false
  ) {
    self.grid = grid
    self.bits = bits
    self.isSplit = isSplit
  }

  /// How fine the values of these points are written.
  func bits(of points: MeasuredPoints) -> Bits {
    bits ?? (points.givenBits == 16 ? .sixteen : .eight)
  }

  /// The key that makes a file of another request stale.
  var key: String {
    let zoom =
      switch grid {
      case .framesPerPoint(let frames): "zoom \(frames)"
      case .pointsPerSecond(let points): "pixels-per-second \(points)"
      }
    return "\(zoom) bits \((bits ?? .eight).rawValue) \(isSplit ? "split" : "mix")"
  }
}

extension PointsRequest.Bits {
  /// A value of 16 bits as this many: the division is toward zero.
  func value(_ value: Int16) -> Int {
    switch self {
    case .eight: Int(value) / 256
    case .sixteen: Int(value)
    }
  }

  /// Values as a `.dat` file spells them, little-endian.
  func bytes(of values: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .eight:
      bytes.reserveCapacity(values.count)
      for value in values { bytes.append(UInt8(truncatingIfNeeded: Int(value) / 256)) }
    case .sixteen:
      bytes.reserveCapacity(2 * values.count)
      for value in values {
        bytes.append(UInt8(truncatingIfNeeded: value))
        bytes.append(UInt8(truncatingIfNeeded: value >> 8))
      }
    }
    return bytes
  }
}

extension MeasuredRecording {
  /// The points, where the recording has any.
  func zoomed() throws(OutputFailure) -> MeasuredPoints {
    if let points { return points }
    if measurement.mix.channels > PointsMeter.mostChannels { throw .tooManyChannels }
    throw .impossible(detail: "no points were measured")
  }
}
