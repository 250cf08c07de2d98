import Thumbnails
package import WavethumbBytes
package import WavethumbSystem

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
    let digest = json["digest"]?.string.flatMap(ContentDigest.init(hex:))
    guard let digest, let bytes = json["bytes"]?.int, bytes >= 0 else { return nil }
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
    // JSON is UTF-8, and a name on Linux is any bytes. Base64 for all would hide the names that people
    // search for.
    if path.text == nil {
      member("pathBase64", Base64.text(of: path.bytes))
    }
  }
}
