import TestSupport
import Testing
import WavethumbBytes

@testable import Codecs

@Suite struct `The header of a PCM stream` {
  @Test func `an ordinary WAV header is recognised`() throws {
    let head = StreamHeads.wav(dataSize: 1000)
    let header = try #require(PCMStreamHeader(head))
    #expect(header.formatName == "WAV, 16-bit PCM")
    #expect(header.sampleRate == 44_100)
    #expect(header.channels == 2)
    #expect(header.coding.format == SampleFormat(.int16))
    #expect(header.start == head.count)
    #expect(header.declaredBytes == 1000)
  }

  @Test(arguments: [
    ([0x92, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71], "AC-3"),
    ([1, 0, 0, 0, 0x21, 7, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0], "16-bit PCM"),
    ([1, 0] + [UInt8](repeating: 7, count: 14), "an extensible format that names no encoding"),
  ])
  func `an extensible WAV format has its encoding`(identifier: [UInt8], name: String) {
    let ordinary = StreamHeads.wav(dataSize: 8, tag: 0xFFFE)[20..<36]
    // 22 more bytes: 16 valid bits, a mask with the center channel, and the identifier.
    let body = ordinary + [22, 0, 16, 0, 4, 0, 0, 0] + identifier
    #expect(ChunkFormat(Array(body), of: .riff).coding == name)
  }

  // What programs write that do not know the size: nothing, or a size near 2 or 4 GiB.
  @Test(arguments: [0, 0x7FFF_F000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_F028])
  func `placeholder sizes of pipes are ignored`(size: UInt32) throws {
    let header = try #require(PCMStreamHeader(StreamHeads.wav(dataSize: size)))
    #expect(header.declaredBytes == nil)
  }

  @Test func `a 64-bit size is read from its own chunk`() throws {
    let sizeOfFile = StreamHeads.little(UInt64(0))
    let sizeOfData = StreamHeads.little(UInt64(9 << 32))
    // The number of samples, and of other large chunks.
    let rest = [UInt8](repeating: 0, count: 12)
    let content = sizeOfFile + sizeOfData + rest
    let chunk = Array("ds64".utf8) + StreamHeads.little(UInt32(content.count)) + content
    let head = StreamHeads.wav("RF64", dataSize: 0xFFFF_FFFF, before: chunk)
    let header = try #require(PCMStreamHeader(head))
    #expect(header.declaredBytes == 9 << 32)
    #expect(header.formatName == "RF64, 16-bit PCM")
  }

  @Test(arguments: [
    (1, 16, SampleFormat.Encoding.int16),
    (1, 24, .int24),
    (1, 32, .int32),
    (3, 32, .float32),
  ])
  func `sample formats are determined by tag and width`(
    tag: UInt16,
    bits: UInt16,
    encoding: SampleFormat.Encoding
  ) throws {
    let head = StreamHeads.wav(dataSize: 8, tag: tag, bits: bits)
    #expect(try #require(PCMStreamHeader(head)).coding.format == SampleFormat(encoding))
  }

  @Test(arguments: [
    (1, 12),
    (2, 4),
    (3, 16),
    (6, 16),
    (0x55, 16),
    (0xFFFE, 16),
  ])
  func `compressed formats are not PCM headers`(tag: UInt16, bits: UInt16) {
    #expect(PCMStreamHeader(StreamHeads.wav(dataSize: 8, tag: tag, bits: bits)) == nil)
  }

  @Test func `AU headers are big-endian`() throws {
    let head = StreamHeads.au(size: 0xFFFF_FFFF, coding: 3)
    let header = try #require(PCMStreamHeader(head))
    #expect(header.coding.format == SampleFormat(.int16, bigEndian: true))
    #expect(header.formatName == "AU, 16-bit PCM")
    #expect(header.start == 24)
    #expect(header.declaredBytes == nil)
  }

  @Test func `truncated and mutated PCM headers are harmless`() {
    for head in [StreamHeads.wav(dataSize: 8), StreamHeads.au(size: 8, coding: 6)] {
      for length in 0..<head.count {
        #expect(PCMStreamHeader(Array(head.prefix(length))) == nil)
      }
      for offset in head.indices {
        for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
          var broken = head
          broken[offset] = value
          if let header = PCMStreamHeader(broken) {
            #expect(header.frameBytes > 0)
          }
        }
      }
    }
  }
}
