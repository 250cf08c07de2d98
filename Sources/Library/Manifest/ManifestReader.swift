package import WavethumbBytes
import WavethumbOptions
package import WavethumbSystem

/// Reads the entries of a manifest, one after the other, in constant memory.
///
/// Entries are found by the JSON structure, so that other programs may reformat the manifest.
package struct ManifestReader: ~Copyable {
  package struct Element {
    package let value: JSONValue
    package let text: [UInt8]
    /// Where the text is in the manifest.
    package let range: Range<Int>
    let pathToOutput: RawPath

    /// The entry; nil if it is not one of ours.
    package var entry: ManifestEntry? { ManifestEntry(value, pathToOutput: pathToOutput) }

    /// The entry without its files, whose paths may lead out of the folder of a manifest elsewhere.
    package var entryWithoutFiles: ManifestEntry? {
      guard case .object(let members) = value else { return nil }
      let facts = members.filter { member in
        !member.isNamed("thumbnails") && !member.isNamed("outputs")
      }
      return ManifestEntry(.object(facts), pathToOutput: pathToOutput)
    }
  }

  private enum State { case beforeFiles, beforeFirst, between, done }

  /// The members other than the entries: those before them, and at the end also those after them.
  package private(set) var header: [JSONMember]
  private var bytes: ManifestBytes
  private var state: State
  private let pathToOutput: RawPath
  /// The text without the entries.
  private var others: [UInt8]

  /// Opens a manifest and reads up to its first entry.
  ///
  /// `pathToOutput` leads from the manifest to the output. `isStopped` is called regularly; reading ends
  /// when it returns true.
  package init(
    _ path: RawPath,
    pathToOutput: RawPath = "",
    isStopped: @escaping () -> Bool = { false }
  ) throws(ManifestFault) {
    let bytes = try ManifestBytes(path, isStopped: isStopped)
    var reader = ManifestReader(bytes, pathToOutput: pathToOutput)
    try reader.readBeginning()
    self = reader
  }

  private init(_ bytes: consuming ManifestBytes, pathToOutput: RawPath) {
    self.bytes = bytes
    self.pathToOutput = pathToOutput
    header = []
    state = .beforeFiles
    others = []
  }

  /// The exact text before the first entry.
  package var headerText: [UInt8] { others }

  /// Returns a member other than the entries.
  package subscript(name: String) -> JSONValue? { JSONValue.object(header)[name] }

  /// Returns the next entry; nil after the last, if the manifest is well-formed.
  package mutating func next() throws(ManifestFault) -> Element? {
    guard try reachObject() else { return nil }
    let (text, range) = try object()
    let value = try Self.value(text)
    return Element(value: value, text: text, range: range, pathToOutput: pathToOutput)
  }

  /// Moves to the object of the next entry; returns false after the last one.
  private mutating func reachObject() throws(ManifestFault) -> Bool {
    switch state {
    case .beforeFiles, .done: return false
    case .beforeFirst:
      if try skip("]") {
        try endDocument()
        return false
      }
      state = .between
    case .between:
      guard try bytes.peek() == UInt8(ascii: ",") else {
        try expect("]")
        try endDocument()
        return false
      }
      bytes.pass()
    }
    return true
  }

  /// The digest at the end, if all entries were read and all bytes before it have that digest.
  package var trailerDigest: ContentDigest? { state == .done ? bytes.proven : nil }

  private mutating func readBeginning() throws(ManifestFault) {
    try expect("{")
    if try !skip("}") {
      try readMembers()
    }
    if state == .beforeFiles { throw .broken }
  }

  /// Reads members of the document until its entries begin or it ends.
  // Also those behind the entries, and in any order: another program may have written the file anew.
  private mutating func readMembers() throws(ManifestFault) {
    repeat {
      let start = others.count
      try readValue()
      let isFiles = others[start...].drop(while: \.isBlank).elementsEqual("\"files\"".utf8)
      try expect(":")
      if isFiles, try skip("[") {
        // A second list of entries is invalid.
        guard state == .beforeFiles else { throw .broken }
        header = try Self.members(others + Array("]}".utf8))
        state = .beforeFirst
        return
      }
      try readValue()
    } while try skip(",")
    try expect("}")
  }

  private mutating func endDocument() throws(ManifestFault) {
    if try skip(",") {
      try readMembers()
    } else {
      try expect("}")
    }
    guard try bytes.peek() == nil else { throw .broken }
    header = try Self.members(others)
    state = .done
  }

  private mutating func object() throws(ManifestFault) -> (text: [UInt8], range: Range<Int>) {
    var text: [UInt8] = []
    guard try bytes.peek() == UInt8(ascii: "{") else { throw .broken }
    let start = bytes.offset
    try bytes.readNested(into: &text)
    return (text, start..<start + text.count)
  }

  /// Reads a value of any kind that is not an entry.
  private mutating func readValue() throws(ManifestFault) {
    guard try bytes.peek(passing: &others) != nil else { throw .broken }
    try bytes.readValue(into: &others)
  }

  private mutating func skip(_ sign: Unicode.Scalar) throws(ManifestFault) -> Bool {
    guard try bytes.peek(passing: &others) == UInt8(ascii: sign) else { return false }
    bytes.pass()
    others.append(UInt8(ascii: sign))
    return true
  }

  private mutating func expect(_ sign: Unicode.Scalar) throws(ManifestFault) {
    guard try skip(sign) else { throw .broken }
  }

  private static func members(_ text: [UInt8]) throws(ManifestFault) -> [JSONMember] {
    guard case .object(let members) = try value(text) else { throw .broken }
    return members
  }

  private static func value(_ text: [UInt8]) throws(ManifestFault) -> JSONValue {
    do throws(JSONFailure) {
      return try JSONValue(text)
    } catch {
      throw .broken
    }
  }
}

