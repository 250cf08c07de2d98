import Testing
import WavethumbBytes

@testable import Waveform

/// Returns the points of 16-bit frames by the definition of the format, independent of the meter: the
/// lowest and the highest sample of each group of frames.
private func points(of frames: [[Int]], framesPerPoint: Int, split: Bool) -> [Int] {
  func extremes(_ values: [Int]) -> [Int] {
    [values.min() ?? 0, values.max() ?? 0]
  }
  return stride(from: 0, to: frames.count, by: framesPerPoint).flatMap { start -> [Int] in
    let end = min(start + framesPerPoint, frames.count)
    let group = frames[start..<end]
    if split {
      return group[start].indices.flatMap { channel in
        extremes(group.map { frame in frame[channel] })
      }
    }
    let means = group.map { frame in frame.reduce(0, +) / frame.count }
    return extremes(means)
  }
}

private func measured(
  _ bytes: [UInt8],
  format: SampleFormat,
  origin: SampleOrigin = .integers,
  channels: Int,
  framesPerPoint: Int,
  split: Bool,
  framesPerBlock: Int
) -> [Int] {
  var meter = PointsMeter(
    .framesPerPoint(framesPerPoint),
    of: SoundShape(
      channels: channels,
      sampleRate: 8000,
      format: format,
      length: .unknown,
      source: SoundSource(isLossless: true, channels: channels)
    ),
    origin: origin,
    split: split
  )
  let blockBytes = framesPerBlock * channels * format.bytesPerSample
  var points: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: blockBytes) {
    let end = min(start + blockBytes, bytes.count)
    withSpan(of: Array(bytes[start..<end])) { meter.add($0) }
    points += meter.drain()
  }
  meter.finish()
  points += meter.drain()
  return stride(from: 0, to: points.count, by: 2).map { offset in
    let word = UInt16(points[offset]) | UInt16(points[offset + 1]) << 8
    return Int(Int16(bitPattern: word))
  }
}

private func littleEndian(_ values: [Int], bytesPerValue: Int) -> [UInt8] {
  values.flatMap { value in
    (0..<bytesPerValue).map { byte in UInt8(truncatingIfNeeded: value >> (byte * 8)) }
  }
}

/// Returns the points of one frame: each sample is both the lowest and the highest of its channel.
private func points(ofFrame samples: [Int]) -> [Int] {
  samples.flatMap { [$0, $0] }
}

@Suite struct `Points of a zoomed waveform` {
  // Mono, stereo, and numbers of channels that no vector divides; points of few frames, and of more
  // than there are.
  @Test(arguments: [
    (channels: 1, framesPerPoint: 1),
    (channels: 1, framesPerPoint: 7),
    (channels: 2, framesPerPoint: 2),
    (channels: 2, framesPerPoint: 5_000),
    (channels: 3, framesPerPoint: 64),
    (channels: 24, framesPerPoint: 3),
    (channels: 5, framesPerPoint: 100_000),
  ])
  func `points equal a computation by the format's definition`(
    channels: Int,
    framesPerPoint: Int
  ) {
    var random = SeededNumbers(seed: 14)
    for frameCount in [1, 2, 1_999, 4_097] {
      let frames = (0..<frameCount).map { _ in
        (0..<channels).map { _ in Int.random(in: -32_768...32_767, using: &random) }
      }
      let bytes = littleEndian(Array(frames.joined()), bytesPerValue: 2)
      for split in [false, true] {
        // A point has two frames at least.
        let expected = points(of: frames, framesPerPoint: max(framesPerPoint, 2), split: split)
        // One block, blocks that end within a point, and frame by frame.
        for framesPerBlock in [frameCount, 997, 1] {
          let points = measured(
            bytes,
            format: SampleFormat(.int16),
            channels: channels,
            framesPerPoint: framesPerPoint,
            split: split,
            framesPerBlock: framesPerBlock
          )
          #expect(points == expected)
        }
      }
    }
  }

