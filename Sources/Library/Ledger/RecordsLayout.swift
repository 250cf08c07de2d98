import WavethumbBytes

/// The layout of two sections of a ledger: records with their tables, and paths.
///
/// The first has three counts (records, sizes, bytes of problems), fixed-size records, sizes of files,
/// and problems. Paths are sorted by bytes and front-coded: the length shared with the previous path,
/// the length of the rest, the rest. Every 32nd path is complete, and a table in front has its offset.
enum RecordsLayout {
  static let headerLength = 3 * 8
  // Untuned. A search reads half a block at its end; with complete paths twice as often, the paths of
  // albums would take noticeably more.
  static let pathsInBlock = 32
  /// The kernel takes no longer path.
  static let maximumPathBytes = 4096

  /// The counts at the start of the first section.
  struct Counts {
    let records: Int
    let sizes: Int
    let problemBytes: Int

    // `RecordTables` takes 8 MiB of problems, in which JSON spells some letters with six.
    private static let maximumProblemBytes = 64 << 20

    /// Reads the counts; nil unless they add up to the length of the section.
    init?(_ header: [UInt8], sectionLength: Int) {
      var coder = ByteCoder(reading: header)
      do throws(MalformedBytes) {
        // No count is larger than the section could hold, so that no product overflows.
        let left = sectionLength - headerLength
        guard left >= 0 else { return nil }
        records = try coder.count(nil, in: 0...left / PackedRecord.length)
        sizes = try coder.count(nil, in: 0...left / 4)
        problemBytes = try coder.count(nil, in: 0...min(left, Self.maximumProblemBytes))
      } catch {
        return nil
      }
      let length = records * PackedRecord.length + sizes * 4 + problemBytes
      guard length == sectionLength - headerLength else { return nil }
    }
  }

  /// What precedes the rest of a path in the second section.
  struct PathStep {
    /// Two numbers of up to 63 bits.
    static let maximumHeadLength = 2 * CompactNumber.maximumLength

    let headerLength: Int
    /// The number of bytes that the path shares with the one before.
    let shared: Int
    /// The number of bytes that follow.
    let rest: Int

    /// Reads a step after a path of `length` bytes; nil if it is malformed.
    init?(_ bytes: [UInt8], at start: Int, after length: Int) {
      var index = start
      guard let shared = CompactNumber.read(bytes, &index), shared <= length,
        let rest = CompactNumber.read(bytes, &index), rest <= maximumPathBytes - shared
      else { return nil }
      headerLength = index - start
      self.shared = shared
      self.rest = rest
    }
  }

  /// The number of blocks, each of which begins with a complete path.
  static func blockCount(_ records: Int) -> Int { (records + pathsInBlock - 1) / pathsInBlock }

  /// Returns the problems as JSON, as in entries of the manifest.
  static func text(of problems: [ManifestProblem]) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.array(problems) { json, problem in problem.write(&json) }
    return json.take()
  }

  /// Parses the output of `text`; nil if it is malformed.
  static func problems(in text: [UInt8]) -> [ManifestProblem]? {
    guard let values = JSONValue.reading(text)?.array else { return nil }
    let problems = values.compactMap { value in ManifestProblem(value) }
    // All or none: records refer to problems by number.
    guard problems.count == values.count else { return nil }
    return problems
  }
}

/// Variable-length numbers of up to 63 bits: seven bits per byte, the lowest first.
// LEB128, as in DWARF and WebAssembly: most lengths of paths take one byte.
enum CompactNumber {
  static let maximumLength = 9

  static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Reads a number and advances; nil if the bytes end within it.
  static func read(_ bytes: [UInt8], _ index: inout Int) -> Int? {
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