extension ManifestReader {
  /// Calls `body` for each entry of a manifest until `isStopped` returns true.
  package static func forEach(
    in manifest: RawPath,
    pathToOutput: RawPath = "",
    until isStopped: @escaping () -> Bool = { false },
    _ body: (ManifestEntry) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    try forEachText(in: manifest, pathToOutput: pathToOutput, until: isStopped) {
      (entry, _) throws(SystemFailure) in
      try body(entry)
    }
  }

  /// Calls `body` for each entry of a manifest and its JSON until `isStopped` returns true.
  package static func forEachText(
    in manifest: RawPath,
    pathToOutput: RawPath = "",
    until isStopped: @escaping () -> Bool = { false },
    _ body: (ManifestEntry, JSONValue) throws(SystemFailure) -> Void
  ) throws(SystemFailure) {
    do {
      var reader = try ManifestReader(manifest, pathToOutput: pathToOutput, isStopped: isStopped)
      while let element = try reader.next() {
        if let entry = element.entry {
          try body(entry, element.value)
        }
      }
    } catch let failure as SystemFailure {
      throw failure
    } catch ManifestFault.unreadable(let failure) {
      throw failure
    } catch {
      // What comes after the damage is not read. The entries before it are good: `verify` names the damage,
      // and others show what there is.
    }
  }
}

extension PackedRecord {
  /// Creates the record of an entry with its range, without checking its file.
  package init(_ entry: ManifestEntry, at range: Range<Int>, _ tables: inout RecordTables) {
    self.init()
    digest = entry.digest
    size = Int64(entry.bytes ?? -1)
    self.entry = range
    if let problem = entry.problem {
      self.problem = tables.number(of: problem)
      if problem.status == .unsupported {
        flags.insert(.unsupported)
      }
    }
    if let facts = entry.facts {
      flags.formUnion(Flags(facts))
      markers = facts.markersDigest
      cover = facts.cover?.key ?? 0
      coverFault = facts.cover?.fault
    }
    if entry.status == nil {
      flags.insert(.pending)
    }
    tables.setSizes(Self.sizes(entry)[...], of: &self)
  }

  /// Returns the sizes of the pictures, then of the data files.
  private static func sizes(_ entry: ManifestEntry) -> [UInt32] {
    // Pictures with other settings do not count: without sizes, no picture is whole.
    let lacksLevels = entry.facts?.levels.isEmpty ?? false
    guard !entry.isStale, !lacksLevels else { return [] }
    // In the order of `OutputPlan.names`, with which `OutputFiles` compares them.
    let pictures = entry.pictures.map { picture in UInt32(clamping: picture.file.bytes) }
    let dataFiles = entry.facts?.dataFiles ?? []
    let data = dataFiles.map { data in
      guard let file = data.file else { return RecordTables.sizeOfNoFile }
      return UInt32(clamping: file.bytes)
    }
    return pictures + data
  }

  /// Returns whether a scan can have written this record, with these sizes of files, beside this
  /// entry.
  package func describes(
    _ entry: ManifestEntry,
    at range: Range<Int>,
    _ sizes: [UInt32]
  ) -> Bool {
    var ownTables = RecordTables()
    let due = PackedRecord(entry, at: range, &ownTables)
    // A recording that has changed while it was read has no sizes, so that the next scan draws it.
    let areSizesDue = sizes.isEmpty || sizes[...] == ownTables.sizes(of: due)
    return self.entry == range && status == due.status && areSizesDue
  }
}

extension PackedRecord.Flags {
  /// Creates the notes about a recording that was drawn.
  fileprivate init(_ facts: ManifestEntry.Facts) {
    self = []
    let hasDataFiles = facts.dataFiles.contains { data in data.file != nil }
    if hasDataFiles {
      insert(.dataFiles)
    }
    if facts.damage.truncated {
      insert(.truncated)
    }
    if facts.damage.gaps != nil {
      insert(.gaps)
    }
    if facts.isSilent {
      insert(.silent)
    }
  }
}
