import Testing
import WavethumbBytes

@testable import Waveform

private func md5(_ bytes: [UInt8]) -> [UInt8] {
  var md5 = MD5()
  unsafe md5.add(bytes.span.bytes)
  return md5.finish()
}

/// A recording with the digest that its file declares.
private struct DigestedRecording {
  var bytes: [UInt8]
  var encoding: SampleFormat.Encoding
  /// The form of the samples of which the digest is made.
  var spelling: SampleChecksum.Spelling
  var mayBeReversed = false
  /// The frames that are lost at the end.
  var gap = 0
  var isTruncated = false

  /// Returns whether the digest is right, or nil without a verdict.
  func matches(_ digest: [UInt8]) -> Bool? {
    let format = SampleFormat(encoding)
    let frames = bytes.count / format.bytesPerSample
    var source = SoundSource(isLossless: true, channels: 1)
    source.checksum = SampleChecksum(digest, spelling, mayBeReversed: mayBeReversed)
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
    // As between processes: a field that coding forgets is lost here too.
    let encoded = meter.finishPart(truncated: isTruncated).encoded()
    guard let part = WaveformPart(encoded: encoded) else { return nil }
    return WaveformMeasurement(whole: part).isChecksumRight
  }
}

/// Returns integers of so many bits, and their bytes at the upper end of 16 or 32 bits.
private func samples(bits: Int, storedBits: Int) -> (spelled: [UInt8], stored: [UInt8]) {
  var spelled: [UInt8] = []
  var stored: [UInt8] = []
  for index in 0..<9000 {
    // The multiplier of Knuth's hash spreads the numbers over all bits.
    let spread = Int32(truncatingIfNeeded: index &* 2_654_435_761)
    let value = spread >> Int32(32 - bits)
    spelled += littleEndian(value, byteCount: (bits + 7) / 8)
    let scaled = value << Int32(storedBits - bits)
    stored += littleEndian(scaled, byteCount: storedBits / 8)
  }
  return (spelled, stored)
}

private func littleEndian(_ value: Int32, byteCount: Int) -> [UInt8] {
  (0..<byteCount).map { byte in UInt8(truncatingIfNeeded: value >> Int32(8 * byte)) }
}

@Test(arguments: [8, 12, 16, 20, 24])
func `samples of any number of bits are held against their checksum`(bits: Int) {
  let storedBits = bits > 16 ? 32 : 16
  let encoding: SampleFormat.Encoding = bits > 16 ? .int32 : .int16
  let (spelled, stored) = samples(bits: bits, storedBits: storedBits)
  var recording = DigestedRecording(
    bytes: stored,
    encoding: encoding,
    spelling: .signed(bits: bits)
  )

  let digest = md5(spelled)
  #expect(recording.matches(digest) == true)
  #expect(recording.matches(digest.reversed()) == false)

  // The upper byte of a sample, which is part of it at any number of bits.
  let sample = stored.count / 2
  recording.bytes[sample + storedBits / 8 - 1] ^= 1
  #expect(recording.matches(digest) == false)
}

@Test func `bytes as they are stored may have their digest in either order`() {
  let bytes = samples(bits: 16, storedBits: 16).stored
  let recording = DigestedRecording(
    bytes: bytes,
    encoding: .int16,
    spelling: .asStored,
    mayBeReversed: true
  )

  let digest = md5(bytes)
  #expect(recording.matches(digest) == true)
  #expect(recording.matches(digest.reversed()) == true)
  let digestOfOthers = md5([1])
  #expect(recording.matches(digestOfOthers) == false)
}

@Test func `eight bits without a sign are spelled from floating point`() {
  let bytes = (0..<4000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  // 128 is silence.
  let floats = bytes.flatMap { byte in
    let sample = (Float(byte) - 128) / 128
    return sample.bitPattern.bigEndianBytes.reversed()
  }
  let recording = DigestedRecording(
    bytes: floats,
    encoding: .float32,
    spelling: .unsignedBytes
  )
  #expect(recording.matches(md5(bytes)) == true)
}

@Test func `a digest of zeros is none, and a damaged recording has no verdict`() {
  let recording = DigestedRecording(
    bytes: samples(bits: 16, storedBits: 16).stored,
    encoding: .int16,
    spelling: .asStored
  )
  let wrongDigest = md5([1])
  #expect(recording.matches(wrongDigest) == false)
  // An encoder that cannot seek back leaves zeros where FLAC has its digest.
  let zeros = [UInt8](repeating: 0, count: 16)
  #expect(recording.matches(zeros) == nil)

  var withGap = recording
  withGap.gap = 10
  #expect(withGap.matches(wrongDigest) == nil)
  var truncated = recording
  truncated.isTruncated = true
  #expect(truncated.matches(wrongDigest) == nil)
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

// BS.1770: the power of what stands 60 to 120 degrees aside counts 1.41 times, and that of the LFE not.
@Test(
  arguments: [
    (channels: 6, weights: [1, 1, 1, 0, 1.41, 1.41]),
    (channels: 7, weights: [1, 1, 1, 0, 1, 1.41, 1.41]),
    (channels: 8, weights: [1, 1, 1, 0, 1, 1, 1.41, 1.41]),
  ] as [(channels: Int, weights: [Float])]
)
func `the sides of 7.1 weigh more than its backs`(channels: Int, weights: [Float]) {
  let source = SoundSource(isLossless: true, channels: channels)
  #expect(source.weights == weights)
}

@Test func `channels with names weigh by their names`() {
  let names = ["L", "R", "C", "LFE", "Lb", "Rb", "Ls", "Rs"]
  let source = SoundSource(isLossless: true, channels: 8, names: names)
  #expect(source.weights == [1, 1, 1, 0, 1, 1, 1.41, 1.41])
}
