import WavethumbBytes

/// The layout of two sections of a ledger: records with their tables, and paths.
///
/// The first has three counts (records, sizes, bytes of problems), fixed-size records, sizes of files,
/// and problems. Paths are sorted by bytes and front-coded: the length shared with the previous path,
/// the length of the rest, the rest. Every 32nd path is complete, and a table in front has its offset.
enum RecordsLayout {
  static let headLength = 3 * 8
  // A guess. A search reads half a block at its end; with complete paths twice as often, the paths of
  // albums would take noticeably more.
  static let pathsInBlock = 32
  /// The kernel takes no longer path.
  static let maximumPathBytes = 4096

  /// Returns the problems as JSON, as in entries of the manifest.
  static func text(of problems: [ManifestProblem]) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.array(problems) { json, problem in problem.write(&json) }
    return json.take()
  }

  /// Parses the output of `text`; nil if it is malformed.
  static func problems(in text: [UInt8]) -> [ManifestProblem]? {
    let values = JSONValue.reading(text)?.array
    let problems = values?.compactMap { ManifestProblem($0) }
    return problems?.count == values?.count ? problems : nil
  }
}

/// Variable-length numbers of up to 63 bits: seven bits per byte, the lowest first.
enum CompactNumber {
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads a number and advances; nil if the bytes end within it.
  static func take(_ bytes: [UInt8], _ index: inout Int) -> Int? {
    var number = UInt64(0)
    var shift = UInt64(0)
    while index < bytes.count && shift < 63 {
      let byte = bytes[index]
      index += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(number) }
      shift += 7
    }
    return nil
  }
}
