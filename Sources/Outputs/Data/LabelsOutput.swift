import Waveform
import WavethumbBytes

extension OutputFormat {
  /// The format of label tracks, which Audacity imports.
  public static let labels = OutputFormat(
    "labels",
    kind: .data,
    fileExtension: ".labels.txt",
    options: []
  )
}

/// The events of a recording as a label track of Audacity: start and end in seconds, and a name,
/// separated by tabs.
struct LabelsOutput: Output {
  static let format = OutputFormat.labels

  static func asked(by request: OutputRequest) -> [LabelsOutput] {
    guard request.formats.contains(format) else { return [] }
    return [LabelsOutput()]
  }

  /// Returns `askTheLedger` for an empty file, or one that starts with a number and a tab.
  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    let digits = start.prefix { ".0123456789".utf8.contains($0) }
    let isLabel = !digits.isEmpty && start.dropFirst(digits.count).first == UInt8(ascii: "\t")
    // A recording without events has an empty file, which must not be taken for somebody else's.
    let mayBeOurs = start.isEmpty || isLabel
    return mayBeOurs ? .askTheLedger : .no
  }

  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure) -> PictureFacts? {
    let events = recording.measurement.wholeSound?.events.first ?? []
    // Times of a label track are those of the whole recording.
    let before = recording.stretchStart ?? 0
    var text = ""
    for event in events {
      // Milliseconds, as everywhere else in events.
      let start = JSONNumber.rounded(before + event.start, decimals: 3)
      let end = JSONNumber.rounded(before + event.end, decimals: 3)
      text += "\(start)\t\(end)\t\(event.label)\n"
    }
    try sink(Array(text.utf8))
    return nil
  }
}

extension SoundEvent {
  fileprivate var label: String {
    guard let channel else { return kind.rawValue }
    return "\(kind.rawValue), channel \(channel)"
  }
}
