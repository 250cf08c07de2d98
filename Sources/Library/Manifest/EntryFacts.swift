package import Outputs
import Thumbnails
package import WavethumbBytes
package import WavethumbSystem

package struct PictureFile: Sendable, Equatable {
  package var facts: PictureFacts
  /// Relative to the output.
  package var path: RelativePath
  package var file: WrittenFile

  package init(_ facts: PictureFacts, at path: RelativePath, _ file: WrittenFile) {
    self.facts = facts
    self.path = path
    self.file = file
  }

  /// Parses the output of `write`; `pathToOutput` leads from the manifest to the output.
  init?(_ json: JSONValue, pathToOutput: RawPath) {
    guard let style = json["style"]?.string, let path = RelativePath(json, behind: pathToOutput),
      let file = WrittenFile(json),
      let format = OutputFormat(rawValue: json["format"]?.string ?? OutputFormat.png.rawValue)
    else { return nil }
    facts = PictureFacts(
      format: format, style: style, scale: json["scale"]?.int ?? 1,
      width: json["width"]?.int ?? 0, height: json["height"]?.int ?? 0,
      gamma: json["gamma"]?.double ?? 1,
      animation: json["animation"].flatMap(AnimationTiming.init(json:)))
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

extension AnimationTiming {
  init?(json: JSONValue) {
    guard let seconds = json["seconds"]?.double, let rate = json["framesPerSecond"]?.int else {
      return nil
    }
    self.init(seconds: seconds, framesPerSecond: rate)
  }

  func write(to json: inout JSONWriter) {
    json.member("animation") { json in
      json.member("seconds", seconds, decimals: 6)
      json.member("framesPerSecond", framesPerSecond)
      json.member("frames", frameCount)
    }
  }
}

extension WrittenFile {
  init?(_ json: JSONValue) {
    guard let bytes = json["bytes"]?.int, bytes >= 0,
      let digest = json["digest"]?.string.flatMap(ContentDigest.init(hex:))
    else { return nil }
    self.init(bytes: bytes, digest: digest)
  }
}

extension RawPath {
  /// Reads the path of an object written by `JSONWriter.path`.
  package init?(json: JSONValue) {
    if let exact = json["pathBase64"]?.string {
      guard let bytes = Base64.bytes(of: exact) else { return nil }
      self.init(bytes: bytes)
    } else if let path = json["path"]?.string {
      self.init(path)
    } else {
      return nil
    }
  }
}

extension RelativePath {
  init?(_ json: JSONValue, behind pathToOutput: RawPath) {
    guard let path = RawPath(json: json) else { return nil }
    self.init(path, behind: pathToOutput)
  }
}

extension JSONWriter {
  /// Writes a path as text, and also its exact bytes if they are not UTF-8.
  package mutating func path(_ path: RawPath) {
    member("path", path.lossyText)
    if path.text == nil {
      member("pathBase64", Base64.text(of: path.bytes))
    }
  }
}