  @Test func `wider integers use their upper sixteen bits`() {
    // The ends of 24 bits, and what a division by 256 rounds down.
    let values = [-8_388_608, 8_388_607, -1, 255, 256, -256, -257, 0]
    let expected = values.map { Int((Double($0) / 256).rounded(.down)) }
    let points24 = measured(
      littleEndian(values, bytesPerValue: 3),
      format: SampleFormat(.int24),
      channels: values.count,
      framesPerPoint: 2,
      split: true,
      framesPerBlock: 1
    )
    #expect(points24 == points(ofFrame: expected))

    let values32 = values.map { $0 << 8 }
    let points32 = measured(
      littleEndian(values32, bytesPerValue: 4),
      format: SampleFormat(.int32),
      channels: values.count,
      framesPerPoint: 2,
      split: true,
      framesPerBlock: 1
    )
    #expect(points32 == points24)
  }

  @Test(arguments: [
    (origin: SampleOrigin.numbers, expected: [16_383, -16_383, 32_767, -32_768, 0, 0, 32_767]),
    (origin: .xiph, expected: [16_384, -16_384, 32_767, -32_768, 0, 1, 32_767]),
    (origin: .mpeg, expected: [16_384, -16_384, 32_767, -32_768, 0, 1, 32_767]),
    (origin: .integers, expected: [16_384, -16_384, 32_767, -32_768, 0, 0, 32_767]),
  ])
  func `points are rounded as by their decoder, and clamped`(
    origin: SampleOrigin,
    expected: [Int]
  ) {
    // Halves, values beyond full scale, no number, and one that is 0.65 of a step.
    let values: [Float] = [0.5, -0.5, 1.5, -9, .nan, 0.000_02, .infinity]
    let bitPatterns = values.map { Int($0.bitPattern) }
    let points = measured(
      littleEndian(bitPatterns, bytesPerValue: 4),
      format: SampleFormat(.float32),
      origin: origin,
      channels: values.count,
      framesPerPoint: 2,
      split: true,
      framesPerBlock: 1
    )
    #expect(points == WaveformTests.points(ofFrame: expected))
  }

  // The layouts that are measured eight samples at once, and the decoders whose samples are floats.
  @Test(
    arguments: [
      (channels: 1, split: false),
      (channels: 2, split: false),
      (channels: 2, split: true),
    ],
    [SampleOrigin.mpeg, .xiph]
  )
  func `vectorised points equal single ones`(
    layout: (channels: Int, split: Bool),
    origin: SampleOrigin
  ) {
    // The full scale of libmpg123, and that of libvorbis and libopus.
    let scale: Float = origin == .mpeg ? 32_768 : 32_767
    let values = oddSamples(10_007 * layout.channels, scale: scale)
    let shorts = values.map { value -> Int in
      guard !value.isNaN else { return 0 }
      let rounded = (value * scale).rounded(.toNearestOrEven)
      return Int(max(-32_768, min(32_767, rounded)))
    }
    let frames = stride(from: 0, to: shorts.count, by: layout.channels).map { start in
      Array(shorts[start..<start + layout.channels])
    }

    let bitPatterns = values.map { Int($0.bitPattern) }
    let bytes = littleEndian(bitPatterns, bytesPerValue: 4)
    for framesPerPoint in [3, 64, 1_000, 20_000] {
      let expected = points(of: frames, framesPerPoint: framesPerPoint, split: layout.split)
      let points = measured(
        bytes,
        format: SampleFormat(.float32),
        origin: origin,
        channels: layout.channels,
        framesPerPoint: framesPerPoint,
        split: layout.split,
        framesPerBlock: 1_153
      )
      #expect(points == expected)
    }
  }

  /// Returns noise beyond full scale, with numbers of every kind that rounding treats in its own way.
  private func oddSamples(_ count: Int, scale: Float) -> [Float] {
    var random = SeededNumbers(seed: 15)
    return (0..<count).map { index -> Float in
      switch index % 97 {
      case 3: return .nan
      case 5: return .infinity
      case 7:
        let between = Float(Int.random(in: -400...400, using: &random)) + 0.5
        return between / scale
      default: return Float.random(in: -1.2...1.2, using: &random)
      }
    }
  }

  @Test func `points per second are rounded down to frames`() {
    #expect(PointGrid.pointsPerSecond(100).framesPerPoint(at: 44_150) == 441)
    #expect(PointGrid.pointsPerSecond(1_000_000).framesPerPoint(at: 8_000) == 2)
  }
}
