import Codecs
import Testing
import WavethumbSystem

@testable import Decoding

@Suite struct DecodingPulseTests {
  @Test func `single frames do not count as progress`() {
    let progress = DecodingProgress { _, _ in true }
    progress.begin(sampleRate: 44_100, channels: 2)
    // 4,410 frames are a tenth of a second. A decoder that gives a frame now and then would otherwise
    // never exceed its time.
    for _ in 0..<4000 {
      _ = progress.decoded(1)
    }
    #expect(progress.steps == 0)
    _ = progress.decoded(410)
    #expect(progress.steps == 1)
    // A block of the file is progress as well: reading a slow one yields no frames yet.
    progress.read()
    #expect(progress.steps == 2)
  }

  @Test func `a million samples count as progress whatever their duration`() {
    let progress = DecodingProgress { _, _ in true }
    // The highest rate and the most channels that are allowed: 2^20 frames are only a tenth of a second,
    // but 2^30 samples.
    progress.begin(sampleRate: 10_000_000, channels: 1024)
    _ = progress.decoded(1 << 20)
    #expect(progress.steps >= 1024)
  }

  @Test func `too many samples per byte are rejected`() throws {
    var limits = AudioLimits()
    limits.freeSamples = 1000
    limits.samplesPerByte = 10
    let progress = DecodingProgress { _, _ in true }
    progress.begin(sampleRate: 44_100, channels: 2)
    // 1,000 free samples and 10 for each of 10 bytes are 1,100: 550 frames of two channels.
    _ = progress.decoded(550)
    try progress.checkWork(limits, bytes: 10)
    _ = progress.decoded(1)
    #expect(throws: DecodeFailure.audio(.tooMuchWork(samplesPerByte: 10))) {
      try progress.checkWork(limits, bytes: 10)
    }

    // Eight channels at 655,350 Hz have less than a third of the free allowance.
    progress.begin(sampleRate: 655_350, channels: 8)
    #expect(throws: DecodeFailure.audio(.tooMuchWork(samplesPerByte: 10))) {
      _ = progress.decoded(50)
      try progress.checkWork(limits, bytes: 10)
    }

    // A second pass over the same file is not counted again.
    progress.begin(sampleRate: 44_100, channels: 2)
    try progress.checkWork(limits, bytes: 10)
  }

  /// Returns the reported bytes after `blocks` blocks were read and a tenth of the audio was
  /// decoded.
  private func bytes(readBefore blocks: Int, expecting frames: Int?) -> Int {
    let reportedBytes = Locked(0)
    let progress = DecodingProgress { soFar, _ in
      reportedBytes.withLock { $0 = soFar.bytes }
      return true
    }
    for _ in 0..<blocks {
      progress.read()
    }
    progress.begin(
      sampleRate: 8000,
      channels: 1,
      expecting: frames,
      ofBytes: 10 * ByteSource.blockSize
    )
    _ = progress.decoded(1000)
    return reportedBytes.withLock { $0 }
  }

  @Test func `decoded sound is the progress after everything has been read`() {
    #expect(bytes(readBefore: 10, expecting: 10_000) == ByteSource.blockSize)
    #expect(bytes(readBefore: 0, expecting: 10_000) == ByteSource.blockSize)
    // A wrong length never reports more than the file size: 1,000 frames of 500 would be twice of it.
    #expect(bytes(readBefore: 10, expecting: 500) == 10 * ByteSource.blockSize)
  }

  @Test func `reading alone decodes nothing`() {
    let reports = Locked<[DecodedSoFar]>([])
    let progress = DecodingProgress { soFar, _ in
      reports.withLock { $0.append(soFar) }
      return true
    }
    for _ in 0..<2 {
      progress.read()
    }
    // Two reports, which show that the worker lives, and no byte: some formats are read to the end, to
    // count their frames, before the first one is decoded.
    #expect(reports.withLock { $0 } == [DecodedSoFar(), DecodedSoFar()])
  }

  @Test func `bytes are the progress while reading and decoding`() {
    #expect(bytes(readBefore: 2, expecting: 10_000) == 2 * ByteSource.blockSize)
    #expect(bytes(readBefore: 10, expecting: nil) == 10 * ByteSource.blockSize)
  }
}
