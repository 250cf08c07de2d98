package import Codecs
package import Outputs
package import Waveform
package import WavethumbBytes
package import WavethumbOptions
package import WavethumbSystem

/// One recording in the manifest, unchanged by writing and reading.
// One type both writes and reads, so that what a run writes and the next one reads cannot drift apart.
// Facts have members of their own and are never read back out of a message.
package struct ManifestEntry: Sendable, Equatable {
  package enum Content: Sendable, Equatable {
    case decoded(Facts)
    case failed(ManifestProblem)
    /// The run was stopped before it reached the recording.
    case pending
  }

  /// The facts of a recording that was drawn.
  package struct Facts: Sendable, Equatable {
    package var tags = AudioTags()
    package var format = ""
    package var isByFFmpeg = false
    package var bitRate: AudioBitRate?
    package var durationMs = 0
    package var sampleRate = 0
    package var channels = 0
    package var peak = 0.0
    package var rms = 0.0
    package var damage = Damage()
    package var isSilent = false
    package var alt = ""
    /// The measured stretch; nil for the whole recording.
    package var range: StretchEntry?
    package var markers: [MarkerEntry] = []
    /// Identifies the marker file next to the recording; 0 if there is none.
    package var markersDigest: UInt64 = 0
    /// The background art of its pictures, if requested.
    package var cover: CoverEntry?
    /// The heights of 160 bars, each 0 to 255.
    package var levels: [UInt8] = []
    /// The positions of the pitches of 160 bars on the ramp, each 1 to 255, or 0 in silence; empty if
    /// the bars are not colored by them.
    package var pitches: [UInt8] = []
    /// The heights of the low, then the mid, then the high frequencies of 160 bars, each 0 to 255; empty
    /// if not measured.
    package var bands: [UInt8] = []
    package var dataFiles: [DataFile] = []
    /// The analysis of the sound, if requested, and its findings.
    package var sound: SoundReport?
    package var findings: [SoundFinding] = []

    package init() {}
  }

  package var path: RawPath
  package var bytes: Int?
  package var digest: ContentDigest?
  /// Whether its pictures were made with settings that differ from those of the manifest.
  package var isStale = false
  package var content: Content
  /// The pictures, or the placeholders if the recording failed.
  package var pictures: [PictureFile] = []

  package init(
    path: RawPath,
    bytes: Int? = nil,
    digest: ContentDigest? = nil,
    content: Content,
    pictures: [PictureFile] = []
  ) {
    self.path = path
    self.bytes = bytes
    self.digest = digest
    self.content = content
    self.pictures = pictures
  }

  package var facts: Facts? {
    guard case .decoded(let facts) = content else { return nil }
    return facts
  }

  package var problem: ManifestProblem? {
    guard case .failed(let problem) = content else { return nil }
    return problem
  }

  /// Nil if the recording is pending.
  package var status: OutcomeStatus? {
    switch content {
    case .decoded: .ok
    case .failed(let problem): problem.status
    case .pending: nil
    }
  }

  /// Whether some format of data cannot hold the recording.
  package var lacksData: Bool {
    guard let dataFiles = facts?.dataFiles else { return false }
    return dataFiles.contains { data in data.file == nil }
  }

  /// All files of the recording; a copy of album art may be that of other recordings too.
  package var files: [ListedFile] {
    guard let copy = facts?.cover?.art?.copy else { return outputs }
    return outputs + [copy]
  }

  /// The pictures and data files.
  package var outputs: [ListedFile] {
    let pictures = pictures.map { picture in
      ListedFile(path: picture.path, kind: .picture, file: picture.file)
    }
    let dataFiles = facts?.dataFiles ?? []
    return pictures + dataFiles.compactMap(\.listed)
  }
}

extension ManifestEntry {
  private static let pending = "pending"

  /// Returns the entry as a line of a manifest; `pathToOutput` leads from the manifest to the output.
  package func text(pathToOutput: RawPath = "") -> [UInt8] {
    var json = JSONWriter(.compact)
    write(to: &json, pathToOutput: pathToOutput)
    return json.bytes
  }

