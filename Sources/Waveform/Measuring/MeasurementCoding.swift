package import WavethumbBytes

extension WaveformMeasurement: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let format: UInt32 = try coder.field(value.map { _ in Self.format })
    try coder.require(format == Self.format)
    lengthProvedWrong = try coder.field(value?.lengthProvedWrong)
    damage = try coder.field(value?.damage)
    mix = try coder.field(value?.mix)
    results = try coder.field(value?.results)
    results.complete(&mix)
  }

  /// "WFM" and the version of the format.
  // To be raised with every change of this layout: the cache may have the bytes of another version.
  private static let format: UInt32 = 0x044D_4657
}

extension WaveformPart: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    frames = try coder.count(value?.frames, in: 0...WaveformSummary.maximumFrames)
    firstBucket = try coder.count(value?.firstBucket, in: 0...WaveformSummary.bucketCount)
    sampleRate = try coder.count(value?.sampleRate, in: 1...WaveformSummary.maximumSampleRate)
    channels = try coder.count(value?.channels, in: 1...WaveformSummary.maximumChannels)
    damage = try coder.field(value?.damage)
    lengthProvedWrong = try coder.field(value?.lengthProvedWrong)
    // With the buckets before it, no more than a summary has.
    mix = try coder.fields(value?.mix, in: 0...WaveformSummary.bucketCount - firstBucket)
    measured = try coder.field(value?.measured)
  }
}

extension Bucket: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    energy = try coder.field(value?.energy)
    lowest = try coder.field(value?.lowest)
    highest = try coder.field(value?.highest)
    // A bucket has a sample at least.
    try coder.require(energy >= 0 && lowest <= highest)
  }
}

extension WaveformDamage: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    isTruncated = try coder.field(value?.isTruncated)
    // -1 for nil: a number of missing frames is never negative.
    let missing: Int64 = try coder.field(value.map { Int64($0.framesMissing ?? -1) })
    framesMissing = missing < 0 ? nil : Int(missing)
    gaps = try coder.count(value?.gaps, in: 0...WaveformSummary.maximumFrames)
    // Most recordings have none, and no bytes for what follows.
    guard gaps > 0 else { return }
    framesLost = try coder.count(value?.framesLost, in: 0...WaveformSummary.maximumFrames)
    let first: Int = try coder.count(
      value.map { $0.firstGap ?? 0 },
      in: 0...WaveformSummary.maximumFrames
    )
    firstGap = first
    stretches = try coder.field(value?.stretches)
  }
}
