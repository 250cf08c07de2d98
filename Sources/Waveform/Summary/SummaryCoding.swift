package import WavethumbBytes

extension WaveformSummary: ByteCoded {
  /// Appends at most 23,449 bytes if the summary was measured.
  package func append(to writer: inout ByteWriter) {
    let isMeasured = givenBars == nil
    let kind: UInt8 = isMeasured ? 1 : 2
    writer.append(kind)
    writer.append(truncated)
    writer.append(Int64(frames))
    writer.append(Int64(sampleRate))
    writer.append(Int64(channels))
    writer.append(peak)
    writer.append(rms)
    if let givenBars {
      writer.append(duration)
      for bar in givenBars {
        writer.append(bar)
      }
    } else {
      writer.append(loudest)
      writer.append(Self.packed(codes))
    }
  }

  // Up to here a Double holds every number of frames; arithmetic with more could overflow.
  package static let maximumFrames = 1 << 53
  static let maximumSampleRate = Int(Int32.max)
  static let maximumChannels = 1 << 16

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let kind = try reader.integer(UInt8.self)
    let head = try Head(from: &reader)
    switch kind {
    case 1: try self.init(measured: head, from: &reader)
    case 2: try self.init(given: head, from: &reader)
    default: throw MalformedBytes()
    }
  }

  /// The numbers that a measured summary and a given one both begin with.
  private struct Head {
    let truncated: Bool
    let frames: Int
    let sampleRate: Int
    let channels: Int
    let peak: Float
    let rms: Double
    /// The loudest level of a measured summary, or the duration of a given one.
    let scale: Double

    init(from reader: inout ByteReader) throws(MalformedBytes) {
      truncated = try reader.bool()
      frames = try reader.count(in: 0...WaveformSummary.maximumFrames)
      sampleRate = try reader.count(in: 0...WaveformSummary.maximumSampleRate)
      channels = try reader.count(in: 1...WaveformSummary.maximumChannels)
      peak = try reader.float()
      rms = try reader.double()
      scale = try reader.double()
      // What no recording has would be drawn beyond the picture.
      let areLevels = peak >= 0 && rms >= 0 && scale >= 0
      guard areLevels, rms <= Double(peak) else { throw MalformedBytes() }
    }
  }

  private init(measured head: Head, from reader: inout ByteReader) throws(MalformedBytes) {
    guard head.scale <= Double(head.peak), head.sampleRate > 0 else { throw MalformedBytes() }
    let count = min(head.frames, Self.bucketCount)
    let packed = try reader.take((count * BucketCode.bits + 7) / 8)
    self.init(
      frames: head.frames,
      sampleRate: head.sampleRate,
      channels: head.channels,
      peak: head.peak,
      rms: head.rms,
      truncated: head.truncated,
      duration: Double(head.frames) / Double(head.sampleRate),
      givenBars: nil,
      loudest: head.scale,
      codes: Self.unpacked(packed, count: count)
    )
  }

  private init(given head: Head, from reader: inout ByteReader) throws(MalformedBytes) {
    // Four bytes each, which must have come before room is made for them.
    guard !head.truncated, head.frames <= reader.left / 4 else { throw MalformedBytes() }
    var bars: [Float] = []
    for _ in 0..<head.frames {
      let bar = try reader.float()
      guard bar >= 0, bar <= head.peak else { throw MalformedBytes() }
      bars.append(bar)
    }
    self.init(amplitudes: bars, duration: head.scale)
  }

  /// Packs the codes without gaps.
  private static func packed(_ codes: [BucketCode]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (codes.count * BucketCode.bits + 7) / 8)
    var pending: UInt64 = 0
    var filled: Int = 0
    var offset: Int = 0
    for code in codes {
      pending |= code.word << UInt64(filled)
      filled += BucketCode.bits
      // Two bytes at once, so that at most 15 bits are left, and 39 more fit into the word.
      while filled >= 16 {
        bytes[offset] = UInt8(truncatingIfNeeded: pending)
        bytes[offset + 1] = UInt8(truncatingIfNeeded: pending >> 8)
        pending >>= 16
        filled -= 16
        offset += 2
      }
    }

    while filled > 0 {
      bytes[offset] = UInt8(truncatingIfNeeded: pending)
      pending >>= 8
      filled -= 8
      offset += 1
    }
    return bytes
  }

  /// Reads packed codes, of which the caller has counted the bytes.
  private static func unpacked(_ bytes: ArraySlice<UInt8>, count: Int) -> [BucketCode] {
    // Each code is read with a load of eight bytes, which for the last codes begins earlier.
    let bytes =
      if bytes.count < 8 {
        bytes + [UInt8](repeating: 0, count: 8)
      } else {
        bytes
      }
    // All loads begin at least eight bytes before the end, and each code is initialized once.
    return unsafe bytes.withUnsafeBytes { bytes in
      unsafe [BucketCode](unsafeUninitializedCapacity: count) { codes, filled in
        func read(_ index: Int, at first: Int, shift: Int) {
          let word = unsafe bytes.loadUnaligned(fromByteOffset: first, as: UInt64.self)
          let code = UInt64(littleEndian: word) &>> UInt64(shift)
          unsafe codes.initializeElement(at: index, to: BucketCode(word: code))
        }
        // Eight codes fill whole bytes, so that each of them has a constant shift.
        let groups = min(count / 8, (bytes.count - 8) / BucketCode.bits)
        for group in 0..<groups {
          for index in 0..<8 {
            let bit = index &* BucketCode.bits
            read(8 &* group &+ index, at: group &* BucketCode.bits &+ bit / 8, shift: bit % 8)
          }
        }
        for index in 8 * groups..<count {
          let bit = index * BucketCode.bits
          let first = min(bit / 8, bytes.count - 8)
          read(index, at: first, shift: bit - first * 8)
        }
        filled = count
      }
    }
  }
}
