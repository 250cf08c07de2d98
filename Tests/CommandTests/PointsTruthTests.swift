import Codecs
import TestSupport
import Testing
import WavethumbBytes

/// Integers of a recording, and the points that a reference computation makes of them.
private struct ExpectedPoints {
  let channels: Int
  /// 16-bit samples, interleaved.
  let samples: [Int]
  var sampleRate = 8000

  /// The options of a data file.
  struct Options {
    let zoom: Int
    let bits: Int
    let isSplit: Bool

    var arguments: String {
      "--zoom \(zoom) --bits \(bits) --channels \(isSplit ? "split" : "mix")"
    }
  }

  /// The number of channels that have points of their own.
  private func lanes(_ options: Options) -> Int { options.isSplit ? channels : 1 }

  /// Returns the samples of a lane: those of a channel, or the mean of all, rounded toward zero.
  private func samples(ofLane lane: Int, isSplit: Bool) -> [Int] {
    stride(from: 0, to: samples.count, by: channels).map { start in
      let frame = samples[start..<start + channels]
      return isSplit ? frame[start + lane] : frame.reduce(0, +) / channels
    }
  }

  /// Returns the lowest and the highest sample of each group of frames, lane by lane.
  private func points(_ options: Options) -> [Int] {
    let lanes = (0..<lanes(options)).map { samples(ofLane: $0, isSplit: options.isSplit) }
    let frames = samples.count / channels
    var points: [Int] = []
    for start in stride(from: 0, to: frames, by: options.zoom) {
      let group = start..<min(start + options.zoom, frames)
      for lane in lanes {
        points.append(lane[group].min() ?? 0)
        points.append(lane[group].max() ?? 0)
      }
    }
    // 8 bits are 16 bits divided by 256, rounded toward zero.
    return options.bits == 8 ? points.map { $0 / 256 } : points
  }

  func dat(_ options: Options) -> [UInt8] {
    let values = points(options)
    let lanes = lanes(options)
    // Only version 2 has a number of channels.
    let version = lanes == 1 ? 1 : 2
    let flags = options.bits == 8 ? 1 : 0
    let length = values.count / lanes / 2
    var head = [version, flags, sampleRate, options.zoom, length]
    if version == 2 {
      head.append(lanes)
    }
    return littleEndian(head, bytesEach: 4) + littleEndian(values, bytesEach: options.bits / 8)
  }

  func peaks(_ options: Options) -> String {
    let values = points(options)
    let lanes = lanes(options)
    let list = values.map(String.init).joined(separator: ",")
    let members = [
      "\"version\":2",
      "\"channels\":\(lanes)",
      "\"sample_rate\":\(sampleRate)",
      "\"samples_per_pixel\":\(options.zoom)",
      "\"bits\":\(options.bits)",
      "\"length\":\(values.count / lanes / 2)",
      "\"data\":[\(list)]",
    ]
    return "{" + members.joined(separator: ",") + "}\n"
  }
}

/// Returns the lower bytes of numbers, the least significant first.
private func littleEndian(_ numbers: [Int], bytesEach: Int) -> [UInt8] {
  numbers.flatMap { StreamHeads.little($0).prefix(bytesEach) }
}

/// Compares the binary's `dat` and `peaks` files with a short reference computation.
@Suite struct `Points and a reference computation` {
  private let folder: TemporaryRecording

  init() throws {
    folder = try TemporaryRecording()
  }

  /// Compares the outputs of the named file with the expected bytes at several zooms.
  // 2 has most points, 100 leaves a last group that is not full, and 4096 is above many recordings.
  private func check(
    _ name: String,
    against expected: ExpectedPoints,
    zooms: [Int] = [2, 100, 4096]
  ) throws {
    // In turn, so that three runs cover both depths and both kinds of lanes.
    for (index, zoom) in zooms.enumerated() {
      let isOdd = index % 2 == 1
      let options = ExpectedPoints.Options(zoom: zoom, bits: isOdd ? 16 : 8, isSplit: isOdd)
      let run = try folder.shell(
        """
        $W render \(name) -o x.dat --no-cache \(options.arguments)
        $W render \(name) -o x.peaks.json --no-cache \(options.arguments)
        """
      )
      #expect(run.status == 0, "\(name): \(run.errorOutput)")
      let dat = expected.dat(options)
      #expect(try folder.read("x.dat") == dat, "\(name)")
      let peaks = expected.peaks(options)
      #expect(try folder.text("x.peaks.json") == peaks, "\(name)")
    }
  }

  /// The formats of samples in a WAV at 8 kHz.
  private enum Format {
    case integers(bits: UInt16)
    case floats

    // The numbers of WAVE_FORMAT_PCM and WAVE_FORMAT_IEEE_FLOAT.
    var tag: UInt16 {
      switch self {
      case .integers: 1
      case .floats: 3
      }
    }

    var bits: UInt16 {
      switch self {
      case .integers(let bits): bits
      case .floats: 32
      }
    }
  }

  /// Returns a WAV of these numbers; floats are given by their bits.
  private func wave(
    _ format: Format,
    channels: Int,
    numbers: [Int],
    declaring declaredBytes: Int? = nil
  ) -> [UInt8] {
    let data = littleEndian(numbers, bytesEach: Int(format.bits) / 8)
    let head = StreamHeads.wav(
      dataSize: UInt32(declaredBytes ?? data.count),
      tag: format.tag,
      bits: format.bits,
      channels: UInt16(channels),
      sampleRate: 8000
    )
    return head + data
  }

