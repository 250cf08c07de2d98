import Testing
import Waveform
import WavethumbBytes

@testable import Outputs

@Suite struct `Points read from data files` {
  /// A data file of audiowaveform, all of whose numbers are little-endian.
  struct DatFile {
    var version = 1
    /// 1 for values of 8 bits, 0 for 16.
    var flags = 1
    var sampleRate = 8000
    var framesPerPoint = 64
    /// The number of points.
    var length = 1
    /// Only in version 2.
    var channels: Int?
    /// The lowest and the highest value of each point.
    var values: [UInt8] = [0, 0]

    var bytes: [UInt8] {
      let numbers = [version, flags, sampleRate, framesPerPoint, length]
      let words = numbers + [channels].compactMap(\.self)
      return words.flatMap(Self.littleEndian) + values
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
      (0..<4).map { byte in UInt8(truncatingIfNeeded: number >> (byte * 8)) }
    }
  }

  private func points(from file: DatFile) throws -> ImportedPoints {
    try ImportedPoints(dat: file.bytes)
  }

  private func outline(of text: String) throws -> JSONOutline {
    try JSONOutline(of: ImportedPoints.members, in: Array(text.utf8))
  }

  private func points(fromPeaks text: String) throws -> ImportedPoints {
    try ImportedPoints(peaks: try outline(of: text))
  }

  private func points(fromWavesurfer text: String) throws -> ImportedPoints {
    try ImportedPoints(wavesurfer: try outline(of: text))
  }

  @Test func `a dat file of version 1 has one channel`() throws {
    let file = DatFile(
      version: 1,
      framesPerPoint: 4000,
      length: 2,
      values: [0xFD, 39, 0xFF, 1]
    )
    let points = try points(from: file)
    // Eight bits become the upper half of sixteen: -3, 39, -1 and 1, times 256.
    #expect(points.values == [-768, 9984, -256, 256])
    #expect(points.lanes == 1)
    #expect(points.duration == 1)
  }

  @Test func `a dat file of version 2 has a number of channels`() throws {
    // 1 and 2 in the left channel; the lowest and the highest number in the right one.
    let left: [UInt8] = [1, 0, 2, 0]
    let right: [UInt8] = [0, 0x80, 0xFF, 0x7F]
    let stereo = try points(
      from: DatFile(version: 2, flags: 0, channels: 2, values: left + right)
    )
    #expect(stereo.values == [1, 2, -32_768, 32_767])
    #expect(stereo.lanes == 2)
    #expect(stereo.bits == .sixteen)

    let mono = try points(from: DatFile(version: 2, channels: 1))
    #expect(mono.lanes == 1)
  }

