import Bytes
import Codecs
import Decoding
import System
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
    /// Nothing of a still.
    var animation: AnimationTiming?
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
    /// Stands for the file beside the recording that its markers are from.
    var markersFingerprint: UInt64 = 0
    /// The stretch that was measured.
    var range: TimeRange?
  }

  var path: RawPath
  var bytes: Int?
  var digest: ContentDigest?
  var content: Result<Measured, FileProblem>
  /// The way from the manifest to the pictures.
  var wayToOutput: RawPath = ""

  /// The entry as text, indented as it stands in the manifest.
  func text() -> [UInt8] {
    var json = JSONWriter(.indented, depth: 2)
    json.object { json in
      json.path(path)
      switch content {
      case .success(let measured):
        json.member("status", "ok")
        writeContent(&json)
        write(measured, &json)
      case .failure(let problem):
        json.member("status", problem.status.rawValue)
        writeContent(&json)
        json.name("error")
        json.object { json in
          json.member("code", problem.code)
          json.member("message", problem.message)
        }
      }
    }
    return json.bytes
  }

  private func writeContent(_ json: inout JSONWriter) {
    if let bytes { json.member("bytes", bytes) }
    if let digest { json.member("digest", digest.hex) }
  }

  private func write(_ measured: Measured, _ json: inout JSONWriter) {
    let (facts, summary) = (measured.facts, measured.summary)
    Self.write(facts.tags, &json)
    json.member("format", facts.formatName)
    json.member("durationMs", summary.durationMilliseconds)
    json.member("sampleRate", summary.sampleRate)
    json.member("channels", summary.channels)
    json.member("peak", Double(summary.peak), decimals: 5)
    json.member("rms", summary.rms, decimals: 5)
    json.member("truncated", summary.truncated)
    json.member("silent", summary.silent)
    json.member("alt", SpokenPicture.text(of: path, facts, summary, in: measured.range))
    measured.range?.write(summary, &json)
    MarkerEntries(facts.cues, fingerprint: measured.markersFingerprint).write(&json)
    json.name("thumbnails")
    json.array(measured.thumbnails) { json, thumbnail in write(thumbnail, &json) }
    if let data = measured.data {
      json.name("data")
      json.object { json in
        let path = wayToOutput.appending(data.path)
        json.path(path)
        json.member("url", path.percentEncoded)
        json.member("bytes", data.bytes)
      }
    }
  }

  private static func write(_ tags: AudioTags, _ json: inout JSONWriter) {
    json.name("tags")
    json.object { json in
      if let title = tags.title { json.member("title", title) }
      if let artist = tags.artist { json.member("artist", artist) }
      if let album = tags.album { json.member("album", album) }
      if let track = tags.track { json.member("track", track) }
    }
  }

  private func write(_ animation: AnimationTiming, _ json: inout JSONWriter) {
    json.name("animation")
    json.object { json in
      json.member("seconds", animation.seconds, decimals: 6)
      json.member("framesPerSecond", animation.framesPerSecond)
      json.member("frames", animation.frameCount)
    }
  }

  private func write(_ thumbnail: Thumbnail, _ json: inout JSONWriter) {
    json.object { json in
      json.member("style", thumbnail.style)
      json.member("scale", thumbnail.scale)
      let path = wayToOutput.appending(thumbnail.path)
      json.path(path)
      json.member("width", thumbnail.width)
      json.member("height", thumbnail.height)
      json.member("gamma", thumbnail.gamma, decimals: 4)
      if let animation = thumbnail.animation { write(animation, &json) }
      json.member("url", path.percentEncoded)
      json.member("bytes", thumbnail.bytes)
      json.member("digest", thumbnail.digest.hex)
    }
  }
}

extension JSONWriter {
  /// A path as text, and exactly where its bytes are not UTF-8.
  mutating func path(_ path: RawPath) {
    member("path", path.lossyText)
    if path.text == nil { member("pathBase64", Base64.text(of: path.bytes)) }
  }
}
