import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// The pictures of a recording as lines of HTML: each an `img` that is ready to be pasted.
struct PictureLine {
  /// Whether the output is a terminal, which would interpret control characters.
  let isForTerminal: Bool

  /// Returns a line for each style and format, with all scales; nothing without a picture.
  func lines(_ entry: ManifestEntry) -> String {
    var groups: [[PictureFile]] = []
    for picture in entry.pictures {
      let last = groups.last?.first?.facts
      if last?.style == picture.facts.style, last?.format == picture.facts.format {
        groups[groups.count - 1].append(picture)
      } else {
        groups.append([picture])
      }
    }
    return groups.map { pictures in line(pictures, of: entry) }.joined()
  }

  private func line(_ pictures: [PictureFile], of entry: ManifestEntry) -> String {
    guard let smallest = pictures.min(by: { $0.facts.scale < $1.facts.scale }) else { return "" }
    let scale = max(1, smallest.facts.scale)
    let width = smallest.facts.width / scale
    let height = smallest.facts.height / scale
    var attributes = [("src", smallest.path.path.percentEncoded)]
    if pictures.count > 1 {
      let sources = pictures.map { picture in
        "\(picture.path.path.percentEncoded) \(picture.facts.width)w"
      }
      attributes.append(("srcset", sources.joined(separator: ", ")))
      // As wide as the picture, or as a narrower window.
      attributes.append(("sizes", "(max-width: \(width)px) 100vw, \(width)px"))
    }
    let alt = entry.facts?.alt ?? ""
    attributes += [
      ("width", "\(width)"),
      ("height", "\(height)"),
      ("alt", isForTerminal ? PrintableName.text(alt.utf8) : alt),
    ]
    let texts = attributes.map { name, value in " \(name)=\"\(HTMLText.escaped(value))\"" }
    return "<img\(texts.joined())>\n"
  }
}
