import Waveform

extension OutputFormat {
  /// The binary peaks of audiowaveform.
  public static let dat = OutputFormat(
    "dat",
    kind: .data,
    fileExtension: ".dat",
    isText: false,
    options: [.zoom, .bits]
  )
}

/// The binary waveform data of audiowaveform: version 1 for one lane, 2 for more.
package struct DatOutput: PointsOutput {
  package static let format = OutputFormat.dat
  package let zoom: PointsRequest

  package init(zoom: PointsRequest) { self.zoom = zoom }

  /// Returns `askTheLedger` or `no`, because the format has no room for a generator mark.
  package static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    let isDat = DatHeader(start) != nil
    return isDat ? .askTheLedger : .no
  }

  package func write(
    _ recording: OutputSource,
    to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    let points = try recording.zoomed()
    let bits = zoom.bits(of: points)
    let head = DatHeader(
      isEightBits: bits == .eight,
      sampleRate: recording.measurement.mix.sampleRate,
      framesPerPoint: points.framesPerPoint,
      points: points.count,
      lanes: points.lanes
    )

    // The number of points is known before, so that the head needs no correction at the end.
    try sink(head.bytes)
    try points.forEachBlock { (values) throws(OutputFailure) in
      try sink(bits.bytes(of: values))
    }
    return nil
  }
}