  /// Returns numbers that are the same at each run.
  private func noise(_ count: Int, within range: ClosedRange<Int>) -> [Int] {
    var state: UInt32 = 7
    return (0..<count).map { _ in
      // The generator of Numerical Recipes, of which the upper bits are the better ones.
      state = state &* 1_664_525 &+ 1_013_904_223
      return range.lowerBound + Int(state >> 3) % range.count
    }
  }

  // A single frame, alone or after one or two full groups of 4,096; the most channels that points have;
  // and the shortest recording of several frames.
  @Test(arguments: [
    (channels: 1, frames: 1),
    (channels: 1, frames: 8_193),
    (channels: 2, frames: 4_097),
    (channels: 24, frames: 101),
    (channels: 3, frames: 2),
  ])
  func `points of 16 and 24 bit integers are exact, down to one frame`(
    channels: Int,
    frames: Int
  ) throws {
    let long = noise(channels * frames, within: -8_388_608...8_388_607)
    // 24 bits are cut to their upper 16.
    let short = long.map { $0 >> 8 }
    let expected = ExpectedPoints(channels: channels, samples: short)

    let wave16 = wave(.integers(bits: 16), channels: channels, numbers: short)
    try folder.write("a.wav", bytes: wave16)
    try check("a.wav", against: expected)

    let wave24 = wave(.integers(bits: 24), channels: channels, numbers: long)
    try folder.write("b.wav", bytes: wave24)
    try check("b.wav", against: expected, zooms: [64, 4096])
  }

  @Test func `points beyond full scale are clamped`() throws {
    // Up to one and a half times full scale.
    let values = noise(4_001, within: -150_000...150_000).map { Float($0) / 100_000 }
    let integers = values.map { value in
      let scaled = Int((value * 32_767).rounded(.towardZero))
      return max(-32_768, min(32_767, scaled))
    }
    let bits = values.map { Int($0.bitPattern) }
    try folder.write("a.wav", bytes: wave(.floats, channels: 1, numbers: bits))
    try check("a.wav", against: ExpectedPoints(channels: 1, samples: integers))
  }

  @Test func `points of silence are 0`() throws {
    let silence = [Int](repeating: 0, count: 1998)
    try folder.write("a.wav", bytes: wave(.integers(bits: 16), channels: 2, numbers: silence))
    try check("a.wav", against: ExpectedPoints(channels: 2, samples: silence))
  }

  @Test func `a truncated recording has points as far as it goes`() throws {
    let samples = noise(5_000, within: -32_768...32_767)
    // A hundred megabytes are declared, and ten kilobytes are there.
    let cut = wave(
      .integers(bits: 16),
      channels: 2,
      numbers: samples,
      declaring: 99_999_996
    )
    try folder.write("a.wav", bytes: cut)
    try check("a.wav", against: ExpectedPoints(channels: 2, samples: samples))
  }

  /// Samples as the decoder of a recording gives them.
  private struct DecodedSamples {
    let format: SampleFormat
    let origin: SampleOrigin
    let channels: Int
    let sampleRate: Int
    private let bytes: [UInt8]

    /// Decodes a whole recording.
    init(decoding file: [UInt8]) throws {
      var stream = try AudioStream(source: ByteSource(bytes: file))
      var bytes: [UInt8] = []
      while try stream.nextBlock({ block in
        bytes += unsafe block.withUnsafeBytes { unsafe [UInt8]($0) }
      }) > 0 {}
      self.bytes = bytes
      format = stream.format
      origin = stream.origin
      channels = stream.facts.channels
      sampleRate = stream.facts.sampleRate
    }

    /// The bits of each sample, which are little-endian.
    private var words: [UInt32] {
      let width = format.bytesPerSample
      return stride(from: 0, to: bytes.count, by: width).map { start in
        bytes[start..<start + width].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      }
    }

    /// Returns the samples as integers of 16 bits.
    func integers() -> [Int] {
      guard format.encoding == .float32 else {
        // The sign of the narrower number moves to the top, and comes back with it.
        let shift = 32 - 8 * format.bytesPerSample
        return words.map { Int(Int32(bitPattern: $0 << shift) >> 16) }
      }
      // Full scale of libsndfile's integers is 32,767, and that of MPEG decoders 2^15.
      let fullScale: Float = origin == .mpeg ? 32_768 : 32_767
      return words.map { word in
        let scaled = Int((Float(bitPattern: word) * fullScale).rounded(.toNearestOrEven))
        return max(-32_768, min(32_767, scaled))
      }
    }
  }

  @Test(arguments: [
    ("flac16.flac", SampleOrigin.integers),
    ("flac24.flac", .integers),
    ("cut.flac", .integers),
    ("vorbis.ogg", .xiph),
    ("cut.ogg", .xiph),
    ("opus.opus", .xiph),
    ("cbr.mp3", .mpeg),
    ("vbr.mp3", .mpeg),
    ("cut.mp3", .mpeg),
    ("mono.mp3", .mpeg),
  ])
  func `decoded formats have the points of their samples`(
    name: String,
    origin: SampleOrigin
  ) throws {
    let file = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/" + name)
    try folder.write(name, bytes: file)
    let decoded = try DecodedSamples(decoding: file)
    let samples = decoded.integers()
    #expect(samples.count > 1000)
    #expect(decoded.origin == origin)

    let expected = ExpectedPoints(
      channels: decoded.channels,
      samples: samples,
      sampleRate: decoded.sampleRate
    )
    // The last zoom is above the frames of each fixture, so that one point covers all.
    try check(name, against: expected, zooms: [2, 333, 10_000_000])
  }
}
