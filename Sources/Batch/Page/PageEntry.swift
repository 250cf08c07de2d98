import Bytes
import Glibc
import Library
import Outputs
import System
import Thumbnails
import Waveform

/// One recording of the manifest as the page has it: a row of its data, and an item of its plain
/// list.
struct PageEntry {
  let entry: JSONValue
  let picture: PagePicture?
  let media: MediaPrefix
  /// The prefix of the paths of pictures in the manifest; paths in the page are without it.
  let wayToOutput: RawPath

  private var text: String { entry["path"]?.string ?? "" }

  /// The exact path as part of an address.
  private var address: String {
    let bytes = entry["pathBase64"]?.string.flatMap(Base64.bytes(of:)) ?? Array(text.utf8)
    return RawPath(bytes: bytes).percentEncoded
  }

  private var name: String {
    let title = entry["tags"]?["title"]?.string ?? ""
    return title.isEmpty ? String(text.split(separator: "/").last ?? "") : title
  }

  /// The recording as one line of JSON; what the script works out by itself is left out.
  func row() -> [UInt8] {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("path", text)
      if entry["pathBase64"] != nil { json.member("url", address) }
      if let error = entry["error"] {
        json.member("status", entry["status"]?.string ?? "")
        json.member("code", error["code"]?.string ?? "")
        json.member("message", error["message"]?.string ?? "")
      } else {
        writeRecording(&json)
      }
    }
    return HTMLText.insideScript(json.take())
  }

  private func writeRecording(_ json: inout JSONWriter) {
    json.member("alt", entry["alt"]?.string ?? "")
    json.member("ms", entry["durationMs"]?.int ?? 0)
    if let rms = entry["rms"]?.double, rms > 0 {
      json.member("db", 20 * log10(rms), decimals: 1)
    }
    for tag in ["title", "artist", "album"] {
      if let value = entry["tags"]?[tag]?.string, !value.isEmpty { json.member(tag, value) }
    }
    json.member("format", entry["format"]?.string ?? "")
    writeFlags(&json)
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
    writePictures(&json)
  }

  private func writeFlags(_ json: inout JSONWriter) {
    let flags = ["truncated", "silent", "stale"].filter { entry[$0]?.bool == true }
    guard !flags.isEmpty else { return }
    json.name("flags")
    json.array(flags) { json, flag in json.value(flag) }
  }

  /// Pictures that are called as others are go without saying.
  private func writePictures(_ json: inout JSONWriter) {
    guard let picture else { return }
    let addresses = pictures
    if addresses == picture.suffixes.map({ address + $0 }) { return }
    json.name("pictures")
    json.array(addresses) { json, address in json.value(address) }
  }

  /// The ways from the page to the pictures that it shows, the smallest first.
  private var pictures: [String] {
    guard let picture else { return [] }
    let shown = (entry["thumbnails"]?.array ?? []).filter {
      $0["style"]?.string == picture.style.rawValue
        && $0["format"]?.string ?? OutputFormat.png.rawValue == picture.format.rawValue
    }
    return shown.compactMap { thumbnail in
      thumbnail["path"]?.string.map { path in
        let exact = thumbnail["pathBase64"]?.string.flatMap(Base64.bytes(of:)) ?? Array(path.utf8)
        let start = wayToOutput.bytes.isEmpty ? 0 : wayToOutput.bytes.count + 1
        return RawPath(bytes: Array(exact.dropFirst(start))).percentEncoded
      }
    }
  }

  /// The recording for those without scripts: a link, its length and its picture, or what is the
  /// matter.
  func item() -> String {
    let name = "<bdi>\(HTMLText.escaped(name))</bdi>"
    if let error = entry["error"] {
      return "<li>\(name): \(HTMLText.escaped(error["message"]?.string ?? ""))"
    }
    let seconds = Double(entry["durationMs"]?.int ?? 0) / 1000
    var item = "<li><a href=\"\(media.text)\(address)\">\(name)</a> \(WaveformTime.spoken(seconds))"
    if let source = pictures.first {
      item += "<img src=\"\(source)\" alt=\"\(HTMLText.escaped(entry["alt"]?.string ?? ""))\">"
    }
    return item
  }
}
