import WavethumbBytes

extension SoundReport: FieldCoded {
  package mutating func code(with coder: inout FieldCoder) {
    let optionalNumbers: [WritableKeyPath<Self, Double?>] = [
      \.loudness, \.loudnessRange, \.loudestMoment, \.loudestStretch, \.truePeak, \.noiseFloor,
      \.dcOffset, \.correlation, \.bandwidth, \.clipping.firstAt, \.silence.longestAt,
      \.dropouts.firstAt, \.evidence.wall,
    ]
    for path in optionalNumbers {
      coder.field(&self[keyPath: path])
    }
    let counts = [\Self.clipping.runs, \.clipping.samples, \.dropouts.count, \.evidence.sampleRate]
    for path in counts {
      coder.field(&self[keyPath: path])
    }
    let numbers = [
      \Self.silence.leading, \.silence.trailing, \.silence.longest, \.evidence.seconds,
      \.evidence.quieterChannel, \.evidence.offsetSteadiness, \.evidence.worstSecond,
    ]
    for path in numbers {
      coder.field(&self[keyPath: path])
    }
    coder.field(&evidence.isLossless)
    coder.field(&evidence.isSilent)
    coder.field(&evidence.isHeld)
    coder.field(&dualMono)
    coder.field(&bits)
    coder.field(&evidence.storedBits)
    coder.fields(&silentChannels, in: 0...4000)
    coder.require(silentChannels.allSatisfy { (1...4000).contains($0) })
    coder.field(&gating) {
      $0.append(counted: $1.bytes)
    } read: { reader throws(MalformedBytes) in
      let bytes = try reader.countedBytes(atMost: 1 << 16)
      guard let gating = GatingHistogram(bytes: bytes) else { throw MalformedBytes() }
      return gating
    }
    coder.field(&heard)
    coder.field(&events)
  }
}
