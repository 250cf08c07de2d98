import Testing
import Waveform
import WavethumbBytes

@testable import Outputs

@Suite struct `Points read from data files` {
  /// Returns a file of audiowaveform: version, flags (1: 8 bits), sample rate, frames per point,
  /// length, and channels in version 2; then the lowest and the highest value of each point.
  private func dat(header: [Int], values: [UInt8]) -> [UInt8] {
    let words = header.flatMap { number in
      (0..<4).map { byte in UInt8(truncatingIfNeeded: number >> (byte * 8)) }
    }
    return words + values
  }

  private func peaks(_ text: String) throws -> ImportedPoints {
    try ImportedPoints(peaks: try JSONOutline(of: ImportedPoints.members, in: Array(text.utf8)))
  }

  private func wavesurfer(_ text: String) throws -> ImportedPoints {
    try ImportedPoints(
      wavesurfer: try JSONOutline(of: ImportedPoints.members, in: Array(text.utf8))
    )
  }

  @Test func `both versions of dat files are read`() throws {
    // Eight bits become the upper half of sixteen: -3, 39, -1 and 1, times 256.
    let one = try ImportedPoints(
      dat: dat(header: [1, 1, 8000, 4000, 2], values: [0xFD, 39, 0xFF, 1])
    )
    #expect(one.values == [-768, 9984, -256, 256])
    #expect(one.lanes == 1)
    #expect(one.duration == 1)

    let two = try ImportedPoints(
      dat: dat(header: [2, 0, 8000, 64, 1, 2], values: [1, 0, 2, 0, 0, 0x80, 0xFF, 0x7F])
    )
    #expect(two.values == [1, 2, -32768, 32767])
    #expect(two.lanes == 2)
    #expect(two.bits == .sixteen)

    let mono = try ImportedPoints(dat: dat(header: [2, 1, 8000, 64, 1, 1], values: [0, 0]))
    #expect(mono.lanes == 1)
  }

  // Each number in turn is one that does not exist, does not fit, or would be divided by. A length is
  // held against the size of the file before anything is allocated.
  @Test(arguments: [
    ([3, 1, 8000, 64, 1], ImportFailure.version(3)),
    ([1, 2, 8000, 64, 1], .badMember("flags")),
    ([1, 1, 0, 64, 1], .sampleRate(0)),
    ([1, 1, 8000, 0, 1], .framesPerPoint(0)),
    ([1, 1, 8000, 1 << 31, 1], .framesPerPoint(-1 << 31)),
    ([2, 1, 8000, 64, 1, 25], .channels(25)),
    ([2, 1, 8000, 64, 1], .short(bytes: 22)),
    ([1, 1, 8000, 64, 1 << 31], .length(declared: 1 << 32, found: 2)),
    ([1, 1, 8000, 64, 0], .length(declared: 0, found: 2)),
    ([1, 0, 8000, 64, 1], .length(declared: 2, found: 1)),
  ])
  func `an invalid dat file is rejected with the reason`(header: [Int], fault: ImportFailure) {
    #expect(throws: fault) { try ImportedPoints(dat: dat(header: header, values: [0, 0])) }
  }

  @Test func `players' JSON is read with members in any order`() throws {
    let text =
      #"{"data":[-1,2,-128,127],"version":2,"channels":2,"sample_rate":8000,"#
      + #""samples_per_pixel":64,"length":1,"more":[{}],"bits":8}"#
    let points = try peaks(text)
    #expect(points.values == [-256, 512, -32768, 32512])
    #expect(points.lanes == 2)
    #expect(points.bits == .eight)
    #expect(points.duration == 0.008)
  }

