package import Bytes
import Codecs
package import Outputs
package import System
import Thumbnails

/// A picture or data file that the manifest lists.
package struct ListedFile: Sendable {
  /// Relative to the output.
  package let path: RelativePath
  package let kind: OutputFormat.Kind
  package let file: WrittenFile
}

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

  /// Parses the output of `write`; `way` leads from the manifest to the output.
  init?(_ json: JSONValue, way: RawPath) {
    guard let style = json["style"]?.string, let path = RelativePath(json, behind: way),
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

  func write(to json: inout JSONWriter, way: RawPath, isPlaceholder: Bool) {
    json.object { json in
      if facts.format != .png {
        json.member("format", facts.format.rawValue)
      }
      json.member("style", facts.style)
      json.member("scale", facts.scale)
      let path = way.appending(path.path)
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
  fileprivate init?(json: JSONValue) {
    guard let seconds = json["seconds"]?.double, let rate = json["framesPerSecond"]?.int else {
      return nil
    }
    self.init(seconds: seconds, framesPerSecond: rate)
  }

  fileprivate func write(to json: inout JSONWriter) {
    json.member("animation") { json in
      json.member("seconds", seconds, decimals: 6)
      json.member("framesPerSecond", framesPerSecond)
      json.member("frames", frameCount)
    }
  }
}

package struct DataFile: Sendable, Equatable {
  package var format: OutputFormat
  /// Relative to the output; nil if there is no file.
  package var path: RelativePath?
  /// The file's size and digest; nil if the format cannot hold the recording.
  package var file: WrittenFile?
  /// A key of the settings, for data that requires decoding the recording.
  package var key: String?

  package init(
    _ format: OutputFormat, at path: RelativePath, _ file: WrittenFile, key: String? = nil
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

  init?(_ json: JSONValue, way: RawPath) {
    guard let format = json["format"]?.string.flatMap(OutputFormat.init(rawValue:)) else {
      return nil
    }
    if json["error"] != nil {
      self.init(lacking: format)
      return
    }
    guard let path = RelativePath(json, behind: way), let file = WrittenFile(json) else {
      return nil
    }
    self.init(format, at: path, file, key: json["key"]?.string)
  }

  func write(to json: inout JSONWriter, way: RawPath) {
    json.object { json in
      json.member("format", format.rawValue)
      guard let file, let path else {
        json.name("error")
        return ManifestProblem(.tooManyChannels).write(&json)
      }
      Self.write(path, to: &json, way: way)
      json.member("bytes", file.bytes)
      json.member("digest", file.digest.hex)
      if let key {
        json.member("key", key)
      }
    }
  }

  static func write(_ path: RelativePath, to json: inout JSONWriter, way: RawPath) {
    let path = way.appending(path.path)
    json.path(path)
    json.member("url", path.percentEncoded)
  }
}

/// The background art of a recording's pictures as the manifest lists it.
package struct CoverEntry: Sendable, Equatable {
  package struct Art: Sendable, Equatable {
    package var source: RecordingCover.Source
    /// The art's file in the library.
    package var path: RawPath?
    package var mediaType: String
    package var width: Int
    package var height: Int
    package var file: WrittenFile
    /// Whether the output has a copy for the page.
    package var isCopied = false

    /// The copy in the output: recordings with the same art share one.
    package var copyPath: RawPath? { isCopied ? CoverCopy.path(of: file.digest, mediaType) : nil }

    package var copy: ListedFile? {
      copyPath.flatMap(RelativePath.init).map { path in
        ListedFile(path: path, kind: .picture, file: file)
      }
    }
  }

  package var art: Art?
  /// The reason why some or all pictures are plain.
  package var fault: CoverFault?
  /// Identifies the art in the folder of the recording.
  package var key: UInt64

  package init(fault: CoverFault, key: UInt64) {
    self.fault = fault
    self.key = key
  }

  package init(_ cover: RecordingCover) {
    fault = cover.fault
    key = cover.fingerprint
    art = cover.found.map { found in
      let header = found.art.header
      return Art(
        source: found.source, path: found.path, mediaType: header.kind.mediaType,
        width: header.width, height: header.height,
        file: WrittenFile(bytes: found.art.bytes.count, digest: found.digest))
    }
  }

  init?(_ json: JSONValue) {
    guard let key = json["key"]?.string.flatMap({ UInt64($0, radix: 16) }) else { return nil }
    self.key = key
    fault = json["error"]?["code"]?.string.flatMap(CoverFault.init(code:))
    guard let source = json["source"]?.string.flatMap(RecordingCover.Source.init(rawValue:)) else {
      return
    }
    guard let mediaType = json["type"]?.string, let width = json["width"]?.int,
      let height = json["height"]?.int, let file = WrittenFile(json)
    else { return nil }
    art = Art(
      source: source, path: RawPath(json: json), mediaType: mediaType, width: width,
      height: height, file: file, isCopied: json["url"] != nil)
  }

  func write(to json: inout JSONWriter, way: RawPath) {
    json.member("cover") { json in
      if let art {
        json.member("source", art.source.rawValue)
        if let path = art.path {
          json.path(path)
        }
        json.member("type", art.mediaType)
        json.member("width", art.width)
        json.member("height", art.height)
        json.member("bytes", art.file.bytes)
        json.member("digest", art.file.digest.hex)
        if let copy = art.copyPath {
          json.member("url", way.appending(copy).percentEncoded)
        }
      }
      if let fault {
        json.member("error") { json in
          json.member("code", fault.code)
          json.member("message", fault.message)
        }
      }
      json.member("key", String(key, radix: 16))
    }
  }
}

/// The missing parts of a recording.
package struct Damage: Sendable, Equatable {
  /// Places inside the recording that could not be decoded.
  package struct Gaps: Sendable, Equatable {
    package var count: Int
    package var lostMs: Int
    /// The start of the first gap in seconds; nil if only ffmpeg found it.
    package var firstAt: Double?
  }

  /// Whether the recording is shorter than it declares.
  package var truncated: Bool
  /// The milliseconds missing at the end, if the recording declares its length.
  package var missingMs: Int?
  package var gaps: Gaps?

  package init(truncated: Bool = false, missingMs: Int? = nil, gaps: Gaps? = nil) {
    self.truncated = truncated
    self.missingMs = missingMs
    self.gaps = gaps
  }

  /// Reads the members that `write` wrote into an entry.
  init(_ entry: JSONValue) {
    self.init(truncated: entry["truncated"]?.bool ?? false, missingMs: entry["missingMs"]?.int)
    if let json = entry["gaps"], let count = json["count"]?.int, let lostMs = json["lostMs"]?.int {
      gaps = Gaps(count: count, lostMs: lostMs, firstAt: json["firstAt"]?.double)
    }
  }

  package var isEmpty: Bool { !truncated && gaps == nil }

  package func write(to json: inout JSONWriter) {
    json.member("truncated", truncated)
    writeDetails(to: &json)
  }

  /// Writes the known details of the damage.
  package func writeDetails(to json: inout JSONWriter) {
    if let missingMs {
      json.member("missingMs", missingMs)
    }
    if let gaps {
      json.gaps(gaps.count, lostMs: gaps.lostMs, firstAt: gaps.firstAt)
    }
  }
}

extension WrittenFile {
  fileprivate init?(_ json: JSONValue) {
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
  fileprivate init?(_ json: JSONValue, behind way: RawPath) {
    guard let path = RawPath(json: json) else { return nil }
    self.init(path, behind: way)
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
