import Codecs
import Glibc
import TestSupport
import Testing
import Waveform
import WavethumbSystem

@testable import Decoding

@Suite struct `Measuring a stream of samples` {
  private let request = DecodeRequest()

  /// Returns stereo samples of varying loudness.
  // Seven levels, each for a prime number of frames, so that buckets begin at all places in them.
  private func samples(frames: Int) -> [UInt8] {
    (0..<frames).flatMap { frame -> [UInt8] in
      let step = frame / 997 % 7
      let level = Double(3000 + 20_000 * step / 7)
      let value = Int16((level * sin(Double(frame) * 0.05)).rounded())
      return StreamHeads.little(value) + StreamHeads.little(-value)
    }
  }

  private func measured(_ stream: [UInt8], blocks: [Int]) throws -> DecodedRecording {
    let header = try #require(PCMStreamHeader(stream))
    var measuring = PCMStreamMeasuring(header, request)
    var offset = 0
    var round = 0
    while offset < stream.count {
      let end = min(stream.count, offset + blocks[round % blocks.count])
      try measuring.add(stream[offset..<end])
      offset = end
      round += 1
    }
    return try measuring.finish()
  }

  private func decoded(_ file: [UInt8]) throws -> DecodedRecording {
    let descriptor = Descriptor(owning: try #require(DescriptorSystem.file(holding: file)))
    return try decodeInProcess(descriptor: descriptor.number, request: request).get()
  }

  @Test func `a stream of the declared length is measured like a file`() throws {
    let sound = samples(frames: 50_000)
    let stream = StreamHeads.wav(dataSize: UInt32(sound.count)) + sound
    let expected = try decoded(stream)
    // As a pipe has them at most, blocks that split frames, and the header of 44 bytes alone.
    for blocks in [[1 << 16], [1, 3, 7, 4096], [44, 5]] {
      let recording = try measured(stream, blocks: blocks)
      #expect(recording.measurement == expected.measurement)
      #expect(recording.facts == expected.facts)
    }
  }

  @Test func `bytes after the samples are not measured`() throws {
    let sound = samples(frames: 10_000)
    let stream = StreamHeads.wav(dataSize: UInt32(sound.count)) + sound
    // Loud, as sound. Chunks behind the samples may have tags.
    let noise = [UInt8](repeating: 0x7F, count: 5000)
    let longer = try measured(stream + noise, blocks: [4096])
    let plain = try measured(stream, blocks: [4096])
    #expect(longer.measurement == plain.measurement)
  }

  @Test func `a stream that breaks off is truncated, unless its length is unknown`() throws {
    // 40,000 bytes, half of what the first header declares.
    let sound = samples(frames: 10_000)
    let cut = try measured(StreamHeads.wav(dataSize: 80_000) + sound, blocks: [4096])
    #expect(cut.measurement.mix.truncated)
    #expect(cut.measurement.mix.frames == 10_000)
    let open = try measured(StreamHeads.wav(dataSize: .max) + sound, blocks: [4096])
    #expect(!open.measurement.mix.truncated)
    #expect(open.measurement.mix.frames == 10_000)
  }

  @Test func `an unknown length causes an error below one in 256`() throws {
    // Many times the buckets of a summary, so that they were merged often; and one frame more.
    let frames = 1_500_001
    let sound = samples(frames: frames)
    let exact = try decoded(StreamHeads.wav(dataSize: UInt32(sound.count)) + sound)
    let folded = try measured(StreamHeads.wav(dataSize: .max) + sound, blocks: [1 << 16])
    for count in [100, 97, 64, 1000] {
      let bars = exact.measurement.mix.bars(count, measure: .rms)
      let others = folded.measurement.mix.bars(count, measure: .rms)
      // The bound that `PCMStreamMeasuring` promises: half a pixel of a picture 128 pixels high.
      let tolerance = (bars.max() ?? 0) / 256
      for (bar, other) in zip(bars, others) {
        #expect(abs(bar - other) < tolerance)
      }
    }
  }

  // The tags of WAV: 1 is PCM, 3 IEEE float, 6 A-law and 7 µ-law. 16-bit PCM is above.
  @Test(arguments: [
    (1, 8),
    (3, 64),
    (6, 8),
    (7, 8),
    (1, 24),
    (1, 32),
    (3, 32),
  ])
  func `every sample format of streams is measured like a file`(tag: UInt16, bits: UInt16) throws {
    // 96,000 bytes are whole frames in each format. As floats, some of them are NaN, and many immense.
    let sound = (0..<24 * 4000).map { UInt8(truncatingIfNeeded: ($0 * 7919) >> 3) }
    let size = UInt32(sound.count)
    let stream = StreamHeads.wav(dataSize: size, tag: tag, bits: bits) + sound
    let file = try decoded(stream)
    let pipe = try measured(stream, blocks: [1000])
    #expect(pipe.facts == file.facts)

    // A file and a stream have different code for some formats: the last bit may differ.
    let bars = file.measurement.mix.bars(100, measure: .rms)
    let others = pipe.measurement.mix.bars(100, measure: .rms)
    for (bar, other) in zip(bars, others) {
      #expect(abs(bar - other) <= 1e-6 * max(1, abs(bar)))
    }
  }

  @Test func `a stream ends at the limit of hours`() throws {
    let header = try #require(PCMStreamHeader(StreamHeads.wav(dataSize: .max)))
    var request = DecodeRequest()
    // 0.36 s; the block has one second.
    request.limits.hours = 0.0001
    var measuring = PCMStreamMeasuring(header, request)
    let second = [UInt8](repeating: 0, count: 176_400)
    #expect(throws: DecodeFailure.self) { try measuring.add(second[...]) }
  }

  @Test func `a header without sound is empty`() {
    // Three bytes of a frame of four.
    #expect(throws: DecodeFailure.audio(.empty)) {
      try measured(StreamHeads.wav(dataSize: .max) + [1, 2, 3], blocks: [10])
    }
  }
}
