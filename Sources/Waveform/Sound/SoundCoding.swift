import WavethumbBytes

extension SoundReport: FieldCoded {
  // The same order as in the bytes, by type and not by subject. It is kept, because the entries of
  // caches are in it.
  package mutating func code(with coder: inout FieldCoder) {
    codeOptionalNumbers(with: &coder)
    codeNumbers(with: &coder)

    coder.field(&evidence.isLossless)
    coder.field(&evidence.isSilent)
    coder.field(&evidence.isHeld)
    coder.field(&dualMono)
    coder.field(&bits)
    coder.field(&evidence.storedBits)

    // A grid allows 4,000 channels at most, of 1 kHz.
    coder.fields(&silentChannels, in: 0...4000)
    coder.require(silentChannels.allSatisfy { (1...4000).contains($0) })

    coder.field(&gating) { writer, gating in
      writer.append(counted: gating.bytes)
    } read: { reader throws(MalformedBytes) in
      // 2,000 bins of at most six bytes each take less.
      let bytes = try reader.countedBytes(atMost: 1 << 16)
      guard let gating = GatingHistogram(bytes: bytes) else { throw MalformedBytes() }
      return gating
    }
    coder.field(&heard)
    coder.field(&events)
  }

  private mutating func codeOptionalNumbers(with coder: inout FieldCoder) {
    coder.field(&loudness)
    coder.field(&loudnessRange)
    coder.field(&loudestMoment)
    coder.field(&loudestStretch)
    coder.field(&truePeak)
    coder.field(&noiseFloor)
    coder.field(&dcOffset)
    coder.field(&correlation)
    coder.field(&bandwidth)
    coder.field(&clipping.firstAt)
    coder.field(&silence.longestAt)
    coder.field(&dropouts.firstAt)
    coder.field(&evidence.wall)
  }

  private mutating func codeNumbers(with coder: inout FieldCoder) {
    coder.field(&clipping.runs)
    coder.field(&clipping.samples)
    coder.field(&dropouts.count)
    coder.field(&evidence.sampleRate)

    coder.field(&silence.leading)
    coder.field(&silence.trailing)
    coder.field(&silence.longest)
    coder.field(&evidence.seconds)
    coder.field(&evidence.quieterChannel)
    coder.field(&evidence.offsetSteadiness)
    coder.field(&evidence.worstSecond)
  }
}