  @Test(arguments: [
    (#""version":3"#, ImportFailure.version(3)),
    (#""sample_rate":0"#, .sampleRate(0)),
    (#""samples_per_pixel":2147483648"#, .framesPerPoint(1 << 31)),
    (#""bits":24"#, .bits(24)),
    (#""bits":null"#, .badMember("bits")),
    (#""channels":25"#, .channels(25)),
    (#""length":2"#, .length(declared: 4, found: 2)),
    (#""length":1e300"#, .badMember("length")),
    (#""length":4611686018427387905"#, .length(declared: .max, found: 2)),
    (#""data":[128,0]"#, .beyondRange(index: 0)),
    (#""data":[0,0.5]"#, .notANumber(index: 1)),
    (#""data":[[0,0]]"#, .notANumber(index: 0)),
    (#""data":{}"#, .badMember("data")),
  ])
  func `invalid players' JSON is rejected with the reason`(member: String, fault: ImportFailure) {
    // Valid but for the member behind it: the last of a name counts.
    let sound =
      #"{"version":2,"channels":1,"sample_rate":8000,"samples_per_pixel":64,"#
      + #""bits":8,"length":1,"data":[0,0]"#
    #expect(throws: fault) { try peaks(sound + "," + member + "}") }
  }

  @Test func `a missing member is named`() {
    let text = #"{"version":2,"channels":1,"sample_rate":8,"samples_per_pixel":64,"length":0,"#
    #expect(throws: ImportFailure.badMember("bits")) { try peaks(text + #""data":[]}"#) }
  }

  @Test func `magnitudes are read from one list or a list per channel`() throws {
    // Magnitudes have no sign, and 2 is clamped: 0, 0.5, 1 and 1, channel by channel for each point.
    let two = try wavesurfer(#"{"duration":2.5,"peaks":[[0,-1],[0.5,2]]}"#)
    #expect(two.values == [0, 0, -16384, 16384, -32767, 32767, -32767, 32767])
    #expect(two.lanes == 2)
    #expect(two.duration == 2.5)
    #expect(two.points == nil)
    #expect(try wavesurfer(#"{"peaks":[0,1]}"#).values == [0, 0, -32767, 32767])

    // Channels of different lengths, and none.
    #expect(throws: ImportFailure.ragged) { try wavesurfer(#"{"peaks":[[0,1],[0]]}"#) }
    #expect(throws: ImportFailure.ragged) { try wavesurfer(#"{"peaks":[[0],[]]}"#) }
    #expect(throws: ImportFailure.missing) { try wavesurfer(#"{"peaks":[]}"#) }
    #expect(throws: ImportFailure.missing) { try wavesurfer(#"{"peaks":[[],[1]]}"#) }
    #expect(throws: ImportFailure.notANumber(index: 1)) { try wavesurfer(#"{"peaks":[0,"1"]}"#) }
  }

  /// Returns points from -n to 2n, so that the larger extreme is always the upper one.
  private func points(_ count: Int, frames: Int) -> ImportedPoints {
    let values = (0..<Int16(count)).flatMap { [-$0, 2 * $0] }
    return ImportedPoints(
      sampleRate: 8000,
      framesPerPoint: frames,
      lanes: 1,
      bits: .sixteen,
      duration: Double(count * frames) / 8000,
      values: values
    )
  }

  @Test func `a coarser zoom joins points, a finer one is rejected`() throws {
    // Pairs of points, of which the second has the lower and the higher value, and one left alone.
    let twice = try points(5, frames: 64).joined(framesPerPoint: 128)
    #expect(twice.values == [-1, 2, -3, 6, -4, 8])
    #expect(twice.framesPerPoint == 128)

    // Points 0 ..< 1, 1 ..< 3, 3 ..< 4 and 4 ..< 5.
    let odd = try points(5, frames: 64).joined(framesPerPoint: 96)
    #expect(odd.values == [0, 0, -2, 4, -3, 6, -4, 8])
    #expect(try points(5, frames: 64).joined(framesPerPoint: .max).values == [-4, 8])
    #expect(throws: ImportFailure.finer(asked: 32, given: 64)) {
      try points(5, frames: 64).joined(framesPerPoint: 32)
    }
    #expect(throws: ImportFailure.stopped) {
      try points(5, frames: 64).joined(framesPerPoint: 128) { true }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 10, 11, 23])
  func `bars are pooled from whole points by their larger extreme`(count: Int) throws {
    let mix = try points(10, frames: 64).measurement(split: false).mix
    // The larger extreme of a bar is that of its last point; a bar has at least one.
    let expected = (0..<count).map { bar in
      let start = bar * 10 / count
      let end = max((bar + 1) * 10 / count, start + 1)
      return Float(2 * (end - 1)) / 32768
    }
    #expect(mix.bars(count, measure: .rms) == expected)
    #expect(mix.bars(count, measure: .peak) == expected)
  }

  @Test func `a stretch has the points of its time`() {
    // A tenth of a second each. Beyond the end there is the last one, since no points have no bars.
    let points = points(10, frames: 800)
    #expect(points.within(start: 0.3, end: 0.5).values == [-3, 6, -4, 8])
    #expect(points.within(start: 0.85, end: nil).values == [-8, 16, -9, 18])
    #expect(points.within(start: 99, end: nil).count == 1)
  }

  @Test func `reading points can be stopped`() throws {
    #expect(throws: ImportFailure.stopped) {
      try ImportedPoints(dat: dat(header: [1, 1, 8000, 4000, 1], values: [0, 0])) { true }
    }
    #expect(throws: ImportFailure.stopped) {
      try points(10, frames: 64).measurement(split: false) { true }
    }
  }
}
