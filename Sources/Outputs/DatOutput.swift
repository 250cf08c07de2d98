import Bytes
import Waveform

extension OutputFormat {
  /// The binary peaks of audiowaveform.
  public static let dat = OutputFormat(
    "dat", .data, ending: ".dat", isText: false, options: [.zoom, .bits])
}

/// The binary waveform data of audiowaveform: version 1 for one lane, 2 for more.
package struct DatOutput: PointsOutput {
  package static let format = OutputFormat.dat
  package let zoom: PointsRequest

  package init(zoom: PointsRequest) { self.zoom = zoom }

  /// Returns `askTheJournal` or `no`, because the format has no room for a generator mark.
  package static func ownership(ofFileBeginning start: [UInt8]) -> Ownership {
    DatHead(start) == nil ? .no : .askTheJournal
  }

  package func write(
    _ recording: OutputSource, to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    let points = try recording.zoomed()
    let bits = zoom.bits(of: points)
    let head = DatHead(
      isEightBits: bits == .eight, sampleRate: recording.measurement.mix.sampleRate,
      framesPerPoint: points.framesPerPoint, points: points.count, lanes: points.lanes)
    try sink(head.bytes)
    try points.forEachBlock { (values) throws(OutputFailure) in
      try sink(bits.bytes(of: values))
    }
    return nil
  }
}

package struct DatHead: Equatable {
  package var isEightBits: Bool
  package var sampleRate: Int
  package var framesPerPoint: Int
  package var points: Int
  package var lanes: Int
  package var length: Int

  /// The largest length of the header in bytes.
  static let longest = 24

  package init(
    isEightBits: Bool, sampleRate: Int, framesPerPoint: Int, points: Int, lanes: Int,
    length: Int? = nil
  ) {
    self.isEightBits = isEightBits
    self.sampleRate = sampleRate
    self.framesPerPoint = framesPerPoint
    self.points = points
    self.lanes = lanes
    self.length = length ?? (lanes == 1 ? 20 : Self.longest)
  }

  package init?(_ start: [UInt8]) { do { self = try Self.read(start) } catch { return nil } }

  var bytes: [UInt8] {
    let words = [lanes == 1 ? 1 : 2, isEightBits ? 1 : 0, sampleRate, framesPerPoint, points]
    return (words + (lanes == 1 ? [] : [lanes])).flatMap {
      UInt32(truncatingIfNeeded: $0).bigEndianBytes.reversed()
    }
  }
}
