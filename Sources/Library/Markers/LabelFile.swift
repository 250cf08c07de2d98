import Codecs

/// A label track as Audacity exports it: lines of start, end and name, between tabs.
enum LabelFile {
  /// The labels; nil where a line is anything else, so that no shopping list is taken for one.
  static func cues(_ bytes: [UInt8]) -> [AudioCue]? {
    var cues: [AudioCue] = []
    for line in MarkerText(bytes).lines {
      // Lines of pitches follow labels that were made in a spectrum.
      if line.utf8.first == UInt8(ascii: "\\") { continue }
      if line.trimmed.isEmpty { continue }
      let fields = line.utf8.split(
        separator: UInt8(ascii: "\t"), maxSplits: 2, omittingEmptySubsequences: false
      ).map { Substring($0) }
      guard fields.count >= 2, let start = fields[0].seconds, let end = fields[1].seconds else {
        return nil
      }
      let name = fields.count > 2 ? fields[2].trimmed : ""
      cues.append(AudioCue(start: start, end: end > start ? end : nil, name: name))
    }
    return cues.isEmpty ? nil : cues
  }
}