  package func write(to json: inout JSONWriter, pathToOutput: RawPath) {
    json.object { json in
      json.path(path)
      json.member("status", status?.rawValue ?? Self.pending)
      if isStale {
        json.member("stale", true)
      }
      if let bytes {
        json.member("bytes", bytes)
      }
      if let digest {
        json.member("digest", digest.hex)
      }
      switch content {
      case .decoded(let facts):
        facts.writeFacts(to: &json, pathToOutput: pathToOutput)
        json.member("thumbnails", array: pictures) { json, picture in
          picture.write(to: &json, pathToOutput: pathToOutput, isPlaceholder: false)
        }
        facts.writeDataFiles(to: &json, pathToOutput: pathToOutput)
      case .failed(let problem):
        json.name("error")
        problem.write(&json)
        guard !pictures.isEmpty else { break }
        json.member("thumbnails", array: pictures) { json, picture in
          picture.write(to: &json, pathToOutput: pathToOutput, isPlaceholder: true)
        }
      case .pending: break
      }
    }
  }

  package init?(_ text: [UInt8], pathToOutput: RawPath = "") {
    guard let json = JSONValue.reading(text) else { return nil }
    self.init(json, pathToOutput: pathToOutput)
  }

  /// Reads the output of `write`; nil if a file in it cannot be parsed or is not below `pathToOutput`.
  package init?(_ json: JSONValue, pathToOutput: RawPath = "") {
    // A path that leads out of the library is no path of a recording.
    guard let path = RawPath(json: json), RelativePath(path) != nil else { return nil }
    let pictures = json.list("thumbnails") { picture in
      PictureFile(picture, pathToOutput: pathToOutput)
    }
    guard let pictures, let status = json["status"]?.string else { return nil }
    switch OutcomeStatus(rawValue: status) {
    case .ok:
      guard let facts = Facts(json, pathToOutput: pathToOutput) else { return nil }
      content = .decoded(facts)
    case .failed?, .unsupported?:
      guard let problem = ManifestProblem(json["error"]) else { return nil }
      content = .failed(problem)
    case nil:
      guard status == Self.pending else { return nil }
      content = .pending
    }
    self.path = path
    self.pictures = pictures
    bytes = json["bytes"]?.int
    digest = json["digest"]?.string.flatMap(ContentDigest.init(hex:))
    isStale = json["stale"]?.bool ?? false
  }
}

extension ManifestEntry.Facts {
  private static let ffmpeg = "ffmpeg"

  // A fact that is missing gets its default. Lists are all or nothing: a file that is not listed would be
  // taken for a leftover.
  fileprivate init?(_ json: JSONValue, pathToOutput: RawPath) {
    let markers = json.list("markers", of: MarkerEntry.init)
    let dataFiles = json.list("outputs") { data in DataFile(data, pathToOutput: pathToOutput) }
    guard let markers, let dataFiles else { return nil }
    self.markers = markers
    self.dataFiles = dataFiles
    readSource(json)
    readLevels(json)
    readSound(json)
    readShown(json)
  }

  /// Reads what headers and tags have.
  private mutating func readSource(_ json: JSONValue) {
    let tagMembers = json["tags"]
    tags = AudioTags { row in tagMembers?[row.name]?.string }
    tags.bext = tagMembers?["bext"].flatMap(BroadcastTags.init)
    format = json["format"]?.string ?? ""
    isByFFmpeg = json["decoder"]?.string == Self.ffmpeg
    if let rate = json["bitrate"], let kilobits = rate["kbps"]?.int {
      bitRate = AudioBitRate(kilobits: kilobits, isConstant: rate["constant"]?.bool ?? false)
    }
  }

  /// Reads what every scan measures.
  private mutating func readLevels(_ json: JSONValue) {
    durationMs = json["durationMs"]?.int ?? 0
    sampleRate = json["sampleRate"]?.int ?? 0
    channels = json["channels"]?.int ?? 0
    peak = json["peak"]?.double ?? 0
    rms = json["rms"]?.double ?? 0
    damage = Damage(json)
    isSilent = json["silent"]?.bool ?? false
  }

  /// Reads the analysis of the sound.
  private mutating func readSound(_ json: JSONValue) {
    if let read = SoundData.read(json) {
      sound = read.sound
      findings = read.findings
    }
    let gating = json.bytes(of: "gating")
    sound?.gating = GatingHistogram(bytes: gating) ?? GatingHistogram()
  }