  // Each number in turn is one that does not exist, does not fit, or would be divided by. A length is
  // held against the size of the file before anything is allocated.
  @Test(
    arguments: [
      (file: DatFile(version: 3), fault: .version(3)),
      (file: DatFile(flags: 2), fault: .badMember("flags")),
      (file: DatFile(sampleRate: 0), fault: .sampleRate(0)),
      (file: DatFile(framesPerPoint: 0), fault: .framesPerPoint(0)),
      (file: DatFile(framesPerPoint: 1 << 31), fault: .framesPerPoint(-1 << 31)),
      (file: DatFile(version: 2, channels: 25), fault: .channels(25)),
      (file: DatFile(version: 2, channels: nil), fault: .short(bytes: 22)),
      (file: DatFile(length: 1 << 31), fault: .length(declared: 1 << 32, found: 2)),
      (file: DatFile(length: 0), fault: .length(declared: 0, found: 2)),
      // Two bytes are one value of 16 bits.
      (file: DatFile(flags: 0), fault: .length(declared: 2, found: 1)),
    ] as [(file: DatFile, fault: ImportFailure)]
  )
  func `an invalid dat file is rejected with the reason`(file: DatFile, fault: ImportFailure) {
    #expect(throws: fault) {
      try points(from: file)
    }
  }

  @Test func `players' JSON is read with members in any order`() throws {
    let points = try points(
      fromPeaks: """
        {
          "data": [-1, 2, -128, 127], "version": 2, "channels": 2, "sample_rate": 8000,
          "samples_per_pixel": 64, "length": 1, "more": [{}], "bits": 8
        }
        """
    )
    // Times 256, since eight bits become the upper half of sixteen.
    #expect(points.values == [-256, 512, -32_768, 32_512])
    #expect(points.lanes == 2)
    #expect(points.bits == .eight)
    #expect(points.duration == 0.008)
  }

  @Test(
    arguments: [
      (member: #""version": 3"#, fault: .version(3)),
      (member: #""sample_rate": 0"#, fault: .sampleRate(0)),
      (member: #""samples_per_pixel": 2147483648"#, fault: .framesPerPoint(1 << 31)),
      (member: #""bits": 24"#, fault: .bits(24)),
      (member: #""bits": null"#, fault: .badMember("bits")),
      (member: #""channels": 25"#, fault: .channels(25)),
      (member: #""length": 2"#, fault: .length(declared: 4, found: 2)),
      (member: #""length": 1e300"#, fault: .badMember("length")),
      // Twice 2^62 + 1, the number of values, is beyond an integer.
      (member: #""length": 4611686018427387905"#, fault: .length(declared: .max, found: 2)),
      (member: #""data": [128, 0]"#, fault: .beyondRange(index: 0)),
      (member: #""data": [0, 0.5]"#, fault: .notANumber(index: 1)),
      (member: #""data": [[0, 0]]"#, fault: .notANumber(index: 0)),
      (member: #""data": {}"#, fault: .badMember("data")),
    ] as [(member: String, fault: ImportFailure)]
  )
  func `invalid players' JSON is rejected with the reason`(member: String, fault: ImportFailure) {
    // Valid but for the member behind it: the last of a name counts.
    let text = """
      {
        "version": 2, "channels": 1, "sample_rate": 8000, "samples_per_pixel": 64,
        "bits": 8, "length": 1, "data": [0, 0],
        \(member)
      }
      """
    #expect(throws: fault) {
      try points(fromPeaks: text)
    }
  }

  @Test func `a missing member is named`() {
    let withoutBits = """
      {
        "version": 2, "channels": 1, "sample_rate": 8, "samples_per_pixel": 64,
        "length": 0, "data": []
      }
      """
    #expect(throws: ImportFailure.badMember("bits")) {
      try points(fromPeaks: withoutBits)
    }
  }

  @Test func `magnitudes are read from a list per channel`() throws {
    let points = try points(fromWavesurfer: #"{"duration": 2.5, "peaks": [[0, -1], [0.5, 2]]}"#)
    // Magnitudes have no sign, and 2 is clamped: 0, 0.5, 1 and 1, channel by channel for each point.
    let extremes: [Int16] = [0, 0, -16_384, 16_384, -32_767, 32_767, -32_767, 32_767]
    #expect(points.values == extremes)
    #expect(points.lanes == 2)
    #expect(points.duration == 2.5)
    #expect(points.points == nil)
  }

  @Test func `magnitudes are read from one list`() throws {
    let points = try points(fromWavesurfer: #"{"peaks": [0, 1]}"#)
    #expect(points.values == [0, 0, -32_767, 32_767])
  }

  // Channels of different lengths, no magnitudes, and a text.
  @Test(
    arguments: [
      (peaks: "[[0, 1], [0]]", fault: .ragged),
      (peaks: "[[0], []]", fault: .ragged),
      (peaks: "[]", fault: .missing),
      (peaks: "[[], [1]]", fault: .missing),
      (peaks: #"[0, "1"]"#, fault: .notANumber(index: 1)),
    ] as [(peaks: String, fault: ImportFailure)]
  )
  func `invalid magnitudes are rejected with the reason`(peaks: String, fault: ImportFailure) {
    #expect(throws: fault) {
      try points(fromWavesurfer: #"{"peaks": \#(peaks)}"#)
    }
  }

  /// Returns points from -n to 2n, so that the larger extreme is always the upper one.
  private func points(_ count: Int, frames: Int) -> ImportedPoints {
    let values = (0..<Int16(count)).flatMap { number in [-number, 2 * number] }
    return ImportedPoints(
      sampleRate: 8000,
      framesPerPoint: frames,
      lanes: 1,
      bits: .sixteen,
      duration: Double(count * frames) / 8000,
      values: values
    )
  }

  @Test func `a coarser zoom joins points`() throws {
    let points = points(5, frames: 64)
    // Pairs of points, of which the second has the lower and the higher value, and one left alone.
    let pairs = try points.joined(framesPerPoint: 128)
    #expect(pairs.values == [-1, 2, -3, 6, -4, 8])
    #expect(pairs.framesPerPoint == 128)

    // Points 0 ..< 1, 1 ..< 3, 3 ..< 4 and 4 ..< 5.
    let oneAndAHalf = try points.joined(framesPerPoint: 96)
    #expect(oneAndAHalf.values == [0, 0, -2, 4, -3, 6, -4, 8])
    let all = try points.joined(framesPerPoint: .max)
    #expect(all.values == [-4, 8])
  }

  @Test func `a finer zoom is rejected`() {
    #expect(throws: ImportFailure.finer(asked: 32, given: 64)) {
      try points(5, frames: 64).joined(framesPerPoint: 32)
    }
  }

  @Test(arguments: [1, 2, 3, 7, 10, 11, 23])
  func `bars are pooled from whole points by their larger extreme`(count: Int) throws {
    let mix = try points(10, frames: 64).measurement(split: false).mix
    // The larger extreme of a bar is that of its last point; a bar has at least one.
    let expected = (0..<count).map { bar in
      let start = bar * 10 / count
      let end = max((bar + 1) * 10 / count, start + 1)
      let lastPoint = end - 1
      return Float(2 * lastPoint) / 32_768
    }
    #expect(mix.bars(count, measure: .rms) == expected)
    #expect(mix.bars(count, measure: .peak) == expected)
  }

  @Test func `a stretch has the points of its time`() {
    // A tenth of a second each. Beyond the end there is the last one, since no points have no bars.
    let points = points(10, frames: 800)
    let middle = points.within(start: 0.3, end: 0.5)
    #expect(middle.values == [-3, 6, -4, 8])
    let end = points.within(start: 0.85, end: nil)
    #expect(end.values == [-8, 16, -9, 18])
    let beyond = points.within(start: 99, end: nil)
    #expect(beyond.count == 1)
  }

  @Test func `reading points can be stopped`() throws {
    #expect(throws: ImportFailure.stopped) {
      try ImportedPoints(dat: DatFile().bytes) { true }
    }
    let points = points(10, frames: 64)
    #expect(throws: ImportFailure.stopped) {
      try points.joined(framesPerPoint: 128) { true }
    }
    #expect(throws: ImportFailure.stopped) {
      try points.measurement(split: false) { true }
    }
  }
}
