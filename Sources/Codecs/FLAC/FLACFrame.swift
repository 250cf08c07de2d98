import WavethumbBytes

/// The STREAMINFO block of a FLAC file, which describes its frames.
struct FLACStreamInfo {
  static let length = 34

  let bytes: [UInt8]

  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    self.bytes = bytes
    // Smaller blocks are not allowed (RFC 9639, 8.2).
    guard minimumBlock >= 16, sampleRate > 0 else { return nil }
  }

  var minimumBlock: Int { Int(bytes.bigEndian16(at: 0)) }
  var maximumBlock: Int { Int(bytes.bigEndian16(at: 2)) }
  var sampleRate: Int { Int(bytes.bigEndian32(at: 10) >> 12) }
  var channels: Int { Int(bytes[12] >> 1 & 7) + 1 }
  var bits: Int { Int(bytes[12] & 1) << 4 + Int(bytes[13] >> 4) + 1 }
  /// The number of samples per channel; nil if the writer did not know it.
  var samples: Int? {
    let count = Int(bytes.bigEndian64(at: 13) >> 24 & 0xF_FFFF_FFFF)
    guard count > 0 else { return nil }
    return count
  }

  /// The MD5 of all samples, if the writer knew it.
  var checksum: SampleChecksum? { SampleChecksum(bytes[18..<34], .signed(bits: bits)) }

  /// The largest possible frame: uncompressed samples and headers.
  var maximumFrameBytes: Int {
    let block = max(maximumBlock, minimumBlock)
    return block * channels * ((bits + 8) / 8) + 1024
  }
}

/// The header of a frame: its samples, and the length of the header.
struct FLACFrame: Equatable {
  let samples: Range<Int>
  let length: Int

  static let maximumHeaderBytes = 16

  /// Reads a header; nil if its checksum is wrong or it does not match the stream.
  init?(_ bytes: some RandomAccessCollection<UInt8>, of stream: FLACStreamInfo) {
    let bytes = Array(bytes.prefix(Self.maximumHeaderBytes))
    guard bytes.count >= 6 else { return nil }
    // Fourteen sync bits and a zero, and another zero that is reserved.
    let isSync = bytes[0] == 0xFF && bytes[1] & 0xFE == 0xF8
    guard isSync, bytes[3] & 1 == 0 else { return nil }
    let countsSamples = bytes[1] & 1 == 1
    let sizeCode = Int(bytes[2] >> 4)
    let rateCode = bytes[2] & 15
    let channelCode = bytes[3] >> 4
    // The other codes are reserved, or invalid.
    guard sizeCode > 0, rateCode < 15, channelCode < 11 else { return nil }

    // The fixed fields are followed by a number, the size and the rate if their codes ask for them, and
    // the checksum.
    var offset = 4
    guard let number = Self.number(in: bytes, at: &offset) else { return nil }
    let extraBytes = Self.sizeBytes(sizeCode) + Self.rateBytes(rateCode)
    guard offset + extraBytes < bytes.count else { return nil }
    let size = Self.blockSize(sizeCode, in: bytes, at: offset)
    offset += extraBytes

    // Eight bits of checksum agree by chance once in 256 times: the header must be one of this stream
    // as well.
    let maximumSize = max(stream.maximumBlock, stream.minimumBlock)
    guard Self.channels(channelCode) == stream.channels, size <= maximumSize else { return nil }
    guard FLACChecksum.short(bytes[..<offset]) == bytes[offset] else { return nil }
    // With blocks of one size their number is stored, else that of the first sample.
    let start = countsSamples ? number : number * stream.minimumBlock
    if let all = stream.samples, start >= all { return nil }
    samples = start..<start + size
    length = offset + 1
  }

  /// Returns the number of channels by its code: from 8 on, one of three forms of stereo.
  private static func channels(_ code: UInt8) -> Int {
    code < 8 ? Int(code) + 1 : 2
  }

  /// Returns how many bytes of the block size follow the number of the frame.
  private static func sizeBytes(_ code: Int) -> Int {
    switch code {
    case 6: 1
    case 7: 2
    default: 0
    }
  }

  /// Returns how many bytes of the sample rate follow those of the block size.
  private static func rateBytes(_ code: UInt8) -> Int {
    switch code {
    case 12: 1
    case 13, 14: 2
    default: 0
    }
  }

  /// Returns the number of samples by its code (RFC 9639, 9.1.1).
  private static func blockSize(_ code: Int, in bytes: [UInt8], at offset: Int) -> Int {
    switch code {
    case 1: 192
    case 2...5: 576 << (code - 2)
    case 6: Int(bytes[offset]) + 1
    case 7: Int(bytes.bigEndian16(at: offset)) + 1
    default: 256 << (code - 8)
    }
  }

  /// Decodes the number of the frame or of its first sample, which is encoded like UTF-8.
  private static func number(in bytes: [UInt8], at offset: inout Int) -> Int? {
    let first = bytes[offset]
    offset += 1
    // The first byte begins with as many ones as there are bytes; six bits of each other one count.
    let ones = (~first).leadingZeroBitCount
    if ones == 0 { return Int(first) }
    guard (2...7).contains(ones), offset + ones - 1 < bytes.count else { return nil }
    var number = Int(first & (0x7F >> UInt8(ones)))
    for _ in 1..<ones {
      guard bytes[offset] & 0xC0 == 0x80 else { return nil }
      number = number << 6 | Int(bytes[offset] & 0x3F)
      offset += 1
    }
    return number
  }
}

/// The checksums of FLAC: CRC-8 of a frame header, and CRC-16 of a whole frame.
enum FLACChecksum {
  /// Returns the CRC-8 of a header, bit by bit: headers are short, and only candidates are checked.
  static func short(_ bytes: ArraySlice<UInt8>) -> UInt8 {
    // The polynomial x^8 + x^2 + x + 1, without its highest term.
    let polynomial: UInt8 = 0x07
    var sum: UInt8 = 0
    for byte in bytes {
      sum ^= byte
      for _ in 0..<8 {
        let isSet = sum & 0x80 != 0
        sum <<= 1
        if isSet {
          sum ^= polynomial
        }
      }
    }
    return sum
  }

  /// The CRC-16 of each byte, by which that of a frame takes one step a byte.
  static let table: [UInt16] = (0..<256).map { byte in
    // The polynomial x^16 + x^15 + x^2 + 1, without its highest term.
    let polynomial: UInt16 = 0x8005
    var sum = UInt16(byte) << 8
    for _ in 0..<8 {
      let isSet = sum & 0x8000 != 0
      sum <<= 1
      if isSet {
        sum ^= polynomial
      }
    }
    return sum
  }
}
