import Testing
import WavethumbBytes

/// A small file that a decoder would decode for hours, with steady progress.
@Suite struct `A decompression bomb` {
  @Test func `a bomb of constant blocks is rejected with the reason and the option`()
    throws
  {
    let library = try TemporaryLibrary()
    try library.add("pcm16.wav", as: "b.wav")
    // 6,400 blocks of 65,535 frames with eight channels: 3.4 billion samples in 180 KB.
    let bomb = ConstantFLAC.bytes(blocks: 6400)
    #expect((170_000...190_000).contains(bomb.count))
    try library.write(bomb, to: "a.flac")

    let run = try library.scan("--json")
    #expect(run.status == 3)
    #expect(run.errorOutput.contains("more than 1,000 samples come of each byte"))
    #expect(run.errorOutput.contains("Use --max-duration to allow more"))
    #expect(run.text.contains(#""path":"b.wav","status":"ok""#))

    let error = try #require(try library.entries().first?["error"])
    #expect(error["code"]?.string == "out-of-limits")
    #expect(error["limit"]?["maxWork"]?.int == 1000)
    // Remembered while the limit is the same; another number of hours lifts it, and is the next limit.
    #expect(try library.scan("--timeout 20").errorOutput.contains("1 failed"))
    let lifted = try library.scan("--max-duration 0.01").errorOutput
    #expect(lifted.contains("more than 0.01 hours of audio"), "\(lifted)")

    // The same density in a file that is soon decoded.
    let short = try TemporaryLibrary()
    try short.write(ConstantFLAC.bytes(blocks: 40), to: "a.flac")
    #expect(try short.scan().status == 0)
  }
}

/// FLAC with eight channels at 655,350 Hz, whose blocks of 65,535 frames take 28 bytes each.
enum ConstantFLAC {
  /// The largest block and the highest rate that a FLAC can declare.
  private static let framesPerBlock = 65_535
  private static let sampleRate = 655_350
  private static let channels = 8
  private static let bitsPerSample = 8

  static func bytes(blocks: Int) -> [UInt8] {
    var bytes = Array("fLaC".utf8) + streamInfo(frames: blocks * framesPerBlock)
    for number in 0..<blocks {
      bytes += block(number: number)
    }
    return bytes
  }

  /// Returns the metadata block STREAMINFO of RFC 9639, section 8.2.
  private static func streamInfo(frames: Int) -> [UInt8] {
    // The last block of metadata, of type 0 and 34 bytes.
    let head: [UInt8] = [0x80, 0, 0, 34]
    // The shortest and the longest block.
    let blockSizes: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    // The shortest and the longest block in bytes, which are unknown.
    let byteCounts: [UInt8] = [0, 0, 0, 0, 0, 0]
    // 20 bits for the rate, 3 for channels - 1, 5 for bits - 1, 36 for frames.
    var format = UInt64(sampleRate) << 44
    format |= UInt64(channels - 1) << 41
    format |= UInt64(bitsPerSample - 1) << 36
    format |= UInt64(frames)
    // No checksum of the samples.
    let md5 = [UInt8](repeating: 0, count: 16)
    return head + blockSizes + byteCounts + format.bigEndianBytes + md5
  }

  /// Returns a block of audio, which FLAC calls a frame: RFC 9639, section 9.
  private static func block(number: Int) -> [UInt8] {
    // 14 bits of synchronization, and block sizes that do not change.
    let start: [UInt8] = [0xFF, 0xF8]
    // A block size of 16 bits that follows, and the rate of the header.
    let sizeAndRate: UInt8 = 0x70
    // Eight channels of eight bits.
    let channelsAndBits: UInt8 = 0x72
    var block = start + [sizeAndRate, channelsAndBits]
    // FLAC spells block numbers as UTF-8 spells scalars.
    block += String(UnicodeScalar(UInt32(number)) ?? "\u{0}").utf8
    block += UInt16(framesPerBlock - 1).bigEndianBytes
    block.append(UInt8(checksum(block, polynomial: 0x07, bits: 8)))
    // A subframe of type 0 is one value for all samples.
    for channel in 0..<channels {
      block += [0, UInt8(channel)]
    }
    let sum = UInt16(checksum(block, polynomial: 0x8005, bits: 16))
    return block + sum.bigEndianBytes
  }

  /// Returns a CRC, bit by bit.
  private static func checksum(_ bytes: [UInt8], polynomial: UInt32, bits: UInt32) -> UInt32 {
    let top: UInt32 = 1 << (bits - 1)
    let mask = top << 1 - 1
    var sum: UInt32 = 0
    for byte in bytes {
      sum ^= UInt32(byte) << (bits - 8)
      for _ in 0..<8 {
        let carries = sum & top != 0
        sum <<= 1
        if carries {
          sum ^= polynomial
        }
        sum &= mask
      }
    }
    return sum
  }
}
