import Waveform

/// Points as plain text: a line a point, lowest and highest value of each channel between commas.
package struct PointsText: Output {
  package static let format = OutputFormat("txt", .data, ending: ".txt", options: [.zoom, .bits])

  let zoom: PointsRequest

  package init(_ zoom: PointsRequest) {
    self.zoom = zoom
  }

  package static func asked(by request: OutputRequest) -> [PointsText] { [] }

  package static func ownership(ofFileBeginning start: [UInt8]) -> Ownership { .no }

  package var suffix: String { Self.format.ending }

  package var needs: OutputNeeds { OutputNeeds(points: zoom.grid) }

  package func write(
    _ recording: MeasuredRecording, to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    let points = try recording.zoomed()
    let (bits, width) = (zoom.bits(of: points), 2 * points.lanes)
    try points.forEachBlock { (values) throws(OutputFailure) in
      var text: [UInt8] = []
      for (index, value) in values.enumerated() {
        text += String(bits.value(value)).utf8
        text.append(UInt8(ascii: (index + 1) % width == 0 ? "\n" : ","))
      }
      try sink(text)
    } unread: {
      .impossible(detail: "\($0)")
    }
    return nil
  }
}
