import Codecs

/// A label track as Audacity exports it: lines of start, end and name, between tabs.
enum LabelFile {
  /// The labels; nil where a line is anything else, so that no shopping list is taken for one.
  static func cues(_ bytes: [UInt8]) -> [AudioCue]? {
    var cues: [AudioCue] = []
    for line in MarkerText(bytes).lines {
      // Lines of pitches follow labels that were made in a spectrum.
      if line.first == "\\" { continue }
      if line.trimmed.isEmpty { continue }
      let fields = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count >= 2, let start = fields[0].seconds, let end = fields[1].seconds else {
        return nil
      }
      let name = fields.count > 2 ? fields[2].trimmed : ""
      cues.append(AudioCue(start: start, end: end > start ? end : nil, name: name))
    }
    return cues.isEmpty ? nil : cues
  }
}
