import Waveform
import WavethumbBytes

extension OutputFormat {
  /// The format of spectrograms that wavesurfer.js reads.
  public static let spectrogram = OutputFormat(
    "spectrogram",
    kind: .data,
    fileExtension: ".spectrogram.json",
    options: []
  )
}

/// The file for `frequenciesDataUrl` of wavesurfer.js: `[channel][column][bin]` of 0 to 255, from
/// -90 dB to a full-scale sine; all channels are one.
struct SpectrogramOutput: Output {
  static let format = OutputFormat.spectrogram

  static func asked(by request: OutputRequest) -> [SpectrogramOutput] {
    guard request.formats.contains(format) else { return [] }
    return [SpectrogramOutput()]
  }

  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    OutputMark(ofUnmarkedFileBeginning: start, expecting: "[[[")
  }

  func write(
    _ recording: OutputSource,
    to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    // The list of channels, and the only channel.
    var text = Array("[[".utf8)
    let spectrogram = recording.measurement.spectrogramData
    let levels = spectrogram?.levels ?? []
    let bins = spectrogram?.binCount ?? 1
    for first in stride(from: 0, to: levels.count, by: bins) {
      // Once a column, which is 513 numbers.
      if recording.isStopped() { throw .stopped }
      let opening = first == 0 ? "[" : ",["
      text += opening.utf8
      let column = levels[first..<first + bins]
      let numbers = column.map(String.init)
      text += numbers.joined(separator: ",").utf8
      text.append(UInt8(ascii: "]"))
    }

    try sink(text + Array("]]\n".utf8))
    return nil
  }
}
