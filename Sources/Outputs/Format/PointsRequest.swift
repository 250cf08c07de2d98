package import Waveform
import WavethumbBytes

/// The parameters of zoomed data: the duration of a point and the precision of its values.
package struct PointsRequest: Sendable, Hashable {
  // By the spelling of the option.
  package enum Bits: String, Sendable, CaseIterable {
    case eight = "8"
    case sixteen = "16"
  }

  package var grid: PointGrid
  /// The bits per value; nil for those of imported points, or eight for a recording.
  package var bits: Bits?
  package var isSplit: Bool
  /// The stretch of the recording that is measured, such as `60.0-90.0`; nil for all of it.
  package var range: String?

  package init(
    grid: PointGrid = .framesPerPoint(512),
    bits: Bits? = nil,
    isSplit: Bool = false,
    range: String? = nil
  ) {
    self.grid = grid
    self.bits = bits
    self.isSplit = isSplit
    self.range = range
  }

  func bits(of points: MeasuredPoints) -> Bits {
    if let bits { return bits }
    // Eight for a recording, since peaks.js takes no more; imported points lose nothing.
    let hasSixteen = points.givenBits == 16
    return hasSixteen ? .sixteen : .eight
  }

  /// The key that distinguishes files of different requests.
  var key: String {
    let zoom =
      switch grid {
      case .framesPerPoint(let frames): "zoom \(frames)"
      case .pointsPerSecond(let points): "pixels-per-second \(points)"
      }
    // Without bits the same file is written as with eight.
    let bits = bits ?? .eight
    let channels = isSplit ? "split" : "mix"
    let whole = "\(zoom) bits \(bits.rawValue) \(channels)"
    guard let range else { return whole }
    return whole + " range \(range)"
  }
}

extension PointsRequest.Bits {
  /// Returns a 16-bit value reduced to this number of bits, rounded toward zero.
  // As audiowaveform does: -1000 is -3 in eight bits, and a shift would make it -4.
  func value(_ value: Int16) -> Int {
    switch self {
    case .eight: Int(value) / 256
    case .sixteen: Int(value)
    }
  }

  /// Returns values as in a `.dat` file, little-endian.
  func bytes(of values: [Int16]) -> [UInt8] {
    var bytes: [UInt8] = []
    switch self {
    case .eight:
      bytes.reserveCapacity(values.count)
      for value in values {
        bytes.append(UInt8(truncatingIfNeeded: Int(value) / 256))
      }
    case .sixteen:
      bytes.reserveCapacity(2 * values.count)
      for value in values {
        bytes.append(number: value)
      }
    }
    return bytes
  }
}

extension MeasuredPoints {
  /// Calls a closure with the values, one block at a time.
  func forEachBlock(_ body: ([Int16]) throws(OutputFailure) -> Void) throws(OutputFailure) {
    try forEachBlock(body, unread: { .impossible(detail: "\($0)") })
  }
}

extension OutputSource {
  /// Returns the points, or throws if the recording has none.
  func zoomed() throws(OutputFailure) -> MeasuredPoints {
    if let points { return points }
    if measurement.mix.channels > PointsMeter.maximumChannels { throw .tooManyChannels }
    throw .impossible(detail: "no points were measured")
  }
}
