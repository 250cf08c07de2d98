import Codecs
import Decoding
import Glibc
import Outputs
import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// A recording of the manifest for the page: a row of its data, and an item of its plain list.
struct PageEntry {
  let entry: ManifestEntry
  let media: MediaPrefix
  /// What ffmpeg was allowed to decode.
  var ffmpeg = FFmpegUse.sound
  var events: PageEvents?

  private var address: String { entry.path.percentEncoded }
  private var fileName: String { entry.path.name.lossyText }
  private var title: String? {
    guard let title = entry.facts?.tags.title, !title.isEmpty else { return nil }
    return title
  }

  /// Returns one line of JSON: the levels first, so that the script reads them without parsing the
  /// rest, then the other members. The script derives members that are omitted.
  // Names are short and what follows from other members is left out: a page of 10,000 recordings is loaded
  // as a whole.
  func row(sharing tables: inout PageTables) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.beginArray()
    json.value(waveform)
    json.object { json in
      json.member("path", entry.path.lossyText)
      if entry.path.text == nil {
        json.member("url", address)
      }
      switch entry.content {
      case .decoded(let facts): write(facts, to: &json, tables: &tables)
      case .failed(let problem):
        json.member("status", problem.status.rawValue)
        json.member("code", problem.code)
        json.member("message", problem.message)
        let arguments = remedy(of: problem)
        if !arguments.isEmpty {
          json.member("add", array: arguments) { json, word in json.value(word) }
        }
      case .pending:
        json.member("status", "pending")
        json.member("code", "pending")
        json.member("message", "The scan was stopped before it came to this recording.")
      }
    }
    json.endArray()
    return HTMLText.insideScript(json.take())
  }

  /// Returns the options to scan with so that the recording can be read; none if others must do it.
  private func remedy(of problem: ManifestProblem) -> [String] {
    // Ten times as much as was too little: untuned, after which the message names the next limit.
    switch problem.limit {
    case .timeout(let seconds): return ["--timeout", JSONNumber.rounded(10 * seconds, decimals: 3)]
    case .duration(let hours):
      return ["--max-duration", JSONNumber.rounded(10 * hours, decimals: 3)]
    // Any number but the default lifts this limit.
    case .work: return ["--max-duration", "240"]
    case .memory, nil: break
    }
    guard problem.waitsForFFmpeg, ffmpeg.retry(of: entry.path) == .never else { return [] }
    let isSound = FFmpegUse.sound.retry(of: entry.path) != .never
    let needed: FFmpegUse = isSound ? .sound : .all
    return ["--ffmpeg=\(needed.rawValue)"]
  }

  /// The levels, and the pitches or bands after a point if there are any.
  private var waveform: String {
    guard let facts = entry.facts else { return "" }
    let levels = Base64.text(of: facts.levels)
    let tones = facts.bands.isEmpty ? facts.pitches : facts.bands
    if tones.isEmpty { return levels }
    return levels + "." + Base64.text(of: tones)
  }

  private func write(
    _ facts: ManifestEntry.Facts,
    to json: inout JSONWriter,
    tables: inout PageTables
  ) {
    if !facts.alt.isEmpty, facts.alt != expectedAlt(of: facts) {
      json.member("alt", facts.alt)
    }
    json.member("ms", facts.durationMs)
    // The noise of dither has a level of -100 dB, which nobody hears: the page calls it silent.
    if facts.rms > 0, !facts.isSilent {
      json.member("db", 20 * log10(facts.rms), decimals: 1)
    }
    for (name, value) in facts.tags.named where !value.isEmpty {
      json.member(name, value)
    }
    json.member("format", tables.formats.number(of: facts.format))
    json.member("hz", facts.sampleRate)
    json.member("channels", facts.channels)
    if let bytes = entry.bytes {
      json.member("bytes", bytes)
    }
    writeDamage(of: facts, to: &json)
    writeTimes(of: facts, to: &json)
    if let cover = cover(of: facts) {
      json.member("cover", tables.covers.number(of: cover))
    }
    if let sound = facts.sound {
      write(sound, findings: facts.findings, to: &json)
    }
    PageFiles(entry).write(to: &json, sharing: &tables)
  }

  /// Writes the stretch of the recording that was measured, and its chapters.
  private func writeTimes(of facts: ManifestEntry.Facts, to json: inout JSONWriter) {
    if let range = facts.range {
      json.member("range", array: [range.startMs, range.endMs]) { json, milliseconds in
        json.value(milliseconds)
      }
    }
    guard !facts.markers.isEmpty else { return }
    json.member("chapters", array: facts.markers) { json, marker in
      json.beginArray()
      json.value(marker.startMs)
      json.value(marker.label)
      json.endArray()
    }
  }

  /// The address of its album art: a file in the library, or a copy in the output.
  private func cover(of facts: ManifestEntry.Facts) -> String? {
    guard let art = facts.cover?.art else { return nil }
    if let path = art.path { return media.text + path.percentEncoded }
    return art.copyPath?.percentEncoded
  }

  /// The alternative text of most recordings, which the script composes.
  // Left out of the page if it is just this: it would be the longest text of each row.
  private func expectedAlt(of facts: ManifestEntry.Facts) -> String {
    let length = WaveformTime.length(Double(facts.durationMs) / 1000)
    return "Waveform of \(title ?? entry.path.stem), \(length)"
  }

  private func writeDamage(of facts: ManifestEntry.Facts, to json: inout JSONWriter) {
    var flags: [String] = []
    if facts.damage.truncated {
      flags.append("truncated")
    }
    if facts.isSilent {
      flags.append("silent")
    }
    if entry.isStale {
      flags.append("stale")
    }
    if !flags.isEmpty {
      json.member("flags", array: flags) { json, flag in json.value(flag) }
    }
    facts.damage.writeDetails(to: &json)
  }

  /// Writes what the page shows of an analysis, and the times from which findings are played.
  private func write(
    _ sound: SoundReport,
    findings: [SoundFinding],
    to json: inout JSONWriter
  ) {
    json.member("sound") { json in
      let levels = [
        ("loudness", sound.loudness), ("loudnessRange", sound.loudnessRange),
        ("truePeak", sound.truePeak),
      ]
      for (name, level) in levels {
        if let level {
          json.member(name, level, decimals: 2)
        }
      }
      if findings.contains(.cutOff), let bandwidth = sound.bandwidth {
        json.member("bandwidth", bandwidth, decimals: 0)
      }
      let moments = [
        ("clipping", "firstAt", sound.clipping.firstAt),
        ("dropouts", "firstAt", sound.dropouts.firstAt),
        ("silence", "longestAt", sound.silence.longestAt),
      ]
      // In objects, as in the manifest.
      for (name, moment, seconds) in moments {
        if let seconds {
          json.member(name) { json in json.member(moment, seconds, decimals: 3) }
        }
      }
      if sound.clipping.runs > 0 {
        json.member("runs", sound.clipping.runs)
        json.member("clipped", sound.clipping.samples)
      }
      events?.write(to: &json)
      if !findings.isEmpty {
        json.member("findings", array: findings) { json, finding in json.value(finding.rawValue) }
      }
    }
  }

  /// Returns the recording for browsers without scripts: a link, its length and its first picture,
  /// or the cause of its failure.
  func item() -> String {
    // In an element of its own, so that a title from right to left does not turn its neighbors around.
    let name = "<bdi>\(HTMLText.escaped(title ?? fileName))</bdi>"
    if let problem = entry.problem { return "<li>\(name): \(HTMLText.escaped(problem.message))" }
    let seconds = Double(entry.facts?.durationMs ?? 0) / 1000
    var item = "<li><a href=\"\(media.text)\(address)\">\(name)</a> \(WaveformTime.length(seconds))"
    if let picture = entry.pictures.first {
      let source = picture.path.path.percentEncoded
      let alt = HTMLText.escaped(entry.facts?.alt ?? "")
      item += "<img src=\"\(source)\" alt=\"\(alt)\">"
    }
    return item
  }
}
