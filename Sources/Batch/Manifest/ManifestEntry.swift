import Codecs
import Thumbnails
import Waveform

/// What the manifest says of one recording.
struct ManifestEntry: Sendable {
  struct Thumbnail: Sendable {
    var style: String
    var scale: Int
    var path: RawPath
    var width: Int
    var height: Int
    var gamma: Double
    var bytes: Int
    var digest: ContentDigest
  }

  struct DataFile: Sendable {
    var path: RawPath
    var bytes: Int
  }

  /// What was measured, for a recording that has a picture.
  struct Measured: Sendable {
    var facts: AudioFacts
    var summary: WaveformSummary
    var thumbnails: [Thumbnail]
    var data: DataFile?
  }

  var path: RawPath
  var bytes: Int?
  var digest: ContentDigest?
  var content: Result<Measured, FileProblem>

  /// The entry as text, indented as it stands in the manifest.
  func text() -> [UInt8] {
    var json = JSONWriter(style: .pretty, depth: 2)
    json.object { json in
      json.path(path)
      switch content {
      case .success(let measured):
        json.field("status", "ok")
        writeContent(&json)
        Self.write(measured, of: path, &json)
      case .failure(let problem):
        json.field("status", problem.status.rawValue)
        writeContent(&json)
        json.key("error")
        json.object { json in
          json.field("code", problem.code)
          json.field("message", problem.message)
        }
      }
    }
    return json.bytes
  }

  private func writeContent(_ json: inout JSONWriter) {
    if let bytes { json.field("bytes", bytes) }
    if let digest { json.field("digest", digest.hex) }
  }

  private static func write(_ measured: Measured, of path: RawPath, _ json: inout JSONWriter) {
    let (facts, summary) = (measured.facts, measured.summary)
    write(facts.tags, &json)
    json.field("format", facts.formatName)
    json.field("durationMs", summary.durationMilliseconds)
    json.field("sampleRate", summary.sampleRate)
    json.field("channels", summary.channels)
    json.field("peak", Double(summary.peak), digits: 5)
    json.field("rms", summary.rms, digits: 5)
    json.field("truncated", summary.truncated)
    json.field("silent", summary.silent)
    json.field("alt", SpokenPicture.text(of: path, facts.tags.title, summary))
    json.key("thumbnails")
    json.array(measured.thumbnails) { json, thumbnail in write(thumbnail, &json) }
    if let data = measured.data {
      json.key("data")
      json.object { json in
        json.path(data.path)
        json.field("url", data.path.percentEncoded)
        json.field("bytes", data.bytes)
      }
    }
  }

  private static func write(_ tags: AudioTags, _ json: inout JSONWriter) {
    json.key("tags")
    json.object { json in
      if let title = tags.title { json.field("title", title) }
      if let artist = tags.artist { json.field("artist", artist) }
      if let album = tags.album { json.field("album", album) }
      if let track = tags.track { json.field("track", track) }
    }
  }

  private static func write(_ thumbnail: Thumbnail, _ json: inout JSONWriter) {
    json.object { json in
      json.field("style", thumbnail.style)
      json.field("scale", thumbnail.scale)
      json.path(thumbnail.path)
      json.field("width", thumbnail.width)
      json.field("height", thumbnail.height)
      json.field("gamma", thumbnail.gamma, digits: 4)
      json.field("url", thumbnail.path.percentEncoded)
      json.field("bytes", thumbnail.bytes)
      json.field("digest", thumbnail.digest.hex)
    }
  }
}

extension JSONWriter {
  /// A path as text, and exactly where its bytes are not UTF-8.
  mutating func path(_ path: RawPath) {
    field("path", path.lossyText)
    if path.text == nil { field("pathBase64", Base64.text(of: path.bytes)) }
  }
}
