package import Bytes

/// The recordings of a manifest of either format, read one at a time.
package struct ManifestElements {
  private let bytes: [UInt8]
  private let isStopped: () -> Bool
  /// Reads the one document; nil where each line is an object.
  private var document: JSONElements?
  private var position = 0
  private var isDone = false
  private var head: [JSONMember] = []

  /// Reads up to the first recording; `isStopped` is called now and then, and true ends the
  /// reading.
  package init(
    _ bytes: [UInt8], isStopped: @escaping () -> Bool = { false }
  ) throws(JSONFailure) {
    self.bytes = bytes
    self.isStopped = isStopped
    switch ManifestFormat(start: Array(bytes.prefix(2))) {
    case .json: document = try JSONElements(of: "files", in: bytes, isStopped: isStopped)
    case .ndjson: if case .object(let members)? = try line()?.value { head = members }
    }
  }

  /// The other members of the manifest: those before the recordings, and after the last recording
  /// also those behind them.
  package var others: [JSONMember] { document?.others ?? head }

  /// The next recording, nil behind the last, when the whole manifest proved to be sound.
  package mutating func next() throws(JSONFailure) -> JSONElements.Element? {
    if document != nil { return try document?.next() }
    if isDone { return nil }
    guard let element = try line() else {
      throw JSONFailure(reason: .unexpectedEnd, offset: position)
    }
    guard element.value["path"] == nil, case .object(let members) = element.value else {
      return element
    }
    // The digest is the last line.
    guard position == bytes.count else { throw JSONFailure(reason: .unexpected, offset: position) }
    head += members
    isDone = true
    return nil
  }

  /// The object of the next line, nil where there is no whole line.
  private mutating func line() throws(JSONFailure) -> JSONElements.Element? {
    guard let end = bytes[position...].firstIndex(of: UInt8(ascii: "\n")) else { return nil }
    let range = position..<end
    position = end + 1
    return JSONElements.Element(
      value: try JSONValue(Array(bytes[range]), isStopped: isStopped), byteRange: range)
  }
}
