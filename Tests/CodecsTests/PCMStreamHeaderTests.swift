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

  /// The identifier of an encoding in an extensible WAV: the tag that it would have in an ordinary one,
  /// and an identifier of the family.
  struct ExtensibleCase {
    var tag: UInt8
    var family: [UInt8]
    var coding: String
  }

  // The families of Microsoft and of ambisonics, and one that does not exist.
  @Test(arguments: [
    ExtensibleCase(
      tag: 0x92,
      family: [0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71],
      coding: "AC-3"
    ),
    ExtensibleCase(
      tag: 1,
      family: [0x21, 7, 0xD3, 0x11, 0x86, 0x44, 0xC8, 0xC1, 0xCA, 0, 0, 0],
      coding: "16-bit PCM"
    ),
    ExtensibleCase(
      tag: 1,
      family: [UInt8](repeating: 7, count: 12),
      coding: "an extensible format that names no encoding"
    ),
  ])
  func `an extensible WAV format has its encoding`(given: ExtensibleCase) {
    let extensible: UInt16 = 0xFFFE
    let head = StreamHeads.wav(dataSize: 8, tag: extensible)
    // What follows `fmt ` and its size.
    let ordinary = Array(head[20..<36])
    let centerChannel = 4
    let body = fields(
      ordinary,
      littleEndian(22, bytes: 2),  // the bytes that follow
      littleEndian(16, bytes: 2),  // the valid bits
      littleEndian(centerChannel),
      littleEndian(Int(given.tag)),
      given.family
    )
    #expect(ChunkFormat(body, of: .riff).coding == given.coding)
  }

  // What programs write that do not know the size: nothing, or a size near 2 or 4 GiB.
  @Test(arguments: [0, 0x7FFF_F000, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0xFFFF_F028])
  func `placeholder sizes of pipes are ignored`(size: UInt32) throws {
    let header = try #require(PCMStreamHeader(StreamHeads.wav(dataSize: size)))
    #expect(header.declaredBytes == nil)
  }

  @Test func `a 64-bit size is read from its own chunk`() throws {
    let dataSize = 9 << 32
    let content = fields(
      littleEndian(0, bytes: 8),  // the size of the file
      littleEndian(dataSize, bytes: 8),
      littleEndian(0, bytes: 8),  // the number of samples
      littleEndian(0)  // the number of other large chunks
    )
    let chunk = fields(Array("ds64".utf8), littleEndian(content.count), content)
    let head = StreamHeads.wav("RF64", dataSize: 0xFFFF_FFFF, before: chunk)
    let header = try #require(PCMStreamHeader(head))
    #expect(header.declaredBytes == dataSize)
    #expect(header.formatName == "RF64, 16-bit PCM")
  }

  /// Tags of encodings in a WAV.
  private enum FormatTag {
    static let integers: UInt16 = 1
    static let msADPCM: UInt16 = 2
    static let floats: UInt16 = 3
    static let aLaw: UInt16 = 6
    static let mp3: UInt16 = 0x55
    static let extensible: UInt16 = 0xFFFE
  }

  struct SampleCase {
    var tag: UInt16
    var bits: UInt16
    var encoding: SampleFormat.Encoding
  }

  @Test(arguments: [
    SampleCase(tag: FormatTag.integers, bits: 16, encoding: .int16),
    SampleCase(tag: FormatTag.integers, bits: 24, encoding: .int24),
    SampleCase(tag: FormatTag.integers, bits: 32, encoding: .int32),
    SampleCase(tag: FormatTag.floats, bits: 32, encoding: .float32),
  ])
  func `sample formats are determined by tag and width`(given: SampleCase) throws {
    let head = StreamHeads.wav(dataSize: 8, tag: given.tag, bits: given.bits)
    let header = try #require(PCMStreamHeader(head))
    #expect(header.coding.format == SampleFormat(given.encoding))
  }

  @Test(
    arguments: [
      (tag: FormatTag.integers, bits: 12),
      (tag: FormatTag.msADPCM, bits: 4),
      (tag: FormatTag.floats, bits: 16),
      (tag: FormatTag.aLaw, bits: 16),
      (tag: FormatTag.mp3, bits: 16),
      (tag: FormatTag.extensible, bits: 16),
    ] as [(tag: UInt16, bits: UInt16)]
  )
  func `compressed formats are not PCM headers`(tag: UInt16, bits: UInt16) {
    #expect(PCMStreamHeader(StreamHeads.wav(dataSize: 8, tag: tag, bits: bits)) == nil)
  }

  @Test func `AU headers are big-endian`() throws {
    let integers16: UInt32 = 3
    let unknownSize: UInt32 = 0xFFFF_FFFF
    let head = StreamHeads.au(size: unknownSize, coding: integers16)
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
