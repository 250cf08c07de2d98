import TestSupport
import Testing
import Waveform
import WavethumbSystem

@testable import Decoding

/// Tests points of recordings that several workers decode.
@Suite struct `Points joined from parts` {
  private func values(_ points: MeasuredPoints?) throws -> [Int16] {
    var values: [Int16] = []
    try points?.forEachBlock { (block) throws(DecodeFailure) in
      values += block
    } unread: { _ in
      .changed
    }
    return values
  }

  /// 20 minutes of stereo at 1,000 Hz; for most zooms, parts begin in the middle of a point.
  // A low rate: long in time, which decides about parts, and short in bytes. The 11 frames more make the
  // last point a short one.
  private static var long: WaveFile {
    var long = WaveFile.tone(frames: 1_200_011, channels: 2)
    long.sampleRate = 1000
    return long
  }

  // Many points a part, points that two parts share, points longer than a part, and one for everything.
  @Test(arguments: [
    (2, true),
    (64, false),
    (999, true),
    (500_000, false),
    (5_000_000, true),
  ])
  func `joined points of parts equal those of the whole`(zoom: Int, split: Bool) async throws {
    let pool = WorkerPool.testing(timeout: 60)
    var request = DecodeRequest(split: split)
    request.points = .framesPerPoint(zoom)
    let file = Self.long.descriptor()
    let whole = try pool.decode(descriptor: file.number, request: request).get()
    let shared = try #require(
      try SharedDecoding(pool, descriptor: file.number, request: request, cancel: nil) { _ in }
    )

    let joined = try await shared.decode(width: 2).get()
    #expect(joined == whole)
    let lanes = split ? 2 : 1
    let countRoundedUp = (1_200_011 + zoom - 1) / zoom
    #expect(whole.points?.count == countRoundedUp)
    #expect(whole.points?.lanes == lanes)
    #expect(try values(joined.points) == values(whole.points))
  }

  @Test func `points alone equal points with summaries`() async throws {
    let pool = WorkerPool.testing(timeout: 60)
    // The first is shorter than a file that is shared; the second is decoded in parts.
    let files = [
      (WaveFile.tone(frames: 300_000, channels: 2), true),
      (Self.long, false),
    ]
    for (tone, split) in files {
      let file = tone.descriptor()
      var request = DecodeRequest(split: split)
      request.points = .framesPerPoint(100)
      let whole = try pool.decode(descriptor: file.number, request: request).get()
      request.measuresLevels = false
      request.measures = Measures()
      let shared = try SharedDecoding(
        pool,
        descriptor: file.number,
        request: request,
        cancel: nil
      ) { _ in }
      let together = try await shared?.decode(width: 2)
      let answer = together ?? pool.decode(descriptor: file.number, request: request)
      let bare = try answer.get()
      #expect(try values(bare.points) == values(whole.points))
      #expect(bare.facts == whole.facts)
      #expect(bare.measurement.mix.duration == whole.measurement.mix.duration)
      // Silent: what nobody asked for was not measured.
      #expect(bare.measurement.mix.peak == 0)
      #expect(bare.measurement.lanes.isEmpty)
    }
  }

  @Test func `a wrong number of points is rejected`() {
    let part = SpooledPoints(start: nil, rest: [0, 0, 1, 0], length: 4, failure: 0)
    // The part has one point of 10 frames; these ranges have two, the ends of two, and none.
    for frames in [0..<11, 9..<11, 10..<10] {
      var points = JoinedPoints((10, 1))
      #expect(throws: DecodeFailure.crashed(signal: 0)) { try points.add(part, of: frames) }
    }
  }

  @Test func `batched recordings have the same points as single ones`() throws {
    let pool = WorkerPool.testing(timeout: 60)
    var request = DecodeRequest()
    request.points = .framesPerPoint(7)
    let short = WaveFile.tone(frames: 3_000).descriptor()
    let long = WaveFile.tone(frames: 200_000, channels: 2).descriptor()
    // Read-only, as the files of a scan: one that is open for writing is in no batch.
    let one = Descriptor(owning: try DescriptorSystem.readOnly(short.number))
    let other = Descriptor(owning: try DescriptorSystem.readOnly(long.number))
    let files = [one.number, other.number, one.number]

    let alone = try files.map { file in
      let recording = try pool.decode(descriptor: file, request: request).get()
      return try values(recording.points)
    }
    var answers: [Int: DecodeResult] = [:]
    pool.decode(sequentially: files, request: request) { index, answer in
      answers[index] = answer
    }
    let batched = try files.indices.map { index in
      let recording = try answers[index]?.get()
      return try values(recording?.points)
    }
    #expect(batched == alone)
    // 3,000 and 200,000 frames by seven, rounded up: 429 and 28,572 points of two values.
    #expect(alone.map(\.count) == [858, 57_144, 858])
  }
}
