import Testing
import WavethumbBytes

@testable import Waveform

/// Returns the points of 16-bit frames by the definition of the format, independent of the meter.
private func points(of frames: [[Int]], every count: Int, split: Bool) -> [Int] {
  func extremes(_ values: [Int]) -> [Int] {
    [values.min() ?? 0, values.max() ?? 0]
  }
  return stride(from: 0, to: frames.count, by: count).flatMap { start -> [Int] in
    let group = frames[start..<min(start + count, frames.count)]
    if split {
      return group[start].indices.flatMap { channel in
        extremes(group.map { frame in frame[channel] })
      }
    }
    return extremes(group.map { frame in frame.reduce(0, +) / frame.count })
  }
}

private func measured(
  _ bytes: [UInt8],
  format: SampleFormat,
  origin: SampleOrigin = .integers,
  channels: Int,
  every count: Int,
  split: Bool,
  blocks: Int
) -> [Int] {
  var meter = PointsMeter(
    .framesPerPoint(count),
    sampleRate: 8000,
    channels: channels,
    format: format,
    origin: origin,
    split: split
  )
  let width = channels * format.bytesPerSample
  var points: [UInt8] = []
  for start in stride(from: 0, to: bytes.count, by: blocks * width) {
    let block = Array(bytes[start..<min(start + blocks * width, bytes.count)])
    lend(block) { meter.add($0) }
    points += meter.drain()
  }
  meter.finish()
  points += meter.drain()
  return stride(from: 0, to: points.count, by: 2).map {
    Int(Int16(bitPattern: UInt16(points[$0]) | UInt16(points[$0 + 1]) << 8))
  }
}

private func littleEndian(_ values: [Int], width: Int) -> [UInt8] {
  values.flatMap { value in
    (0..<width).map { byte in UInt8(truncatingIfNeeded: value >> (byte * 8)) }
  }
}

@Suite struct `Points of a zoomed waveform` {
  @Test(arguments: [
    (1, 1),
    (1, 7),
    (2, 2),
    (2, 5_000),
    (3, 64),
    (24, 3),
    (5, 100_000),
  ])
  func `points equal a computation by the format's definition`(channels: Int, zoom: Int) {
    var numbers = SeededNumbers(state: 14)
    for frameCount in [1, 2, 1_999, 4_097] {
      let frames = (0..<frameCount).map { _ in
        (0..<channels).map { _ in Int.random(in: -32_768...32_767, using: &numbers) }
      }
      let bytes = littleEndian(frames.flatMap { $0 }, width: 2)
      for split in [false, true] {
        // A point has two frames at least.
        let expected = points(of: frames, every: max(zoom, 2), split: split)
        for blocks in [frameCount, 997, 1] {
          let found = measured(
            bytes,
            format: SampleFormat(.int16),
            channels: channels,
            every: zoom,
            split: split,
            blocks: blocks
          )
          #expect(found == expected)
        }
      }
    }
  }

  @Test func `wider integers use their upper sixteen bits`() {
    // The ends of 24 bits, and what a division by 256 rounds down.
    let values = [-8_388_608, 8_388_607, -1, 255, 256, -256, -257, 0]
    let expected = values.map { Int((Double($0) / 256).rounded(.down)) }
    let bytes = littleEndian(values, width: 3)
    let wide = measured(
      bytes,
      format: SampleFormat(.int24),
      channels: 8,
      every: 2,
      split: true,
      blocks: 1
    )
    // One frame, whose samples are both the lowest and the highest of their channel.
    #expect(wide == expected.flatMap { [$0, $0] })

    let wideBytes = littleEndian(values.map { $0 << 8 }, width: 4)
    let widest = measured(
      wideBytes,
      format: SampleFormat(.int32),
      channels: 8,
      every: 2,
      split: true,
      blocks: 1
    )
    #expect(widest == wide)
  }

  @Test(arguments: [
    (SampleOrigin.numbers, [16_383, -16_383, 32_767, -32_768, 0, 0, 32_767]),
    (.xiph, [16_384, -16_384, 32_767, -32_768, 0, 1, 32_767]),
    (.mpeg, [16_384, -16_384, 32_767, -32_768, 0, 1, 32_767]),
    (.integers, [16_384, -16_384, 32_767, -32_768, 0, 0, 32_767]),
  ])
  func `points are rounded as by their decoder, and clamped`(
    origin: SampleOrigin,
    expected: [Int]
  ) {
    // Halves, values beyond full scale, no number, and one that is 0.65 of a step.
    let values: [Float] = [0.5, -0.5, 1.5, -9, .nan, 0.000_02, .infinity]
    let bytes = littleEndian(values.map { Int($0.bitPattern) }, width: 4)
    let points = measured(
      bytes,
      format: SampleFormat(.float32),
      origin: origin,
      channels: 7,
      every: 2,
      split: true,
      blocks: 1
    )
    #expect(points == expected.flatMap { [$0, $0] })
  }

  @Test(arguments: [(1, false), (2, false), (2, true)], [SampleOrigin.mpeg, .xiph])
  func `vectorised points equal single ones`(
    layout: (channels: Int, split: Bool),
    origin: SampleOrigin
  ) {
    var dice = SeededNumbers(state: 15)
    let scale: Float = origin == .mpeg ? 32768 : 32767
    // Among the values, some without a number and some that are exactly between two integers.
    let values = (0..<10_007 * layout.channels).map { index -> Float in
      switch index % 97 {
      case 3: .nan
      case 5: .infinity
      case 7: (Float(Int.random(in: -400...400, using: &dice)) + 0.5) / scale
      case _: Float.random(in: -1.2...1.2, using: &dice)
      }
    }
    let shorts = values.map { value -> Int in
      guard !value.isNaN else { return 0 }
      let rounded = (value * scale).rounded(.toNearestOrEven)
      return Int(max(-32768, min(32767, rounded)))
    }
    let frames = stride(from: 0, to: shorts.count, by: layout.channels).map {
      Array(shorts[$0..<$0 + layout.channels])
    }
    let bytes = littleEndian(values.map { Int($0.bitPattern) }, width: 4)
    for zoom in [3, 64, 1_000, 20_000] {
      let found = measured(
        bytes,
        format: SampleFormat(.float32),
        origin: origin,
        channels: layout.channels,
        every: zoom,
        split: layout.split,
        blocks: 1_153
      )
      #expect(found == points(of: frames, every: zoom, split: layout.split))
    }
  }

  @Test func `points per second are rounded down to frames`() {
    #expect(PointGrid.pointsPerSecond(100).framesPerPoint(at: 44_150) == 441)
    #expect(PointGrid.pointsPerSecond(1_000_000).framesPerPoint(at: 8_000) == 2)
  }
}
