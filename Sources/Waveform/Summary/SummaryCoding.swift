package import WavethumbBytes

extension WaveformSummary: ByteCoded {
  // Up to here a Double holds every number of frames; arithmetic with more could overflow.
  package static let maximumFrames = 1 << 53
  static let maximumSampleRate = Int(Int32.max)
  static let maximumChannels = 1 << 16

  private enum Kind: UInt8 {
    case measured = 1
    case given
  }

  /// Codes at most 23,449 bytes if the summary was measured.
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let kind = try coder.kind(value.map { $0.givenBars == nil ? Kind.measured : Kind.given })
    let head = try Head(coding: value.map(Head.init), with: &coder)
    switch kind {
    case .measured:
      let codes = try Self.codes(value?.codes, of: head, with: &coder)
      self = value ?? WaveformSummary(head, codes: codes)
    case .given:
      let bars = try Self.bars(value?.givenBars, of: head, with: &coder)
      self = value ?? WaveformSummary(amplitudes: bars, duration: head.scale)
    }
  }

  /// The numbers that a measured summary and a given one both begin with.
  private struct Head: ByteCoded {
    let truncated: Bool
    let frames: Int
    let sampleRate: Int
    let channels: Int
    let peak: Float
    let rms: Double
    /// The loudest level of a measured summary, or the duration of a given one.
    let scale: Double

    init(_ summary: WaveformSummary) {
      truncated = summary.truncated
      frames = summary.frames
      sampleRate = summary.sampleRate
      channels = summary.channels
      peak = summary.peak
      rms = summary.rms
      scale = summary.givenBars == nil ? summary.loudest : summary.duration
    }

    init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
      truncated = try coder.field(value?.truncated)
      frames = try coder.count(value?.frames, in: 0...WaveformSummary.maximumFrames)
      sampleRate = try coder.count(value?.sampleRate, in: 0...WaveformSummary.maximumSampleRate)
      channels = try coder.count(value?.channels, in: 1...WaveformSummary.maximumChannels)
      peak = try coder.field(value?.peak)
      rms = try coder.field(value?.rms)
      scale = try coder.field(value?.scale)
      // Levels that no recording has would be drawn beyond the picture.
      let areLevels = peak >= 0 && rms >= 0 && scale >= 0
      try coder.require(areLevels && rms <= Double(peak))
    }
  }

  private init(_ head: Head, codes: [BucketCode]) {
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
      codes: codes
    )
  }

  /// Codes the buckets of a measured summary.
  private static func codes(
    _ codes: [BucketCode]?,
    of head: Head,
    with coder: inout ByteCoder
  ) throws(MalformedBytes) -> [BucketCode] {
    try coder.require(head.scale <= Double(head.peak) && head.sampleRate > 0)
    let count = min(head.frames, bucketCount)
    let bytes = try coder.bytes(
      codes.map { packed($0)[...] },
      count: (count * BucketCode.bits + 7) / 8
    )
    return codes ?? unpacked(bytes, count: count)
  }

  /// Codes the bars of a given summary.
  private static func bars(
    _ bars: [Float]?,
    of head: Head,
    with coder: inout ByteCoder
  ) throws(MalformedBytes) -> [Float] {
    // Four bytes each, which must have come before room is made for them.
    try coder.require(!head.truncated && head.frames <= coder.left / 4)
    var read: [Float] = []
    for index in 0..<head.frames {
      let bar: Float = try coder.field(bars?[index])
      try coder.require(bar >= 0 && bar <= head.peak)
      read.append(bar)
    }
    return read
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
