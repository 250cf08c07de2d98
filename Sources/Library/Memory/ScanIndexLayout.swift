import Bytes

/// The file layout of an index: head, fixed-size records, sizes of files, devices, problems, paths.
///
/// Paths are sorted by bytes and front-coded: the length shared with the previous path, the length
/// of the rest, the rest. Every 32nd path is complete, and a table has its offset.
enum ScanIndexLayout {
  static let mark = Array("wavethumb run 5\n".utf8)
  /// Mark, checksum, and six counts: bytes of the key, records, sizes, devices, bytes of problems,
  /// bytes of paths.
  static let headLength = mark.count + 8 + 6 * 8
  static let pathsInBlock = 32

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
  static func take(_ bytes: [UInt8], _ place: inout Int) -> Int? {
    var number = UInt64(0)
    var shift = UInt64(0)
    while place < bytes.count && shift < 63 {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(number) }
      shift += 7
    }
    return nil
  }
}
