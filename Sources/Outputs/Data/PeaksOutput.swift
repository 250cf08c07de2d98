import Waveform
import WavethumbBytes

extension OutputFormat {
  /// The JSON peaks of audiowaveform, which peaks.js reads.
  public static let peaks = OutputFormat(
    "peaks",
    kind: .data,
    fileExtension: ".peaks.json",
    options: [.zoom, .bits]
  )
}

/// The waveform data of audiowaveform as JSON, version 2: seven keys on one line.
package struct PeaksOutput: PointsOutput {
  package static let format = OutputFormat.peaks

  package let zoom: PointsRequest

  package init(zoom: PointsRequest) { self.zoom = zoom }

  /// Returns `askTheLedger` or `no`: a generator mark would be an eighth key, which audiowaveform
  /// rejects.
  package static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    OutputMark(ofUnmarkedFileBeginning: start, expecting: "{\"version\":2,\"channels\":")
  }

  package func write(
    _ recording: OutputSource,
    to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    let points = try recording.zoomed()
    let bits = zoom.bits(of: points)
    let rate = recording.measurement.mix.sampleRate

    // In this order: audiowaveform's reader takes eight bits for sixteen if `bits` comes after `data`.
    let head = """
      {"version":2,"channels":\(points.lanes),"sample_rate":\(rate),\
      "samples_per_pixel":\(points.framesPerPoint),"bits":\(bits.rawValue),\
      "length":\(points.count),"data":[
      """
    try sink(Array(head.utf8))
    var isFirst = true
    try points.forEachBlock { (values) throws(OutputFailure) in
      var text: [UInt8] = []
      // Most numbers of eight bits, with their comma.
      text.reserveCapacity(values.count * 4)
      for value in values {
        if !isFirst {
          text.append(UInt8(ascii: ","))
        }
        isFirst = false
        text.append(contentsOf: String(bits.value(value)).utf8)
      }
      try sink(text)
    }

    try sink(Array("]}\n".utf8))
    return nil
  }
}
