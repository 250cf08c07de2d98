import Bytes
import Waveform

extension OutputFormat {
  /// The binary peaks of audiowaveform.
  public static let dat = OutputFormat(
    "dat", .data, ending: ".dat", isText: false, options: [.zoom, .bits])
}

/// The binary waveform data of audiowaveform: version 1 for one lane, 2 for more.
struct DatOutput: Output {
  static let format = OutputFormat.dat
  /// The most bytes before the points.
  static let longestHead = 24

  let zoom: PointsRequest

  static func asked(by request: OutputRequest) -> [DatOutput] {
    request.formats.contains(format) ? [DatOutput(zoom: request.zoom)] : []
  }

  /// The format has no place for a mark.
  static func ownership(ofFileBeginning start: [UInt8]) -> Ownership {
    DatHead(start) == nil ? .no : .askTheJournal
  }

  var suffix: String { Self.format.ending }

  var needs: OutputNeeds { OutputNeeds(points: zoom.grid) }

  var key: String? { zoom.key }

  func write(
    _ recording: MeasuredRecording, to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    let points = try recording.zoomed()
    let head = DatHead(
      isEightBits: zoom.bits == .eight, sampleRate: recording.measurement.mix.sampleRate,
      framesPerPoint: points.framesPerPoint, points: points.count, lanes: points.lanes)
    try sink(head.bytes)
    let bits = zoom.bits
    try points.forEachBlock { (values) throws(OutputFailure) in
      try sink(bits.bytes(of: values))
    } unread: {
      .impossible(detail: "\($0)")
    }
    return nil
  }
}

/// The head of a `.dat` file, before its points.
package struct DatHead: Equatable {
  package var isEightBits: Bool
  package var sampleRate: Int
  package var framesPerPoint: Int
  package var points: Int
  package var lanes: Int

  package init(
    isEightBits: Bool, sampleRate: Int, framesPerPoint: Int, points: Int, lanes: Int
  ) {
    self.isEightBits = isEightBits
    self.sampleRate = sampleRate
    self.framesPerPoint = framesPerPoint
    self.points = points
    self.lanes = lanes
  }

  /// Reads what `bytes` gives, nil where that cannot be the head of such a file.
  package init?(_ start: [UInt8]) {
    guard start.count >= 20 else { return nil }
    func word(_ place: Int) -> Int {
      (0..<4).reduce(0) { $0 | Int(start[place * 4 + $1]) << ($1 * 8) }
    }
    let version = word(0)
    guard version == 1 || version == 2, version == 1 || start.count >= 24 else { return nil }
    let limit = Int(Int32.max)
    let lanes = version == 1 ? 1 : word(5)
    guard word(1) <= 1, 1...limit ~= word(2), 1...limit ~= word(3),
      1...PointsMeter.mostChannels ~= lanes
    else { return nil }
    self.init(
      isEightBits: word(1) & 1 == 1, sampleRate: word(2), framesPerPoint: word(3),
      points: word(4), lanes: lanes)
  }

  /// How many bytes the head takes.
  package var length: Int { lanes == 1 ? 20 : 24 }

  var bytes: [UInt8] {
    let words = [
      lanes == 1 ? 1 : 2, isEightBits ? 1 : 0, sampleRate, framesPerPoint, points,
    ]
    return (words + (lanes == 1 ? [] : [lanes])).flatMap { word in
      (0..<4).map { UInt8(truncatingIfNeeded: word >> ($0 * 8)) }
    }
  }
}
