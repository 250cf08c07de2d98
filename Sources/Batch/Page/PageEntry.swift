import Bytes
import Glibc
import Library
import Outputs
import System
import Waveform

/// A recording of the manifest for the page: a row of its data, and an item of its plain list.
struct PageEntry {
  let entry: JSONValue
  let media: MediaPrefix
  /// The prefix of the paths of pictures in the manifest, omitted in the page.
  let wayToOutput: RawPath
  let showsCovers: Bool

  private var text: String { entry["path"]?.string ?? "" }

  /// The exact path as part of an address.
  private var address: String {
    let bytes = entry["pathBase64"]?.string.flatMap(Base64.bytes(of:)) ?? Array(text.utf8)
    return RawPath(bytes: bytes).percentEncoded
  }

  private var fileName: String { String(text.split(separator: "/").last ?? "") }

  private var title: String? {
    entry["tags"]?["title"]?.string.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// Returns one line of JSON: the levels first, so that the script reads them without parsing the
  /// rest, then the other members. The script derives members that are omitted.
  func row(_ tables: inout PageTables) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.beginArray()
    json.value(levels ?? "")
    json.object { json in
      json.member("path", text)
      if entry["pathBase64"] != nil { json.member("url", address) }
      if let error = entry["error"] {
        json.member("status", entry["status"]?.string ?? "")
        json.member("code", error["code"]?.string ?? "")
        json.member("message", error["message"]?.string ?? "")
      } else if entry["status"]?.string == "ok" {
        writeRecording(&json, &tables)
      } else {
        json.member("status", entry["status"]?.string ?? "")
        json.member("code", "pending")
        json.member("message", "The scan was stopped before it came to this recording.")
      }
    }
    json.endArray()
    return HTMLText.insideScript(json.take())
  }

  /// The heights of its bars as Base64, or nil if they are something else.
  private var levels: String? {
    entry["levels"]?.string.flatMap { Base64.bytes(of: $0) == nil ? nil : $0 }
  }

  private func writeRecording(_ json: inout JSONWriter, _ tables: inout PageTables) {
    let milliseconds = entry["durationMs"]?.int ?? 0
    if let alt = entry["alt"]?.string, alt != expectedAlt(milliseconds) { json.member("alt", alt) }
    json.member("ms", milliseconds)
    if let rms = entry["rms"]?.double, rms > 0 {
      json.member("db", 20 * log10(rms), decimals: 1)
    }
    for tag in ["title", "artist", "album", "track", "year"] {
      if let value = entry["tags"]?[tag]?.string, !value.isEmpty { json.member(tag, value) }
    }
    json.member("format", tables.formats.number(of: entry["format"]?.string ?? ""))
    writeDamage(&json)
    if let range = entry["range"], let start = range["startMs"]?.int, let end = range["endMs"]?.int
    {
      json.name("range")
      json.array([start, end]) { json, time in json.value(time) }
    }
    let chapters = entry["markers"]?.array ?? []
    if !chapters.isEmpty {
      json.name("chapters")
      json.array(chapters) { json, chapter in
        json.beginArray()
        json.value(chapter["startMs"]?.int ?? 0)
        json.value(chapter["label"]?.string ?? "")
        json.endArray()
      }
    }
    if let cover { json.member("cover", tables.covers.number(of: cover)) }
    PageSound(ofEntry: entry)?.write(to: &json)
    PageFiles(entry, of: address, wayToOutput: wayToOutput).write(to: &json, &tables)
  }

  /// The address of its album art: a file in the library, or a copy in the output.
  private var cover: String? {
    guard showsCovers, let cover = entry["cover"] else { return nil }
    if let path = RawPath(json: cover) { return media.text + path.percentEncoded }
    guard cover["url"] != nil, let type = cover["type"]?.string,
      let digest = cover["digest"]?.string.flatMap(ContentDigest.init(hex:))
    else { return nil }
    return CoverCopy.path(of: digest, type)?.percentEncoded
  }

  /// The alternative text of most recordings, which the script composes.
  private func expectedAlt(_ milliseconds: Int) -> String {
    let point = fileName.dropFirst().lastIndex(of: ".") ?? fileName.endIndex
    let name = title ?? String(fileName[..<point])
    return "Waveform of \(name), \(WaveformTime.length(Double(milliseconds) / 1000))"
  }

  private func writeDamage(_ json: inout JSONWriter) {
    let flags = ["truncated", "silent", "stale"].filter { entry[$0]?.bool == true }
    if !flags.isEmpty {
      json.name("flags")
      json.array(flags) { json, flag in json.value(flag) }
    }
    if let missing = entry["missingMs"]?.int { json.member("missingMs", missing) }
    guard let gaps = entry["gaps"] else { return }
    json.name("gaps")
    json.object { json in
      json.member("count", gaps["count"]?.int ?? 0)
      json.member("lostMs", gaps["lostMs"]?.int ?? 0)
      json.member("firstAt", gaps["firstAt"]?.double ?? 0, decimals: 3)
    }
  }

  /// The recording for those without scripts: a link, its length and its first picture, or the
  /// cause of its failure.
  func item() -> String {
    let name = "<bdi>\(HTMLText.escaped(title ?? fileName))</bdi>"
    if let error = entry["error"] {
      return "<li>\(name): \(HTMLText.escaped(error["message"]?.string ?? ""))"
    }
    let seconds = Double(entry["durationMs"]?.int ?? 0) / 1000
    var item = "<li><a href=\"\(media.text)\(address)\">\(name)</a> \(WaveformTime.length(seconds))"
    let files = PageFiles(entry, of: address, wayToOutput: wayToOutput)
    if let source = files.firstPicture {
      item += "<img src=\"\(source)\" alt=\"\(HTMLText.escaped(entry["alt"]?.string ?? ""))\">"
    }
    return item
  }
}
