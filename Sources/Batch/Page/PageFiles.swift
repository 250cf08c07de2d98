import Outputs
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

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
    let outputs = Self.outputs(of: entry)
    // Addresses begin with that of their recording, unless its name was too long: the page then needs only
    // the suffix, which is the same for all recordings of a run.
    let areRegular = outputs.allSatisfy { output in output.address.hasPrefix(recording) }
    files = outputs.map { output in
      let rest = String(output.address.dropFirst(recording.count))
      let suffix = areRegular ? rest : ""
      let shape = Self.shape(suffix: suffix, format: output.format, picture: output.picture)
      return File(address: output.address, bytes: output.bytes, shape: shape)
    }
    self.areRegular = areRegular
  }

  /// A listed picture, or a listed file of data, which has no picture.
  private struct ListedOutput {
    let address: String
    let bytes: Int
    let format: OutputFormat
    let picture: PictureFacts?
  }

  private static func outputs(of entry: ManifestEntry) -> [ListedOutput] {
    var outputs: [ListedOutput] = []
    for picture in entry.pictures {
      outputs.append(
        ListedOutput(
          address: picture.path.path.percentEncoded,
          bytes: picture.file.bytes,
          format: picture.facts.format,
          picture: picture.facts
        )
      )
    }
    for data in entry.facts?.dataFiles ?? [] {
      guard let listed = data.listed else { continue }
      outputs.append(
        ListedOutput(
          address: listed.path.path.percentEncoded,
          bytes: listed.file.bytes,
          format: data.format,
          picture: nil
        )
      )
    }
    return outputs
  }

  /// Suffix and format; of a picture also style, scale, width and height.
  private static func shape(
    suffix: String,
    format: OutputFormat,
    picture: PictureFacts?
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

  func write(to json: inout JSONWriter, sharing tables: inout PageTables) {
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
    write(formats, as: "formats", to: &json)
    write(files, as: "files", to: &json)
    write(covers, as: "covers", to: &json)
  }

  private func write(_ table: Table, as name: String, to json: inout JSONWriter) {
    json.member(name, array: table.values) { json, value in json.raw(value) }
  }
}
