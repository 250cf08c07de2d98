import Codecs
package import Outputs
import Thumbnails
import WavethumbBytes
package import WavethumbSystem

/// A file with numbers of a recording, as the manifest lists it.
package struct DataFile: Sendable, Equatable {
  package var format: OutputFormat
  /// Relative to the output; nil if there is no file.
  package var path: RelativePath?
  /// The file's size and digest; nil if the format cannot hold the recording.
  package var file: WrittenFile?
  /// A key of the settings, for data that requires decoding the recording.
  package var key: String?

  package init(
    _ format: OutputFormat,
    at path: RelativePath,
    file: WrittenFile,
    key: String? = nil
  ) {
    self.format = format
    self.path = path
    self.file = file
    self.key = key
  }

  package var listed: ListedFile? {
    guard let path, let file else { return nil }
    return ListedFile(path: path, kind: .data, file: file)
  }

  /// Creates an entry without a file, for a format that cannot hold the recording.
  package init(lacking format: OutputFormat) { self.format = format }

  init?(_ json: JSONValue, pathToOutput: RawPath) {
    let format = json["format"]?.string.flatMap(OutputFormat.init(rawValue:))
    guard let format else { return nil }
    if json["error"] != nil {
      self.init(lacking: format)
      return
    }
    guard let path = RelativePath(json, behind: pathToOutput), let file = WrittenFile(json) else {
      return nil
    }
    self.init(format, at: path, file: file, key: json["key"]?.string)
  }

  func write(to json: inout JSONWriter, pathToOutput: RawPath) {
    json.object { json in
      json.member("format", format.rawValue)
      guard let file, let path else {
        json.name("error")
        return ManifestProblem(.tooManyChannels).write(&json)
      }
      Self.write(path, to: &json, pathToOutput: pathToOutput)
      json.member("bytes", file.bytes)
      json.member("digest", file.digest.hex)
      if let key {
        json.member("key", key)
      }
    }
  }

  static func write(_ path: RelativePath, to json: inout JSONWriter, pathToOutput: RawPath) {
    let path = pathToOutput.appending(path.path)
    json.path(path)
    json.member("url", path.percentEncoded)
  }
}

extension ManifestEntry {
  /// The data files of the recording without a mark, as a ledger names them.
  package var ownedLines: [OwnedLine] {
    (facts?.dataFiles ?? []).compactMap { data in
      // Our JSON and our pictures name their generator. Formats of other programs have no room for it, so
      // that only a line in the ledger proves such a file to be ours.
      guard let path = data.path, let file = data.file else { return nil }
      let hasMark = data.format == .json || data.format == .strip
      return hasMark ? nil : OwnedLine(path, file)
    }
  }
}

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

/// A picture or data file that the manifest lists.
package struct ListedFile: Sendable {
  /// Relative to the output.
  package let path: RelativePath
  /// How the file is digested: a picture as a whole, data block by block.
  package let kind: OutputFormat.Kind
  package let file: WrittenFile
}
