package import Outputs
import Thumbnails
import WavethumbBytes
package import WavethumbSystem

/// A picture of a recording, as the manifest lists it.
package struct PictureFile: Sendable, Equatable {
  package var facts: PictureFacts
  /// Relative to the output.
  package var path: RelativePath
  package var file: WrittenFile

  package init(_ facts: PictureFacts, at path: RelativePath, file: WrittenFile) {
    self.facts = facts
    self.path = path
    self.file = file
  }

  /// Parses the output of `write`; `pathToOutput` leads from the manifest to the output.
  init?(_ json: JSONValue, pathToOutput: RawPath) {
    // Only other formats than PNG are named.
    let formatName = json["format"]?.string ?? OutputFormat.png.rawValue
    guard let format = OutputFormat(rawValue: formatName), let style = json["style"]?.string,
      let path = RelativePath(json, behind: pathToOutput), let file = WrittenFile(json)
    else { return nil }
    facts = PictureFacts(
      format: format,
      style: style,
      scale: json["scale"]?.int ?? 1,
      width: json["width"]?.int ?? 0,
      height: json["height"]?.int ?? 0,
      gamma: json["gamma"]?.double ?? 1,
      animation: json["animation"].flatMap(AnimationTiming.init(json:))
    )
    facts.showsCover = json["cover"]?.bool
    self.path = path
    self.file = file
  }

  func write(to json: inout JSONWriter, pathToOutput: RawPath, isPlaceholder: Bool) {
    json.object { json in
      if facts.format != .png {
        json.member("format", facts.format.rawValue)
      }
      json.member("style", facts.style)
      json.member("scale", facts.scale)
      let path = pathToOutput.appending(path.path)
      json.path(path)
      if isPlaceholder {
        json.member("placeholder", true)
      }
      json.member("width", facts.width)
      json.member("height", facts.height)
      json.member("gamma", facts.gamma, decimals: 4)
      if let showsCover = facts.showsCover {
        json.member("cover", showsCover)
      }
      facts.animation?.write(to: &json)
      json.member("url", path.percentEncoded)
      json.member("bytes", file.bytes)
      json.member("digest", file.digest.hex)
    }
  }
}
