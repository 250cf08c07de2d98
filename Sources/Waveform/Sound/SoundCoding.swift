import Bytes

extension SoundReport {
  private static var optionalNumbers: [WritableKeyPath<Self, Double?>] {
    [
      \.loudness, \.loudnessRange, \.loudestMoment, \.loudestStretch, \.truePeak, \.noiseFloor,
      \.dcOffset, \.correlation, \.bandwidth, \.clipping.firstAt, \.silence.longestAt,
      \.dropouts.firstAt, \.evidence.wall,
    ]
  }
  private static var counts: [WritableKeyPath<Self, Int>] {
    [\.clipping.runs, \.clipping.samples, \.dropouts.count, \.evidence.sampleRate]
  }
  private static var numbers: [WritableKeyPath<Self, Double>] {
    [
      \.silence.leading, \.silence.trailing, \.silence.longest, \.evidence.seconds,
      \.evidence.quieterChannel, \.evidence.offsetSteadiness, \.evidence.worstSecond,
    ]
  }
  private static var flags: [WritableKeyPath<Self, Bool>] {
    [\.evidence.isLossless, \.evidence.isSilent, \.evidence.isHeld]
  }

  func append(to writer: inout ByteWriter) {
    for path in Self.optionalNumbers { self[keyPath: path].append(to: &writer) }
    for path in Self.counts { writer.append(Int64(self[keyPath: path])) }
    for path in Self.numbers { writer.append(self[keyPath: path]) }
    for path in Self.flags { writer.append(self[keyPath: path]) }
    writer.append(all: dualMono, bits, evidence.storedBits, silentChannels.count)
    for channel in silentChannels { writer.append(Int64(channel)) }
    writer.append(counted: gating.bytes)
    heard.append(to: &writer)
  }

  init(from reader: inout ByteReader) throws(MalformedBytes) {
    for path in Self.optionalNumbers { self[keyPath: path] = try reader.read() }
    for path in Self.counts { self[keyPath: path] = try reader.read() }
    for path in Self.numbers { self[keyPath: path] = try reader.read() }
    for path in Self.flags { self[keyPath: path] = try reader.read() }
    (dualMono, bits, evidence.storedBits) = (
      try reader.read(), try reader.read(), try reader.read()
    )
    for _ in 0..<(try reader.count(in: 0...4000)) {
      silentChannels.append(try reader.count(in: 1...4000))
    }
    let bytes = try reader.countedBytes(atMost: 1 << 16)
    guard let gating = GatingHistogram(bytes: bytes) else { throw MalformedBytes() }
    self.gating = gating
    heard = try HeardLevels(from: &reader)
  }
}
