package import WavethumbBytes

extension WaveformMeasurement: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Self.format)
    writer.append(lengthProvedWrong)
    damage.append(to: &writer)
    writer.append(UInt8(truncatingIfNeeded: lanes.count))
    mix.append(to: &writer)
    for lane in lanes {
      lane.append(to: &writer)
    }
    writer.append(spectrum.levels)
    results.append(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard try reader.integer(UInt32.self) == Self.format else { throw MalformedBytes() }
    let wrong = try reader.bool()
    let damage = try WaveformDamage(from: &reader)
    let laneCount = try reader.integer(UInt8.self)
    guard laneCount <= LaneMeter.limit else { throw MalformedBytes() }
    let mix = try WaveformSummary(from: &reader)
    var lanes: [WaveformSummary] = []
    for _ in 0..<laneCount {
      lanes.append(try WaveformSummary(from: &reader))
    }
    let levels = try reader.take(WaveformSpectrum.momentCount * WaveformSpectrum.bandCount)
    guard let spectrum = WaveformSpectrum(levels: Array(levels)) else { throw MalformedBytes() }
    self.init(mix: mix, lanes: lanes, spectrum: spectrum, lengthProvedWrong: wrong)
    self.damage = damage
    results = try reader.read()
    results.complete(&self.mix)
  }

  /// "WFM" and the version of the format.
  // To be raised with every change of this layout: the cache may have the bytes of another version.
  private static let format: UInt32 = 0x034D_4657
}

extension WaveformPart: FieldCoded {
  package init() { self.init(frames: 0) }

  package mutating func code(with coder: inout FieldCoder) {
    coder.count(&frames, in: 0...WaveformSummary.maximumFrames)
    coder.count(&firstBucket, in: 0...WaveformSummary.bucketCount)
    coder.count(&sampleRate, in: 1...WaveformSummary.maximumSampleRate)
    coder.count(&channels, in: 1...WaveformSummary.maximumChannels)
    coder.field(&damage)
    coder.field(&lengthProvedWrong)
    coder.fields(&mix, in: 0...WaveformSummary.bucketCount - firstBucket)
    var laneCount = lanes.count
    coder.count(&laneCount, in: 0...LaneMeter.limit)
    lanes += Array(repeating: [], count: laneCount - lanes.count)
    for lane in lanes.indices {
      coder.fields(&lanes[lane], in: mix.count...mix.count)
    }
    coder.fields(&windows, in: 0...WaveformSpectrum.momentCount * 8)
    let starts = windows.map(\.start)
    let areInOrder = zip(starts, starts.dropFirst()).allSatisfy(<)
    coder.require(areInOrder && starts.last ?? 0 <= frames)
    coder.field(&measured)
  }
}

extension Bucket: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(energy)
    writer.append(lowest)
    writer.append(highest)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    energy = try reader.double()
    lowest = try reader.float()
    highest = try reader.float()
    guard energy >= 0, lowest <= highest else { throw MalformedBytes() }
  }
}

extension SpectrumWindow: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Int64(start))
    writer.append(levels)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    start = try reader.count(in: 0...WaveformSummary.maximumFrames)
    levels = Array(try reader.take(WaveformSpectrum.bandCount))
  }
}

extension WaveformDamage: FieldCoded {
  package mutating func code(with coder: inout FieldCoder) {
    coder.field(&isTruncated)
    var missing = Int64(framesMissing ?? -1)
    coder.field(&missing)
    framesMissing = missing < 0 ? nil : Int(missing)
    coder.count(&gaps, in: 0...WaveformSummary.maximumFrames)
    guard gaps > 0 else { return }
    coder.count(&framesLost, in: 0...WaveformSummary.maximumFrames)
    var first = firstGap ?? 0
    coder.count(&first, in: 0...WaveformSummary.maximumFrames)
    firstGap = first
    coder.field(&stretches)
  }
}

extension Spectrogram: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Int64(sampleRate))
    writer.append(Int64(-floor))
    writer.append(levels)
  }

  /// Reads all bytes that are left.
  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let sampleRate = try reader.count(in: 0...Int(Int32.max))
    let depth = try reader.count(in: 0...1000)
    let levels = Array(try reader.take(reader.left))
    guard let spectrogram = Spectrogram(sampleRate: sampleRate, levels: levels, floor: -depth)
    else {
      throw MalformedBytes()
    }
    self = spectrogram
  }
}
