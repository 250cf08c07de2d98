import Bytes

/// How what a run remembers stands in its file: head, records of one length, picture sizes, paths.
///
/// Paths are front-coded in the order of their bytes: how much is shared with the path before, how
/// much follows, the rest. Every 32nd path stands whole, and a table tells where.
enum RunMemoryLayout {
  static let mark = Array("wavethumb run 4\n".utf8)
  /// Mark, checksum, and the counts of bytes of circumstances, of records, sizes, devices and bytes
  /// of paths.
  static let headLength = mark.count + 8 + 5 * 8
  static let recordLength = 88
  static let pathsInBlock = 32

  /// The offsets of the fields of a record.
  enum Field {
    static let inode = 0
    static let size = 8
    static let modified = 16
    static let changed = 24
    static let digestHigh = 32
    static let digestLow = 40
    static let entryStart = 48
    static let entryLength = 56
    static let firstPicture = 60
    static let pictures = 64
    static let device = 66
    static let folderDevice = 68
    static let status = 70
    static let notes = 71
    static let markers = 72
    static let cover = 80
  }

  /// How a recording ended, as a byte.
  enum Status: UInt8 {
    case ok, failed, unsupported

    init(_ status: OutcomeStatus) {
      self =
        switch status {
        case .ok: .ok
        case .failed: .failed
        case .unsupported: .unsupported
        }
    }
  }

  /// What else is noted of a recording, as bits.
  enum Note {
    static let young: UInt8 = 1
    static let truncated: UInt8 = 2
    static let silent: UInt8 = 4
    /// Above these: the number of a fault of the art, or 0.
    static let coverFaultShift = 3

    static func all(of record: RecordingRecord) -> UInt8 {
      (record.isYoung ? young : 0) | (record.made?.isTruncated ?? false ? truncated : 0)
        | (record.made?.isSilent ?? false ? silent : 0)
        | (record.made?.coverFault?.rawValue ?? 0) << coverFaultShift
    }
  }

  /// Stands for a digest that was not taken.
  static let noDigest = ContentDigest(high: 0, low: 0)

  /// Where each part begins, from the counts in the head; nothing where they do not add up to the
  /// file.
  struct Parts {
    let circumstances: Range<Int>
    let records: Range<Int>
    let sizes: Range<Int>
    let devices: Range<Int>
    let blocks: Range<Int>
    let paths: Range<Int>

    init?(_ bytes: [UInt8]) {
      guard bytes.count >= headLength, bytes.starts(with: mark) else { return nil }
      var counts: [Int] = []
      for place in 0..<5 {
        let count: UInt64 = bytes.number(at: mark.count + 8 + place * 8)
        guard count <= UInt64(bytes.count) else { return nil }
        counts.append(Int(count))
      }
      let blockCount = (counts[1] + pathsInBlock - 1) / pathsInBlock
      let lengths = [
        counts[0], counts[1] * recordLength, counts[2] * 4, counts[3] * 8, blockCount * 8,
        counts[4],
      ]
      var (start, ranges) = (headLength, [Range<Int>]())
      for length in lengths {
        guard length <= bytes.count - start else { return nil }
        ranges.append(start..<(start + length))
        start += length
      }
      guard start == bytes.count else { return nil }
      (circumstances, records, sizes) = (ranges[0], ranges[1], ranges[2])
      (devices, blocks, paths) = (ranges[3], ranges[4], ranges[5])
    }
  }
}

/// Numbers of up to 63 bits in as few bytes as they need, seven bits a byte, the lowest first.
enum CompactNumber {
  static func append(_ number: Int, to bytes: inout [UInt8]) {
    var rest = UInt64(number)
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }

  /// Takes a number and moves on; nil where it does not end within `end`.
  static func take(_ bytes: [UInt8], _ place: inout Int, before end: Int) -> Int? {
    var (number, shift) = (UInt64(0), UInt64(0))
    while place < end && shift < 63 {
      let byte = bytes[place]
      place += 1
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return Int(number) }
      shift += 7
    }
    return nil
  }
}
