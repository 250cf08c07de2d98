extension WaveformSummary {
  /// The bytes in which this summary is stored: at most 23,449 for a measured one.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 64 + codes.count * BucketCode.bits / 8)
    write(to: &writer)
    return writer.bytes
  }

  /// The summary that was stored as these bytes, or nil where they are none.
  public init?(encoded: [UInt8]) {
    var reader = ByteReader(encoded)
    self.init(from: &reader)
    guard reader.left == 0 else { return nil }
  }

  func write(to writer: inout ByteWriter) {
    writer.put(UInt8(givenBars == nil ? 1 : 2))
    writer.put(truncated)
    writer.put(Int64(frames))
    writer.put(Int64(sampleRate))
    writer.put(Int64(channels))
    writer.put(peak)
    writer.put(rms)
    if let givenBars {
      writer.put(duration)
      for bar in givenBars { writer.put(bar) }
    } else {
      writer.put(loudest)
      writer.put(Self.packed(codes))
    }
  }

  init?(from reader: inout ByteReader) {
    guard let kind = reader.integer(UInt8.self), let truncated = reader.bool(),
      let frames = reader.count(upTo: .max), let sampleRate = reader.count(upTo: .max),
      let channels = reader.count(upTo: .max), let peak = reader.float(),
      let rms = reader.double(), let scale = reader.double(), channels > 0, peak.isFinite,
      peak >= 0, rms >= 0, scale >= 0, rms <= Double(peak)
    else { return nil }
    switch kind {
    case 1:
      let count = min(frames, Self.bucketCount)
      guard scale <= Double(peak), sampleRate > 0,
        let bytes = reader.take((count * BucketCode.bits + 7) / 8)
      else { return nil }
      self.init(
        frames: frames, sampleRate: sampleRate, channels: channels, peak: peak, rms: rms,
        truncated: truncated, duration: Double(frames) / Double(sampleRate), givenBars: nil,
        loudest: scale, codes: Self.unpacked(bytes, count: count))
    case 2:
      guard scale.isFinite, !truncated, frames <= reader.left / 4 else { return nil }
      var bars: [Float] = []
      for _ in 0..<frames {
        guard let bar = reader.float(), bar >= 0, bar <= peak else { return nil }
        bars.append(bar)
      }
      self.init(amplitudes: bars, duration: scale)
    default: return nil
    }
  }

  /// The codes one after another without gaps.
  private static func packed(_ codes: [BucketCode]) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: (codes.count * BucketCode.bits + 7) / 8)
    var (pending, filled, place): (UInt64, Int, Int) = (0, 0, 0)
    for code in codes {
      pending |= code.word << UInt64(filled)
      filled += BucketCode.bits
      while filled >= 16 {
        bytes[place] = UInt8(truncatingIfNeeded: pending)
        bytes[place + 1] = UInt8(truncatingIfNeeded: pending >> 8)
        pending >>= 16
        filled -= 16
        place += 2
      }
    }
    while filled > 0 {
      bytes[place] = UInt8(truncatingIfNeeded: pending)
      pending >>= 8
      filled -= 8
      place += 1
    }
    return bytes
  }

  private static func unpacked(_ bytes: [UInt8], count: Int) -> [BucketCode] {
    var codes: [BucketCode] = []
    codes.reserveCapacity(count)
    var (pending, filled): (UInt64, Int) = (0, 0)
    for byte in bytes {
      pending |= UInt64(byte) << UInt64(filled)
      filled += 8
      if filled >= BucketCode.bits, codes.count < count {
        codes.append(BucketCode(word: pending))
        pending >>= UInt64(BucketCode.bits)
        filled -= BucketCode.bits
      }
    }
    return codes
  }
}
