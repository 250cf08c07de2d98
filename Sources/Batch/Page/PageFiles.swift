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
    let isPicture: Bool
  }

  private let files: [File]
  /// Whether each address begins with that of the recording.
  private let areRegular: Bool

  /// The files of an entry, whose recording has that address.
  init(_ entry: JSONValue, of recording: String, wayToOutput: RawPath) {
    let listed = (entry["thumbnails"]?.array ?? []) + (entry["outputs"]?.array ?? [])
    let named = listed.compactMap { file in
      file["path"]?.string.map { (file, Self.address($0, file, wayToOutput)) }
    }
    let areRegular = named.allSatisfy { $0.1.hasPrefix(recording) }
    files = named.map { file, address in
      let suffix = areRegular ? String(address.dropFirst(recording.count)) : ""
      return File(
        address: address, bytes: file["bytes"]?.int ?? 0, shape: Self.shape(file, suffix),
        isPicture: file["style"] != nil)
    }
    self.areRegular = areRegular
  }

  var firstPicture: String? { files.first(where: \.isPicture)?.address }

  private static func address(_ path: String, _ file: JSONValue, _ wayToOutput: RawPath) -> String {
    let exact = file["pathBase64"]?.string.flatMap(Base64.bytes(of:)) ?? Array(path.utf8)
    let start = wayToOutput.bytes.isEmpty ? 0 : wayToOutput.bytes.count + 1
    return RawPath(bytes: Array(exact.dropFirst(start))).percentEncoded
  }

  /// Suffix and format; of a picture also style, scale, width and height.
  private static func shape(_ file: JSONValue, _ suffix: String) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.beginArray()
    json.value(suffix)
    json.value(file["format"]?.string ?? OutputFormat.png.rawValue)
    if let style = file["style"]?.string {
      json.value(style)
      for name in ["scale", "width", "height"] { json.value(file[name]?.int ?? 0) }
    }
    json.endArray()
    return json.take()
  }

  func write(to json: inout JSONWriter, _ tables: inout PageTables) {
    guard !files.isEmpty else { return }
    var shapes = JSONWriter(.compact)
    shapes.array(files) { json, file in json.raw(file.shape) }
    json.member("files", tables.files.number(ofJSON: shapes.take()))
    json.name("sizes")
    json.array(files) { json, file in json.value(file.bytes) }
    guard !areRegular else { return }
    json.name("addresses")
    json.array(files) { json, file in json.value(file.address) }
  }
}

/// Values that many rows share. They are written once, behind the rows, which have their numbers.
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
      json.name(name)
      json.array(table.values) { json, value in json.raw(value) }
    }
  }
}
