extension WaveformMeasurement {
  /// The bytes in which a measurement is stored and sent: what comes back is equal.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 26_000 + 24_000 * lanes.count)
    writer.put(Self.format)
    writer.put(lengthProvedWrong)
    writer.put(UInt8(truncatingIfNeeded: lanes.count))
    mix.write(to: &writer)
    for lane in lanes { lane.write(to: &writer) }
    writer.put(spectrum.levels)
    writer.put(spectrogram)
    return writer.bytes
  }

  /// The measurement that was stored as these bytes, or nil where they are none.
  public init?(encoded: [UInt8]) {
    var reader = ByteReader(encoded)
    guard reader.integer(UInt32.self) == Self.format, let wrong = reader.bool(),
      let laneCount = reader.integer(UInt8.self), laneCount <= LaneMeter.limit,
      let mix = WaveformSummary(from: &reader)
    else { return nil }
    var lanes: [WaveformSummary] = []
    for _ in 0..<laneCount {
      guard let lane = WaveformSummary(from: &reader) else { return nil }
      lanes.append(lane)
    }
    guard let levels = reader.take(WaveformSpectrum.momentCount * WaveformSpectrum.bandCount),
      let spectrum = WaveformSpectrum(levels: levels)
    else { return nil }
    self.init(mix: mix, lanes: lanes, spectrum: spectrum, lengthProvedWrong: wrong)
    guard reader.spectrogram(into: &spectrogram) else { return nil }
  }

  /// "WFM" and the version of the format.
  private static let format: UInt32 = 0x014D_4657
}

extension WaveformPart {
  /// The bytes in which a part goes from one process to another: what comes back is equal.
  public func encoded() -> [UInt8] {
    var writer = ByteWriter(capacity: 4096 + 16 * mix.count * (1 + lanes.count))
    writer.put(Self.format)
    for number in [frames, firstBucket, sampleRate, channels, lanes.count, mix.count] {
      writer.put(Int64(number))
    }
    writer.put(truncated)
    writer.put(lengthProvedWrong)
    for buckets in [mix] + lanes {
      for bucket in buckets {
        writer.put(bucket.energy)
        writer.put(bucket.lowest)
        writer.put(bucket.highest)
      }
    }
    writer.put(Int64(windows.count))
    for window in windows {
      writer.put(Int64(window.start))
      writer.put(window.levels)
    }
    writer.put(spectrogram)
    return writer.bytes
  }

  /// The part that was sent as these bytes, or nil where they are none.
  public init?(encoded: [UInt8]) {
    var reader = ByteReader(encoded)
    guard reader.integer(UInt32.self) == Self.format, let frames = reader.count(upTo: .max),
      let firstBucket = reader.count(upTo: WaveformSummary.bucketCount),
      let sampleRate = reader.count(upTo: .max), let channels = reader.count(upTo: .max),
      let laneCount = reader.count(upTo: LaneMeter.limit),
      let bucketCount = reader.count(upTo: WaveformSummary.bucketCount - firstBucket),
      let truncated = reader.bool(), let wrong = reader.bool(), channels > 0, sampleRate > 0,
      let mix = Self.buckets(bucketCount, from: &reader)
    else { return nil }
    var lanes: [[Bucket]] = []
    for _ in 0..<laneCount {
      guard let lane = Self.buckets(bucketCount, from: &reader) else { return nil }
      lanes.append(lane)
    }
    guard let windows = Self.windows(from: &reader, frames: frames) else { return nil }
    self.init(
      frames: frames, firstBucket: firstBucket, sampleRate: sampleRate, channels: channels,
      truncated: truncated, lengthProvedWrong: wrong, mix: mix, lanes: lanes, windows: windows,
      spectrogram: nil)
    guard reader.spectrogram(into: &spectrogram) else { return nil }
  }

  private static func buckets(_ count: Int, from reader: inout ByteReader) -> [Bucket]? {
    guard reader.left / 16 >= count else { return nil }
    var buckets: [Bucket] = []
    buckets.reserveCapacity(count)
    for _ in 0..<count {
      guard let energy = reader.double(), let lowest = reader.float(),
        let highest = reader.float(), energy >= 0, energy.isFinite, lowest.isFinite,
        highest.isFinite, lowest <= highest
      else { return nil }
      buckets.append(Bucket(energy: energy, lowest: lowest, highest: highest))
    }
    return buckets
  }

  private static func windows(
    from reader: inout ByteReader, frames: Int
  ) -> [SpectrumWindow]? {
    var windows: [SpectrumWindow] = []
    guard let count = reader.count(upTo: WaveformSpectrum.momentCount * 8) else { return nil }
    for _ in 0..<count {
      guard let start = reader.count(upTo: frames),
        let levels = reader.take(WaveformSpectrum.bandCount)
      else { return nil }
      if let last = windows.last, last.start >= start { return nil }
      windows.append(SpectrumWindow(start: start, levels: levels))
    }
    return windows
  }

  /// "WFP" and the version of the format.
  private static let format: UInt32 = 0x0150_4657
}

extension ByteWriter {
  /// Writes a spectrogram last; what is not there takes no room.
  fileprivate mutating func put(_ spectrogram: Spectrogram?) {
    guard let spectrogram else { return }
    put(Int64(spectrogram.sampleRate))
    put(spectrogram.levels)
  }
}

extension ByteReader {
  /// Reads a spectrogram where anything is left; false where that is none.
  fileprivate mutating func spectrogram(into result: inout Spectrogram?) -> Bool {
    guard left > 0 else { return true }
    guard let sampleRate = count(upTo: Int(Int32.max)), let levels = take(left) else {
      return false
    }
    result = Spectrogram(sampleRate: sampleRate, levels: levels)
    return result != nil
  }
}
