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
    let bytes = ConstantFLAC.bytes(frames: 6400)
    #expect((170_000...190_000).contains(bytes.count))

    try library.write(bytes, to: "a.flac")
    let run = try library.scan("--json")
    #expect(run.status == 3)
    #expect(
      run.errorOutput.contains("more than 1,000 samples come of each byte"),
      "\(run.errorOutput)"
    )
    #expect(run.errorOutput.contains("Use --max-work to allow more"), "\(run.errorOutput)")
    #expect(run.text.contains(#""path":"b.wav","status":"ok""#), "\(run.text)")

    let error = try #require(try library.entries().first?["error"])
    #expect(error["code"]?.string == "out-of-limits")
    #expect(error["limit"]?["maxWork"]?.int == 1000)
    // The failure is remembered until --max-work is raised.
    #expect(try library.scan("--max-work 999").errorOutput.contains("1 failed"))

    // The same density in a file that is soon decoded.
    let short = try TemporaryLibrary()
    try short.write(ConstantFLAC.bytes(frames: 40), to: "a.flac")
    #expect(try short.scan().status == 0)
  }
}

/// FLAC with eight channels at 655,350 Hz, whose blocks of 65,535 frames take 28 bytes each.
enum ConstantFLAC {
  private static let block = 65_535
  private static let sampleRate = 655_350

  static func bytes(frames: Int) -> [UInt8] {
    let total = frames * block
    // The last metadata block, of type 0 and 34 bytes: the shortest and the longest block, and the
    // shortest and the longest frame, which are unknown.
    let blockHead: [UInt8] = [0x80, 0, 0, 34]
    let blockSizes: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    let frameSizes: [UInt8] = [0, 0, 0, 0, 0, 0]
    var bytes = Array("fLaC".utf8) + blockHead + blockSizes + frameSizes
    // 20 bits for the rate, 3 for channels - 1, 5 for bits - 1, 36 for frames.
    let facts = UInt64(sampleRate) << 44 | 7 << 41 | 7 << 36 | UInt64(total)
    bytes += (0..<8).map { UInt8(truncatingIfNeeded: facts >> (56 - 8 * UInt64($0))) }
    // No checksum of the samples.
    bytes += [UInt8](repeating: 0, count: 16)
    for number in 0..<frames {
      bytes += frame(number)
    }
    return bytes
  }

  private static func frame(_ number: Int) -> [UInt8] {
    // 16-bit block length, sample rate of the header, eight channels, eight bits.
    var frame: [UInt8] = [0xFF, 0xF8, 0x70, 0x72]
    // FLAC spells frame numbers as UTF-8 spells scalars.
    frame += String(UnicodeScalar(UInt32(number)) ?? "\u{0}").utf8
    frame += [0xFF, 0xFE]
    frame.append(UInt8(checksum(frame, polynomial: 0x07, bits: 8)))
    // A subframe of type 0 is one value for all samples.
    for channel in 0..<8 {
      frame += [0, UInt8(channel)]
    }
    let sum = checksum(frame, polynomial: 0x8005, bits: 16)
    return frame + [UInt8(sum >> 8), UInt8(sum & 255)]
  }

  /// Returns a CRC, bit by bit.
  private static func checksum(_ bytes: [UInt8], polynomial: UInt32, bits: UInt32) -> UInt32 {
    let top: UInt32 = 1 << (bits - 1)
    var sum: UInt32 = 0
    for byte in bytes {
      sum ^= UInt32(byte) << (bits - 8)
      for _ in 0..<8 {
        let next = sum & top != 0 ? sum << 1 ^ polynomial : sum << 1
        sum = next & (top << 1 &- 1)
      }
    }
    return sum
  }
}
