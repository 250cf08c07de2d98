import Decoding
import Codecs
import Decoding
import Outputs
package import System
import Thumbnails
import Waveform

extension ManifestEntry.Measured {
  /// The alternative text of a recording's pictures.
  package func spoken(of path: RawPath) -> String {
    let subjects = Set(
      thumbnails.compactMap { WaveformStyle(rawValue: $0.picture.style)?.subject })
    let only = subjects.count == 1 ? subjects.first : nil
    return AlternativeText(
      of: facts.tags.title.flatMap { $0.isEmpty ? nil : $0 } ?? path.stem, summary,
      from: range?.start, playhead: playhead, markers: facts.cues.map(WaveformMarker.init),
      as: only ?? "Waveform"
    ).text
  }
}

extension RawPath {
  /// The file's name without its extension.
  package var stem: String {
    let name = name
    guard let point = name.bytes.lastIndex(of: UInt8(ascii: ".")), point > 0 else {
      return name.lossyText
    }
    return RawPath(bytes: Array(name.bytes[..<point])).lossyText
  }
}
