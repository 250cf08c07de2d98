import Codecs
package import Waveform
import WavethumbBytes

/// Points as text: a line per point, the extremes of each channel separated by commas.
package struct PointsText: PointsOutput {
  package static let format = OutputFormat(
    "txt",
    kind: .data,
    fileExtension: ".txt",
    options: [.zoom, .bits]
  )

  package let zoom: PointsRequest

  package init(zoom: PointsRequest) { self.zoom = zoom }

  package static func mark(ofFileBeginning start: [UInt8]) -> OutputMark { .no }

  package func write(
    _ recording: OutputSource,
    to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    let points = try recording.zoomed()
    let bits = zoom.bits(of: points)
    let width = 2 * points.lanes

    // Blocks hold whole points, so that each line is in one block.
    try points.forEachBlock { (values) throws(OutputFailure) in
      var text: [UInt8] = []
      for (index, value) in values.enumerated() {
        text += String(bits.value(value)).utf8
        let isLastOfLine = (index + 1) % width == 0
        let separator = isLastOfLine ? UInt8(ascii: "\n") : UInt8(ascii: ",")
        text.append(separator)
      }
      try sink(text)
    }
    return nil
  }
}

extension MeasuredPoints {
  /// Returns the points scaled so that the largest magnitude is full scale, rounded toward zero.
  package func amplified(
    isStopped: () -> Bool = { false }
  ) throws(OutputFailure) -> MeasuredPoints {
    var largest = 0
    try forEachBlock { (values) throws(OutputFailure) in
      if isStopped() { throw .stopped }
      for value in values {
        largest = max(largest, Int(value.magnitude))
      }
    }
    guard largest > 0 else { return self }

    // Into the range on both sides: 32768 would put a positive peak beyond it.
    let factor = 32767 / Double(largest)
    return mapped { value in
      let scaled = Double(value) * factor
      return Int16(max(-32768, min(32767, scaled)))
    }
  }
}

/// Recognizes files made by audiowaveform, which may be replaced: its callers write the same file
/// repeatedly, and its formats have no generator mark.
package enum AudiowaveformFile {
  /// Returns whether a file with these first bytes is a picture, points in any format, or empty.
  package static func isOne(beginning start: [UInt8]) -> Bool {
    if start.isEmpty { return true }
    let isPicture = start.starts(with: PNGChunks.signature)
    let isDat = DatHeader(start) != nil
    if isPicture || isDat { return true }
    if start.first == UInt8(ascii: "{") {
      return String(decoding: start, as: UTF8.self).contains("\"samples_per_pixel\"")
    }
    // Points as text are comma-separated numbers.
    let line = start.prefix { $0 != UInt8(ascii: "\n") }
    let isOfNumbers = line.allSatisfy { "-0123456789,".utf8.contains($0) }
    return isOfNumbers && line.contains(UInt8(ascii: ","))
  }
}
