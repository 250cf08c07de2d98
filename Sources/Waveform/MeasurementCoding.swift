package import Bytes

extension WaveformMeasurement: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Self.format)
    writer.append(lengthProvedWrong)
    damage.append(to: &writer)
    writer.append(UInt8(truncatingIfNeeded: lanes.count))
    mix.append(to: &writer)
    for lane in lanes { lane.append(to: &writer) }
    writer.append(spectrum.levels)
    sound.append(to: &writer)
    writer.append(spectrogram)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard try reader.integer(UInt32.self) == Self.format else { throw MalformedBytes() }
    let wrong = try reader.bool()
    let damage = try WaveformDamage(from: &reader)
    let laneCount = try reader.integer(UInt8.self)
    guard laneCount <= LaneMeter.limit else { throw MalformedBytes() }
    let mix = try WaveformSummary(from: &reader)
    var lanes: [WaveformSummary] = []
    for _ in 0..<laneCount { lanes.append(try WaveformSummary(from: &reader)) }
    let levels = try reader.take(WaveformSpectrum.momentCount * WaveformSpectrum.bandCount)
    guard let spectrum = WaveformSpectrum(levels: Array(levels)) else { throw MalformedBytes() }
    self.init(mix: mix, lanes: lanes, spectrum: spectrum, lengthProvedWrong: wrong)
    self.damage = damage
    sound = try reader.read()
    self.mix.heard = sound?.heard ?? HeardLevels()
    spectrogram = try reader.spectrogram()
  }

  /// "WFM" and the version of the format.
  private static let format: UInt32 = 0x024D_4657
}

extension WaveformPart: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Self.format)
    for number in [frames, firstBucket, sampleRate, channels, lanes.count, mix.count] {
      writer.append(Int64(number))
    }
    damage.append(to: &writer)
    writer.append(lengthProvedWrong)
    for buckets in [mix] + lanes {
      for bucket in buckets {
        writer.append(bucket.energy)
        writer.append(bucket.lowest)
        writer.append(bucket.highest)
      }
    }
    writer.append(Int64(windows.count))
    for window in windows {
      writer.append(Int64(window.start))
      writer.append(window.levels)
    }
    sound.append(to: &writer)
    writer.append(spectrogram)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard try reader.integer(UInt32.self) == Self.format else { throw MalformedBytes() }
    let frames = try reader.count(in: 0...WaveformSummary.mostFrames)
    let firstBucket = try reader.count(in: 0...WaveformSummary.bucketCount)
    let sampleRate = try reader.count(in: 1...WaveformSummary.mostSampleRate)
    let channels = try reader.count(in: 1...WaveformSummary.mostChannels)
    let laneCount = try reader.count(in: 0...LaneMeter.limit)
    let bucketCount = try reader.count(in: 0...WaveformSummary.bucketCount - firstBucket)
    let (damage, wrong) = (try WaveformDamage(from: &reader), try reader.bool())
    let mix = try Self.buckets(bucketCount, from: &reader)
    var lanes: [[Bucket]] = []
    for _ in 0..<laneCount { lanes.append(try Self.buckets(bucketCount, from: &reader)) }
    self.init(
      frames: frames, firstBucket: firstBucket, sampleRate: sampleRate, channels: channels,
      damage: damage, lengthProvedWrong: wrong, mix: mix, lanes: lanes,
      windows: try Self.windows(from: &reader, frames: frames),
      sound: try reader.read())
    spectrogram = try reader.spectrogram()
  }

  private static func buckets(
    _ count: Int, from reader: inout ByteReader
  ) throws(MalformedBytes) -> [Bucket] {
    guard reader.left / 16 >= count else { throw MalformedBytes() }
    var buckets: [Bucket] = []
    buckets.reserveCapacity(count)
    for _ in 0..<count {
      let (energy, lowest, highest) = (try reader.double(), try reader.float(), try reader.float())
      guard energy >= 0, lowest <= highest else { throw MalformedBytes() }
      buckets.append(Bucket(energy: energy, lowest: lowest, highest: highest))
    }
    return buckets
  }

  private static func windows(
    from reader: inout ByteReader, frames: Int
  ) throws(MalformedBytes) -> [SpectrumWindow] {
    var windows: [SpectrumWindow] = []
    for _ in 0..<(try reader.count(in: 0...WaveformSpectrum.momentCount * 8)) {
      let start = try reader.count(in: 0...frames)
      let levels = try reader.take(WaveformSpectrum.bandCount)
      if let last = windows.last, last.start >= start { throw MalformedBytes() }
      windows.append(SpectrumWindow(start: start, levels: Array(levels)))
    }
    return windows
  }

  /// "WFP" and the version of the format.
  private static let format: UInt32 = 0x0250_4657
}

extension WaveformDamage: FieldCoded {
  package mutating func code(with coder: inout FieldCoder) {
    coder.field(&isTruncated)
    var missing = Int64(framesMissing ?? -1)
    coder.field(&missing)
    framesMissing = missing < 0 ? nil : Int(missing)
    coder.count(&gaps, in: 0...WaveformSummary.mostFrames)
    guard gaps > 0 else { return }
    coder.count(&framesLost, in: 0...WaveformSummary.mostFrames)
    var first = firstGap ?? 0
    coder.count(&first, in: 0...WaveformSummary.mostFrames)
    firstGap = first
  }
}

extension ByteWriter {
  /// Writes a spectrogram at the end; an absent one takes no bytes.
  fileprivate mutating func append(_ spectrogram: Spectrogram?) {
    guard let spectrogram else { return }
    append(Int64(spectrogram.sampleRate))
    append(spectrogram.levels)
  }
}

extension ByteReader {
  /// Reads a spectrogram if bytes are left.
  fileprivate mutating func spectrogram() throws(MalformedBytes) -> Spectrogram? {
    guard left > 0 else { return nil }
    let sampleRate = try count(in: 0...Int(Int32.max))
    let levels = Array(try take(left))
    guard let spectrogram = Spectrogram(sampleRate: sampleRate, levels: levels) else {
      throw MalformedBytes()
    }
    return spectrogram
  }
}
