import Outputs
import PageSource
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The page of an output: written under a temporary name and renamed, only if it differs from the
/// existing one.
struct PageFile {
  static let name: RawPath = "index.html"

  let title: String
  /// The options of the scan, without its paths.
  let command: [String]
  /// What ffmpeg was allowed to decode.
  let ffmpeg: FFmpegUse
  /// The path from the page to a manifest that the scan was given a name for, percent-encoded.
  let namedManifest: String?
  let colors: PageColors
  let media: MediaPrefix
  /// Whether there are data files that the page may read.
  let hasData: Bool
  let manifest: RawPath
  /// The path from the manifest to the pictures, and to the page.
  let pathToOutput: RawPath
  /// The path from the page to the manifest, percent-encoded.
  let manifestAddress: String

  /// Returns the stamp of the page of a manifest with that digest.
  // Of everything that the page is made of besides the manifest, so that a page which would be the same
  // is not made again.
  func stamp(_ manifest: ContentDigest) -> PageStamp {
    let header = dataHeader() + (policy + manifestAddress).utf8
    let document = [
      Generator.name,
      PageDocument.template,
      PageDocument.style,
      PageDocument.script,
    ]
    let inputs = ContentDigest(of: header + document.flatMap { text in Array(text.utf8) })
    return PageStamp(manifest: manifest, inputs: inputs)
  }

  /// Writes the page into the output, and returns the addresses of the covers in it.
  func write(_ stamp: PageStamp, in output: borrowing Folder) throws(SystemFailure) -> Set<String> {
    var tables = PageTables()
    var file = try AtomicFile(Self.name, in: output)
    var items = PageItems()
    for piece in PageTemplate.pieces {
      switch piece {
      case .text(let text): try file.write(Array(text.utf8))
      case .gap(.generator): try file.write(Array(Generator.name.utf8))
      case .gap(.stamp): try file.write(Array(stamp.text.utf8))
      case .gap(.policy): try file.write(Array(policy.utf8))
      case .gap(.title): try file.write(Array(HTMLText.escaped(title).utf8))
      case .gap(.manifest): try file.write(Array(manifestAddress.utf8))
      case .gap(.style): try file.write(Array(PageDocument.style.utf8))
      case .gap(.script): try file.write(Array(PageDocument.script.utf8))
      case .gap(.data): try writeData(to: &file, listing: &items, sharing: &tables)
      case .gap(.list): try file.write(Array(items.text().utf8))
      }
    }
    try file.commit()
    return tables.covers.texts
  }

  private var policy: String { PagePolicy.text(media, readsData: hasData) }

  /// Returns the data before its recordings.
  private func dataHeader() -> [UInt8] {
    var json = JSONWriter(.compact)
    json.object { json in
      json.member("title", title)
      json.member("command", array: command) { json, word in json.value(word) }
      if let namedManifest {
        json.member("manifest", namedManifest)
      }
      colors.write(to: &json)
      json.member("media", media.text)
      json.member("recordings", array: [Never]()) { _, _ in }
    }
    // The array is closed after the last recording.
    return HTMLText.insideScript(Array(json.take().dropLast("]}".utf8.count)))
  }

  private func writeData(
    to file: inout AtomicFile,
    listing items: inout PageItems,
    sharing tables: inout PageTables
  ) throws(SystemFailure) {
    var buffer = dataHeader()
    var isFirst = true
    var copies = PageCopies()
    // A manifest of this run is well-formed; of any other the page shows what can be read.
    try ManifestReader.forEachText(in: manifest, pathToOutput: pathToOutput) {
      (listed, json) throws(SystemFailure) in
      let entry = PageEntry(
        entry: listed,
        media: media,
        ffmpeg: ffmpeg,
        events: PageEvents(json)
      )
      copies.add(listed)
      // A line a recording, so that a change in the library changes few lines of the page, and
      // the script can read one at a time.
      let separator = isFirst ? "\n" : ",\n"
      buffer += Array(separator.utf8)
      buffer += entry.row(sharing: &tables)
      isFirst = false
      items.add(entry)
      // Between many writes and much memory.
      if buffer.count > 1 << 20 {
        try file.write(buffer)
        buffer.removeAll(keepingCapacity: true)
      }
    }
    try file.write(buffer + Self.dataTail(with: tables, and: copies))
  }

  private static func dataTail(with tables: PageTables, and copies: PageCopies) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.object { json in
      tables.write(to: &json)
      copies.write(to: &json)
    }
    return HTMLText.insideScript(Array("\n],".utf8) + json.take().dropFirst())
  }
}

/// The plain list of the first recordings, for browsers without scripts.
private struct PageItems {
  // The list is in the page even where nobody needs it, so it must stay small. Untuned.
  private static let maximumCount = 1000

  private var items: [String] = []
  private var count = 0

  mutating func add(_ entry: PageEntry) {
    count += 1
    if items.count < Self.maximumCount {
      items.append(entry.item())
    }
  }

  func text() -> String {
    let lines = items.map { item in item + "\n" }
    let list = "\n<ol>\n" + lines.joined() + "</ol>\n"
    guard count > items.count else { return list }
    return "\n<p>The first \(Numerals.grouped(items.count)) of \(Numerals.grouped(count))"
      + " recordings; a browser with scripts shows them all.</p>" + list
  }
}
