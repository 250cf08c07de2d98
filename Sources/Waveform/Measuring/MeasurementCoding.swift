package import WavethumbBytes

extension WaveformMeasurement: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(Self.format)
    writer.append(lengthProvedWrong)
    damage.append(to: &writer)
    mix.append(to: &writer)
    results.append(to: &writer)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard try reader.integer(UInt32.self) == Self.format else { throw MalformedBytes() }
    let wrong = try reader.bool()
    let damage = try WaveformDamage(from: &reader)
    let mix = try WaveformSummary(from: &reader)
    self.init(mix: mix, lengthProvedWrong: wrong)
    self.damage = damage
    results = try reader.read()
    results.complete(&self.mix)
  }

  /// "WFM" and the version of the format.
  // To be raised with every change of this layout: the cache may have the bytes of another version.
  private static let format: UInt32 = 0x044D_4657
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
    // With the buckets before it, no more than a summary has.
    coder.fields(&mix, in: 0...WaveformSummary.bucketCount - firstBucket)
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
    // A bucket has a sample at least.
    guard energy >= 0, lowest <= highest else { throw MalformedBytes() }
  }
}

extension WaveformDamage: FieldCoded {
  package mutating func code(with coder: inout FieldCoder) {
    coder.field(&isTruncated)
    // -1 for nil: a number of missing frames is never negative.
    var missing = Int64(framesMissing ?? -1)
    coder.field(&missing)
    framesMissing = missing < 0 ? nil : Int(missing)
    coder.count(&gaps, in: 0...WaveformSummary.maximumFrames)
    // Most recordings have none, and no bytes for what follows.
    guard gaps > 0 else { return }
    coder.count(&framesLost, in: 0...WaveformSummary.maximumFrames)
    var first = firstGap ?? 0
    coder.count(&first, in: 0...WaveformSummary.maximumFrames)
    firstGap = first
    coder.field(&stretches)
  }
}