  /// Reads what pictures and the page show.
  private mutating func readShown(_ json: JSONValue) {
    alt = json["alt"]?.string ?? ""
    range = json["range"].flatMap(StretchEntry.init)
    let digits = json["markersDigest"]?.string ?? ""
    markersDigest = UInt64(digits, radix: 16) ?? 0
    cover = json["cover"].flatMap(CoverEntry.init)
    levels = json.bytes(of: "levels")
    pitches = json.bytes(of: "pitches")
    bands = json.bytes(of: "bands")
  }

  fileprivate func writeFacts(to json: inout JSONWriter, pathToOutput: RawPath) {
    writeSource(to: &json)
    writeLevels(to: &json)
    writeSound(to: &json)
    writeShown(to: &json, pathToOutput: pathToOutput)
  }

  private func writeSource(to json: inout JSONWriter) {
    json.member("tags") { json in
      for (name, value) in tags.named {
        json.member(name, value)
      }
      tags.bext?.write(to: &json)
    }
    json.member("format", format)
    if isByFFmpeg {
      json.member("decoder", Self.ffmpeg)
    }
    if let bitRate {
      json.member("bitrate", inline: true) { json in
        json.member("kbps", bitRate.kilobits)
        json.member("constant", bitRate.isConstant)
      }
    }
  }

  private func writeLevels(to json: inout JSONWriter) {
    json.member("durationMs", durationMs)
    json.member("sampleRate", sampleRate)
    json.member("channels", channels)
    // Five decimals reach down to -100 dB.
    json.member("peak", peak, decimals: 5)
    json.member("rms", rms, decimals: 5)
    damage.write(to: &json)
    json.member("silent", isSilent)
  }

  private func writeSound(to json: inout JSONWriter) {
    if let sound {
      SoundData.write(sound, findings: findings, to: &json)
      // The histogram of loudness, from which that of an album is computed without decoding again.
      if !sound.gating.isEmpty {
        json.member("gating", Base64.text(of: sound.gating.bytes))
      }
    }
  }

  private func writeShown(to json: inout JSONWriter, pathToOutput: RawPath) {
    json.member("alt", alt)
    range?.write(to: &json)
    MarkerEntry.write(markers, to: &json)
    // As text, like the key of a cover: JSON readers round whole numbers above 2^53.
    if markersDigest != 0 {
      json.member("markersDigest", String(markersDigest, radix: 16))
    }
    cover?.write(to: &json, pathToOutput: pathToOutput)
    // In Base64, which takes 216 bytes for 160 heights; an array of JSON takes up to 640.
    if !levels.isEmpty {
      json.member("levels", Base64.text(of: levels))
    }
    if !pitches.isEmpty {
      json.member("pitches", Base64.text(of: pitches))
    }
    if !bands.isEmpty {
      json.member("bands", Base64.text(of: bands))
    }
  }

  fileprivate func writeDataFiles(to json: inout JSONWriter, pathToOutput: RawPath) {
    guard !dataFiles.isEmpty else { return }
    json.member("outputs", array: dataFiles) { json, data in
      data.write(to: &json, pathToOutput: pathToOutput)
    }
  }
}

extension AudioTags {
  /// The tags that a recording has, by the names of their members.
  package var named: [(name: String, value: String)] {
    Self.rows.compactMap { row in
      guard let value = self[keyPath: row.path] else { return nil }
      return (row.name, value)
    }
  }
}

extension JSONValue {
  /// Returns the elements of a member, empty if it is absent; nil if any element cannot be parsed.
  fileprivate func list<Element>(
    _ name: String,
    of element: (JSONValue) -> Element?
  ) -> [Element]? {
    let values = self[name]?.array ?? []
    let elements = values.compactMap(element)
    guard elements.count == values.count else { return nil }
    return elements
  }

  /// Returns the bytes of a member in Base64; none if it is absent or damaged.
  fileprivate func bytes(of name: String) -> [UInt8] {
    guard let text = self[name]?.string else { return [] }
    return Base64.bytes(of: text) ?? []
  }
}
