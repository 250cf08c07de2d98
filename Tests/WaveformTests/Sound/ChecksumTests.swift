import Testing
import WavethumbBytes

@testable import Waveform

private func md5(_ bytes: [UInt8]) -> [UInt8] {
  var md5 = MD5()
  unsafe md5.add(bytes.span.bytes)
  return md5.finish()
}

/// Measures 16-bit or 32-bit samples with a declared digest.
private func isRight(
  _ bytes: [UInt8],
  encoding: SampleFormat.Encoding,
  spelling: SampleChecksum.Spelling,
  declared: [UInt8],
  gap: Int = 0,
  isCut: Bool = false,
  reversed: Bool = false
) -> Bool? {
  let format = SampleFormat(encoding)
  let frames = bytes.count / format.bytesPerSample
  var source = SoundSource(isLossless: true, channels: 1)
  source.checksum = SampleChecksum(declared, spelling, mayBeReversed: reversed)
  var meter = WaveformMeter(
    channels: 1,
    sampleRate: 8000,
    length: .known(frames: frames),
    format: format,
    measures: Measures(ChecksumMeasure()),
    source: source
  )
  // Blocks that end within a block of MD5, which is 64 bytes.
  meter.add(bytes, frameBytes: format.bytesPerSample, blocks: [3, 5000, 1])
  if gap > 0 {
    meter.addGap(frames: gap)
  }
  let part = meter.finishPart(truncated: isCut)
  return WaveformPart(encoded: part.encoded()).flatMap {
    WaveformMeasurement(whole: $0).isChecksumRight
  }
}

/// Returns integers of so many bits, and their bytes at the upper end of 16 or 32 bits.
private func samples(bits: Int, storedBits: Int) -> (spelled: [UInt8], stored: [UInt8]) {
  var spelled: [UInt8] = []
  var stored: [UInt8] = []
  for index in 0..<9000 {
    // The multiplier of Knuth's hash spreads the numbers over all bits.
    let value = Int32(truncatingIfNeeded: index &* 2_654_435_761) >> Int32(32 - bits)
    for byte in 0..<(bits + 7) / 8 {
      spelled.append(UInt8(truncatingIfNeeded: value >> Int32(8 * byte)))
    }
    let scaled = value << Int32(storedBits - bits)
    for byte in 0..<storedBits / 8 {
      stored.append(UInt8(truncatingIfNeeded: scaled >> Int32(8 * byte)))
    }
  }
  return (spelled, stored)
}

@Test(arguments: [8, 12, 16, 20, 24])
func `samples of any number of bits are held against their checksum`(bits: Int) {
  let storedBits = bits > 16 ? 32 : 16
  let encoding: SampleFormat.Encoding = bits > 16 ? .int32 : .int16
  let (spelled, stored) = samples(bits: bits, storedBits: storedBits)
  func isRight(_ bytes: [UInt8], declared: [UInt8]) -> Bool? {
    WaveformTests.isRight(
      bytes,
      encoding: encoding,
      spelling: .signed(bits: bits),
      declared: declared
    )
  }

  let digest = md5(spelled)
  #expect(isRight(stored, declared: digest) == true)
  #expect(isRight(stored, declared: digest.reversed()) == false)

  // The upper byte of a sample, which is part of it at any number of bits.
  var changed = stored
  changed[stored.count / 2 + storedBits / 8 - 1] ^= 1
  #expect(isRight(changed, declared: digest) == false)
}

@Test func `bytes as they are stored may have their digest in either order`() {
  let bytes = samples(bits: 16, storedBits: 16).stored
  func isRight(declared: [UInt8]) -> Bool? {
    WaveformTests.isRight(
      bytes,
      encoding: .int16,
      spelling: .asStored,
      declared: declared,
      reversed: true
    )
  }

  let digest = md5(bytes)
  #expect(isRight(declared: digest) == true)
  #expect(isRight(declared: digest.reversed()) == true)
  #expect(isRight(declared: md5([1])) == false)
}

@Test func `eight bits without a sign are spelled from floating point`() {
  let bytes = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  let floats = bytes.flatMap { byte in
    ((Float(byte) - 128) / 128).bitPattern.bigEndianBytes.reversed()
  }
  #expect(
    isRight(floats, encoding: .float32, spelling: .unsignedBytes, declared: md5(bytes)) == true
  )
}

@Test func `a digest of zeros is none, and a damaged recording has no verdict`() {
  let bytes = samples(bits: 16, storedBits: 16).stored
  func isRight(declared: [UInt8], gap: Int = 0, isCut: Bool = false) -> Bool? {
    WaveformTests.isRight(
      bytes,
      encoding: .int16,
      spelling: .asStored,
      declared: declared,
      gap: gap,
      isCut: isCut
    )
  }

  let wrong = md5([1])
  #expect(isRight(declared: wrong) == false)
  // An encoder that cannot seek back leaves zeros where FLAC has its digest.
  #expect(isRight(declared: [UInt8](repeating: 0, count: 16)) == nil)
  #expect(isRight(declared: wrong, gap: 10) == nil)
  #expect(isRight(declared: wrong, isCut: true) == nil)
}

/// Returns whether two parts can be joined.
private func canJoin(_ first: ChecksumPart.State, with second: ChecksumPart.State) -> Bool {
  var part = ChecksumPart(state: first)
  return part.append(ChecksumPart(state: second))
}

// A digest needs all bytes in order.
@Test func `parts with a checksum cannot be joined, and those without can`() {
  for state in [ChecksumPart.State.match, .mismatch, .partial] {
    #expect(!canJoin(state, with: .none))
    #expect(!canJoin(.none, with: state))
  }
  #expect(canJoin(.none, with: .none))
}

@Test func `a wrong checksum is a finding`() {
  var report = SoundReport()
  #expect(report.findings(isTruncated: false, hasGaps: false).isEmpty)
  report.checksum = true
  #expect(report.findings(isTruncated: false, hasGaps: false).isEmpty)
  report.checksum = false
  #expect(report.findings(isTruncated: false, hasGaps: false) == [.checksumMismatch])
}

@Test(arguments: [
  (7, [Float(1), 1, 1, 0, 1, 1.41, 1.41]),
  (8, [1, 1, 1, 0, 1, 1, 1.41, 1.41]),
  (6, [1, 1, 1, 0, 1.41, 1.41]),
])
func `the sides of 7.1 weigh more than its backs`(channels: Int, weights: [Float]) {
  #expect(SoundSource(isLossless: true, channels: channels).weights == weights)
  let names = ["L", "R", "C", "LFE", "Lb", "Rb", "Ls", "Rs"]
  let named = SoundSource(isLossless: true, channels: 8, names: names)
  #expect(named.weights == [1, 1, 1, 0, 1, 1, 1.41, 1.41])
}
