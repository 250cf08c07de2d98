package import WavethumbBytes

extension SoundReport: ByteCoded {
  // The same order as in the bytes, by type and not by subject. It is kept, because the entries of
  // caches are in it.
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    loudness = try coder.field(value?.loudness)
    loudnessRange = try coder.field(value?.loudnessRange)
    loudestMoment = try coder.field(value?.loudestMoment)
    loudestStretch = try coder.field(value?.loudestStretch)
    truePeak = try coder.field(value?.truePeak)
    noiseFloor = try coder.field(value?.noiseFloor)
    dcOffset = try coder.field(value?.dcOffset)
    correlation = try coder.field(value?.correlation)
    bandwidth = try coder.field(value?.bandwidth)
    clipping.firstAt = try coder.field(value?.clipping.firstAt)
    silence.longestAt = try coder.field(value?.silence.longestAt)
    dropouts.firstAt = try coder.field(value?.dropouts.firstAt)
    evidence.cutoff = try coder.field(value?.evidence.cutoff)

    clipping.runs = try coder.field(value?.clipping.runs)
    clipping.samples = try coder.field(value?.clipping.samples)
    dropouts.count = try coder.field(value?.dropouts.count)
    evidence.sampleRate = try coder.field(value?.evidence.sampleRate)
    silence.leading = try coder.field(value?.silence.leading)
    silence.trailing = try coder.field(value?.silence.trailing)
    silence.longest = try coder.field(value?.silence.longest)
    evidence.seconds = try coder.field(value?.evidence.seconds)
    evidence.quieterChannel = try coder.field(value?.evidence.quieterChannel)
    evidence.offsetSteadiness = try coder.field(value?.evidence.offsetSteadiness)
    evidence.worstSecond = try coder.field(value?.evidence.worstSecond)

    evidence.isLossless = try coder.field(value?.evidence.isLossless)
    evidence.isSilent = try coder.field(value?.evidence.isSilent)
    evidence.isHeld = try coder.field(value?.evidence.isHeld)
    dualMono = try coder.field(value?.dualMono)
    bits = try coder.field(value?.bits)
    evidence.storedBits = try coder.field(value?.evidence.storedBits)

    // A grid allows 4,000 channels at most, of 1 kHz.
    silentChannels = try coder.fields(value?.silentChannels, in: 0...4000)
    try coder.require(silentChannels.allSatisfy { (1...4000).contains($0) })

    // 2,000 bins of at most six bytes each take less.
    let bytes = try coder.countedBytes(value?.gating.bytes[...], atMost: 1 << 16)
    guard let gating = value?.gating ?? GatingHistogram(bytes: bytes) else {
      throw MalformedBytes()
    }
    self.gating = gating
    kWeighted = try coder.field(value?.kWeighted)
    events = try coder.field(value?.events)
  }
}
