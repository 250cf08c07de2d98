import Bytes
import Library
import Outputs
import System

/// The pictures and data files of one recording as the page links to them.
struct PageFiles {
  private struct File {
    /// Percent-encoded, and relative to the page.
    let address: String
    let bytes: Int
    /// What recordings have in common: everything but the recording's own path and the size.
    let shape: [UInt8]
  }

  private let files: [File]
  /// Whether each address begins with that of the recording.
  private let areRegular: Bool

  init(_ entry: ManifestEntry) {
    let recording = entry.path.percentEncoded
    let pictures = entry.pictures.map {
      ($0.path, $0.file.bytes, $0.facts.format, Optional($0.facts))
    }
    let data = (entry.made?.dataFiles ?? []).compactMap { data in
      data.listed.map { ($0.path, $0.file.bytes, data.format, PictureFacts?.none) }
    }
    let named = (pictures + data).map { ($0.0.path.percentEncoded, $0.1, $0.2, $0.3) }
    let areRegular = named.allSatisfy { $0.0.hasPrefix(recording) }
    files = named.map { address, bytes, format, picture in
      let suffix = areRegular ? String(address.dropFirst(recording.count)) : ""
      return File(address: address, bytes: bytes, shape: Self.shape(suffix, format, picture))
    }
    self.areRegular = areRegular
  }

  /// Suffix and format; of a picture also style, scale, width and height.
  private static func shape(
    _ suffix: String, _ format: OutputFormat, _ picture: PictureFacts?
  ) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.beginArray()
    json.value(suffix)
    json.value(format.rawValue)
    if let picture {
      json.value(picture.style)
      for number in [picture.scale, picture.width, picture.height] {
        json.value(number)
      }
    }
    json.endArray()
    return json.take()
  }

  func write(to json: inout JSONWriter, _ tables: inout PageTables) {
    guard !files.isEmpty else { return }
    var shapes = JSONWriter(.compact)
    shapes.array(files) { json, file in json.raw(file.shape) }
    json.member("files", tables.files.number(ofJSON: shapes.take()))
    json.member("sizes", array: files) { json, file in json.value(file.bytes) }
    guard !areRegular else { return }
    json.member("addresses", array: files) { json, file in json.value(file.address) }
  }
}

/// Values that many rows share. They are written once, after the rows, which contain their numbers.
struct PageTables {
  struct Table {
    private var numbers: [[UInt8]: Int] = [:]
    private(set) var values: [[UInt8]] = []
    private(set) var texts: Set<String> = []

    mutating func number(ofJSON value: [UInt8]) -> Int {
      if let number = numbers[value] { return number }
      numbers[value] = values.count
      values.append(value)
      return values.count - 1
    }

    mutating func number(of text: String) -> Int {
      var json = JSONWriter(.compact)
      json.value(text)
      texts.insert(text)
      return number(ofJSON: json.take())
    }
  }

  var formats = Table()
  var files = Table()
  var covers = Table()

  func write(to json: inout JSONWriter) {
    for (name, table) in [("formats", formats), ("files", files), ("covers", covers)] {
      json.member(name, array: table.values) { json, value in json.raw(value) }
    }
  }
}
