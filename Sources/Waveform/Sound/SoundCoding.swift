import Bytes

extension SoundReport {
  func append(to writer: inout ByteWriter) {
    for number in [
      loudness, loudnessRange, loudestMoment, loudestStretch, truePeak, noiseFloor, dcOffset,
      correlation, bandwidth, clipping.firstAt, silence.longestAt, dropouts.firstAt, evidence.wall,
    ] {
      writer.append(optional: number) { $0.append($1) }
    }
    for number in [clipping.runs, clipping.samples, dropouts.count, evidence.sampleRate] {
      writer.append(Int64(number))
    }
    for number in [
      silence.leading, silence.trailing, silence.longest, evidence.seconds,
      evidence.quieterChannel, evidence.offsetSteadiness, evidence.worstSecond,
    ] {
      writer.append(number)
    }
    for flag in [evidence.isLossless, evidence.isSilent, evidence.isHeld] { writer.append(flag) }
    writer.append(optional: dualMono) { $0.append($1) }
    writer.append(optional: bits) { $0.append(Int64($1)) }
    writer.append(optional: evidence.storedBits) { $0.append(Int64($1)) }
    writer.append(Int64(silentChannels.count))
    for channel in silentChannels { writer.append(Int64(channel)) }
    writer.append(counted: gating.bytes)
    heard.append(to: &writer)
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    for place: WritableKeyPath<Self, Double?> in [
      \.loudness, \.loudnessRange, \.loudestMoment, \.loudestStretch, \.truePeak, \.noiseFloor,
      \.dcOffset, \.correlation, \.bandwidth, \.clipping.firstAt, \.silence.longestAt,
      \.dropouts.firstAt, \.evidence.wall,
    ] {
      self[keyPath: place] = try reader.optional { reader throws(MalformedBytes) in
        try reader.double()
      }
    }
    for place: WritableKeyPath<Self, Int> in [
      \.clipping.runs, \.clipping.samples, \.dropouts.count, \.evidence.sampleRate,
    ] {
      self[keyPath: place] = try reader.count(in: 0...Int.max)
    }
    for place: WritableKeyPath<Self, Double> in [
      \.silence.leading, \.silence.trailing, \.silence.longest, \.evidence.seconds,
      \.evidence.quieterChannel, \.evidence.offsetSteadiness, \.evidence.worstSecond,
    ] {
      self[keyPath: place] = try reader.double()
    }
    for place: WritableKeyPath<Self, Bool> in [
      \.evidence.isLossless, \.evidence.isSilent, \.evidence.isHeld,
    ] {
      self[keyPath: place] = try reader.bool()
    }
    dualMono = try reader.optional { reader throws(MalformedBytes) in try reader.bool() }
    bits = try reader.optional { reader throws(MalformedBytes) in try reader.count(in: 0...32) }
    evidence.storedBits = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 0...32)
    }
    for _ in 0..<(try reader.count(in: 0...4000)) {
      silentChannels.append(try reader.count(in: 1...4000))
    }
    let bytes = try reader.countedBytes(atMost: 1 << 16)
    guard let gating = GatingHistogram(bytes: bytes) else { throw MalformedBytes() }
    self.gating = gating
    heard = try HeardLevels(from: &reader)
  }
}
