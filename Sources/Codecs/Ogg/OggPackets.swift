/// Counts the samples of the packets that end in each page of a stream.
struct OggPackets {
  let coding: OggCoding
  /// The block sizes of Vorbis; if nil, its packets count as empty.
  var modes: VorbisModes?

  private(set) var headersLeft: Int
  /// The first bytes of a packet that continues in the next page; nil if there is none.
  var open: [UInt8]?
  private var lastBlock: Int?

  init(_ coding: OggCoding) {
    self.coding = coding
    headersLeft = coding.headers
  }

  /// Returns the number of samples in packets that end in the next page.
  mutating func samples(of page: OggPage, in source: ByteSource) -> Int {
    let body = source.bytes(at: page.body.lowerBound, count: page.body.count)
    var samples = 0
    var offset = 0
    // nil for the rest of a packet whose beginning is missing: its length is unknown.
    var begun: [UInt8]? = page.isContinued ? open : []
    for length in page.segments {
      // The first two bytes show how long a packet sounds; more of it is not needed.
      if let known = begun, known.count < 2 {
        let segment = body.dropFirst(offset).prefix(Int(length))
        begun = known + segment.prefix(2 - known.count)
      }
      offset += Int(length)
      // A segment of 255 bytes is continued by the next one.
      guard length < 255 else { continue }
      if let packet = begun {
        samples += sampleCount(of: packet)
      }
      begun = []
    }
    open = page.continues ? begun : nil
    return samples
  }

  private mutating func sampleCount(of packet: [UInt8]) -> Int {
    if headersLeft > 0 {
      headersLeft -= 1
      return 0
    }
    guard let first = packet.first else { return 0 }
    switch coding {
    case .opus:
      let second = packet.dropFirst().first ?? 0
      return Self.samplesOfOpus(first: first, second: second)
    case .vorbis:
      guard let block = modes?.blockSize(first) else { return 0 }
      defer { lastBlock = block }
      // Blocks overlap by half: each adds a quarter of itself and of the one before, the first nothing.
      guard let lastBlock else { return 0 }
      return (lastBlock + block) / 4
    }
  }

  /// Returns the number of samples at 48 kHz by the first two bytes of a packet (RFC 6716, 3.1).
  private static func samplesOfOpus(first: UInt8, second: UInt8) -> Int {
    let mode = Int(first >> 3)
    let frame =
      switch mode {
      // SILK: 10 to 60 ms.
      case ..<12: [480, 960, 1920, 2880][mode & 3]
      // Hybrid: 10 or 20 ms.
      case ..<16: [480, 960][mode & 1]
      // CELT: 2.5 to 20 ms.
      default: [120, 240, 480, 960][mode & 3]
      }
    // One frame, two, or the number in the second byte.
    switch first & 3 {
    case 0: return frame
    case 1, 2: return 2 * frame
    default: return Int(second & 63) * frame
    }
  }
}

/// The block sizes of Vorbis, from the modes at the end of its third header.
struct VorbisModes {
  private let sizes: [Int]
  private let isLong: [Bool]

  /// Reads the modes backwards from the end, which avoids parsing the rest of the header.
  init?(identification: [UInt8], setup: [UInt8]) {
    guard identification.count > 28, setup.count > 16 else { return nil }
    // Two exponents in one byte, the short block first.
    let exponents = [identification[28] & 15, identification[28] >> 4]
    sizes = exponents.map { exponent in 1 << Int(exponent) }

    // The bits of a byte are counted from the lowest one.
    func bit(_ index: Int) -> Int { Int(setup[index >> 3] >> UInt8(index & 7)) & 1 }
    func bits(_ range: Range<Int>) -> Int {
      range.reversed().reduce(0) { number, index in number << 1 | bit(index) }
    }
    // The framing bit is the last one that is set; zeros fill the last byte.
    let framingBit = (0..<setup.count * 8).last { index in bit(index) == 1 }
    guard var end = framingBit else { return nil }

    // From the last mode to the first: a flag, two numbers of 16 bits that are 0, and a mapping of 8,
    // of which there are at most 64. Before the first mode stands their number, less one, in 6 bits.
    let modeBits = 41
    let countBits = 6
    var flags: [Bool] = []
    var found: [Bool]?
    while flags.count < 64, end >= modeBits + countBits {
      let mapping = bits(end - 8..<end)
      let zeros = bits(end - 40..<end - 8)
      guard zeros == 0, mapping < 64 else { break }
      end -= modeBits
      flags.insert(bit(end) == 1, at: 0)
      // Bits of an earlier mode can look like the right number: the longest list of modes counts.
      if bits(end - countBits..<end) + 1 == flags.count {
        found = flags
      }
    }
    guard let found else { return nil }
    isLong = found
  }

  /// Returns the block size by the first byte of a packet; nil for a packet without sound.
  func blockSize(_ first: UInt8) -> Int? {
    guard first & 1 == 0 else { return nil }
    let width = Int.bitWidth - (isLong.count - 1).leadingZeroBitCount
    let mode = Int(first >> 1) & (1 << width - 1)
    guard isLong.indices.contains(mode) else { return nil }
    // A stream has two sizes, the short one first.
    let size = isLong[mode] ? 1 : 0
    return sizes[size]
  }
}
