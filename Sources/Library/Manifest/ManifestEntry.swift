package import Bytes
package import Codecs
package import Decoding
package import Outputs
package import System
import Thumbnails
package import Waveform

/// What the manifest says of one recording.
package struct ManifestEntry: Sendable {
  package struct Thumbnail: Sendable {
    package var picture: PictureFacts
    package var path: RawPath
    package var file: WrittenFile

    package init(picture: PictureFacts, path: RawPath, file: WrittenFile) {
      self.picture = picture
      self.path = path
      self.file = file
    }
  }

  package struct DataFile: Sendable {
    package var format: OutputFormat
    package var path: RawPath
    /// Nothing where it cannot be made of this recording.
    package var file: WrittenFile?
    /// What it was made with, where that cost a decode.
    package var key: String?

    package init(format: OutputFormat, path: RawPath, file: WrittenFile?, key: String? = nil) {
      self.format = format
      self.path = path
      self.file = file
      self.key = key
    }
  }

  /// What was measured, for a recording that has a picture.
  package struct Measured: Sendable {
    package var facts: AudioFacts
    package var summary: WaveformSummary
    package var thumbnails: [Thumbnail]
    package var data: [DataFile] = []
    /// Stands for the file beside the recording that its markers are from.
    package var markersFingerprint: UInt64 = 0
    /// The art beneath its pictures, where that was asked for.
    package var cover: CoverEntry?
    /// The stretch that was measured.
    package var range: TimeRange?
    /// How much of it its pictures show as played, as a fraction.
    package var playhead: Double?

    package init(
      facts: AudioFacts,
      summary: WaveformSummary,
      thumbnails: [Thumbnail],
      data: [DataFile] = [],
      markersFingerprint: UInt64 = 0,
      cover: CoverEntry? = nil,
      range: TimeRange? = nil,
      playhead: Double? = nil
    ) {
      self.facts = facts
      self.summary = summary
      self.thumbnails = thumbnails
      self.data = data
      self.markersFingerprint = markersFingerprint
      self.cover = cover
      self.range = range
      self.playhead = playhead
    }
  }

  package var path: RawPath
  package var bytes: Int?
  package var digest: ContentDigest?
  package var content: Result<Measured, FileProblem>
  /// What stands in for the pictures that a recording does not have.
  package var placeholders: [Thumbnail] = []
  /// The way from the manifest to the pictures.
  package var wayToOutput: RawPath = ""

  package init(
    path: RawPath,
    bytes: Int? = nil,
    digest: ContentDigest? = nil,
    content: Result<Measured, FileProblem>,
    placeholders: [Thumbnail] = [],
    wayToOutput: RawPath = ""
  ) {
    self.path = path
    self.bytes = bytes
    self.digest = digest
    self.content = content
    self.placeholders = placeholders
    self.wayToOutput = wayToOutput
  }

  /// The entry as text, indented as it stands in the manifest.
  package func text() -> [UInt8] {
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
        RememberedProblem(problem).write(&json)
        if !placeholders.isEmpty {
          json.name("thumbnails")
          json.array(placeholders) { json, picture in write(picture, &json, standsIn: true) }
        }
      }
    }
    return json.bytes
  }

  /// The entry of a recording that no run has come to.
  package static func pending(_ path: RawPath) -> [UInt8] {
    var json = JSONWriter(.indented, depth: 2)
    json.object { json in
      json.path(path)
      json.member("status", "pending")
    }
    return json.bytes
  }

  /// An entry whose pictures are of other settings than the manifest's, made from the one that
  /// tells of them.
  package static func stale(_ entry: [UInt8]) -> [UInt8] {
    let text = String(decoding: entry, as: UTF8.self)
    let (status, mark) = ("\"status\": \"ok\",", " \"stale\": true,")
    guard let place = text.firstRange(of: status), !text[place.upperBound...].hasPrefix(mark) else {
      return entry
    }
    return Array((text[..<place.upperBound] + mark + text[place.upperBound...]).utf8)
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
    json.member("alt", measured.spoken(of: path))
    if let range = measured.range { StretchEntry.write(from: range.start, summary, &json) }
    MarkerEntries(facts.cues, fingerprint: measured.markersFingerprint).write(&json)
    measured.cover?.write(&json)
    json.name("thumbnails")
    json.array(measured.thumbnails) { json, thumbnail in write(thumbnail, &json) }
    write(measured.data, &json)
  }

  /// `data` is the one data file of the first versions; `outputs` names every one.
  private func write(_ data: [DataFile], _ json: inout JSONWriter) {
    if let own = data.first(where: { $0.format == .json }), let file = own.file {
      json.name("data")
      json.object { json in
        writePlace(own.path, &json)
        json.member("bytes", file.bytes)
      }
    }
    guard !data.isEmpty else { return }
    json.name("outputs")
    json.array(data) { json, data in
      json.object { json in
        json.member("format", data.format.rawValue)
        guard let file = data.file else {
          json.name("error")
          return RememberedProblem(.tooManyChannels).write(&json)
        }
        writePlace(data.path, &json)
        json.member("bytes", file.bytes)
        json.member("digest", file.digest.hex)
        if let key = data.key { json.member("key", key) }
      }
    }
  }

  private func writePlace(_ path: RawPath, _ json: inout JSONWriter) {
    let path = wayToOutput.appending(path)
    json.path(path)
    json.member("url", path.percentEncoded)
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

  private func write(
    _ thumbnail: Thumbnail, _ json: inout JSONWriter, standsIn isPlaceholder: Bool = false
  ) {
    json.object { json in
      let picture = thumbnail.picture
      if picture.format != .png { json.member("format", picture.format.rawValue) }
      json.member("style", picture.style)
      json.member("scale", picture.scale)
      let path = wayToOutput.appending(thumbnail.path)
      json.path(path)
      if isPlaceholder { json.member("placeholder", true) }
      json.member("width", picture.width)
      json.member("height", picture.height)
      json.member("gamma", picture.gamma, decimals: 4)
      if let showsCover = picture.showsCover { json.member("cover", showsCover) }
      if let animation = picture.animation { write(animation, &json) }
      json.member("url", path.percentEncoded)
      json.member("bytes", thumbnail.file.bytes)
      json.member("digest", thumbnail.file.digest.hex)
    }
  }
}

extension JSONWriter {
  /// A path as text, and exactly where its bytes are not UTF-8.
  package mutating func path(_ path: RawPath) {
    member("path", path.lossyText)
    if path.text == nil { member("pathBase64", Base64.text(of: path.bytes)) }
  }
}
