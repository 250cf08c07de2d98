import Codecs
import TestSupport
import Testing
import WavethumbBytes

/// Compares the binary's `dat` and `peaks` files with a short reference computation.
@Suite struct `Points and a reference computation` {
  /// 16-bit samples, interleaved, and the expected points.
  private struct Truth {
    var rate: Int
    var channels: Int
    var samples: [Int]

    /// Returns the expected points: groups of frames, mixed (rounded toward zero) or split.
    func points(zoom: Int, split: Bool, bits: Int) -> [Int] {
      let frames = samples.count / channels
      func value(frame: Int, lane: Int) -> Int {
        let start = frame * channels
        if split { return samples[start + lane] }
        return samples[start..<start + channels].reduce(0, +) / channels
      }

      var points: [Int] = []
      for start in stride(from: 0, to: frames, by: zoom) {
        let group = start..<min(start + zoom, frames)
        for lane in 0..<(split ? channels : 1) {
          let values = group.map { value(frame: $0, lane: lane) }
          points += [values.min() ?? 0, values.max() ?? 0]
        }
      }
      return bits == 8 ? points.map { $0 / 256 } : points
    }

    func dat(zoom: Int, split: Bool, bits: Int) -> [UInt8] {
      let lanes = split ? channels : 1
      let values = points(zoom: zoom, split: split, bits: bits)
      let length = values.count / lanes / 2
      // Only version 2 has a number of channels.
      let version = lanes == 1 ? 1 : 2
      let flags = bits == 8 ? 1 : 0
      var head = [version, flags, rate, zoom, length]
      if version == 2 {
        head.append(lanes)
      }
      return head.flatMap { bytes($0, width: 4) } + values.flatMap { bytes($0, width: bits / 8) }
    }

    func peaks(zoom: Int, split: Bool, bits: Int) -> String {
      let lanes = split ? channels : 1
      let values = points(zoom: zoom, split: split, bits: bits)
      return "{\"version\":2,\"channels\":\(lanes),\"sample_rate\":\(rate),"
        + "\"samples_per_pixel\":\(zoom),\"bits\":\(bits),\"length\":\(values.count / lanes / 2),"
        + "\"data\":[\(values.map(String.init).joined(separator: ","))]}\n"
    }

    private func bytes(_ value: Int, width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
  }

  /// Compares the outputs of the named file with the expected bytes at several zooms.
  private func check(
    _ name: String,
    against truth: Truth,
    in folder: TemporaryRecording,
    zooms: [Int] = [2, 100, 4096]
  ) throws {
    // In turn, so that three runs cover both depths and both kinds of lanes.
    for (index, zoom) in zooms.enumerated() {
      let bits = [8, 16][index % 2]
      let split = index % 2 == 1
      let options = "--zoom \(zoom) --bits \(bits) --channels \(split ? "split" : "mix")"
      let run = try folder.shell(
        """
        $W render \(name) -o x.dat --no-cache \(options)
        $W render \(name) -o x.peaks.json --no-cache \(options)
        """
      )
      #expect(run.status == 0, "\(name): \(run.errorOutput)")
      let dat = truth.dat(zoom: zoom, split: split, bits: bits)
      #expect(try folder.read("x.dat") == dat, "\(name)")
      let text = try folder.text("x.peaks.json")
      #expect(text == truth.peaks(zoom: zoom, split: split, bits: bits), "\(name)")
    }
  }

  /// Returns a WAV: format 1 for integers, 3 for floats.
  private func wave(
    format: Int,
    bits: Int,
    channels: Int,
    data: [UInt8],
    declaring length: Int? = nil
  ) -> [UInt8] {
    func word(_ value: Int, width: Int) -> [UInt8] {
      (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
    let frame = channels * bits / 8
    let size = length ?? data.count
    var head = word(format, width: 2) + word(channels, width: 2)
    head += word(8000, width: 4) + word(8000 * frame, width: 4)
    head += word(frame, width: 2) + word(bits, width: 2)

    var file = Array("RIFF".utf8) + word(36 + size, width: 4)
    file += Array("WAVEfmt ".utf8) + word(head.count, width: 4) + head
    file += Array("data".utf8) + word(size, width: 4) + data
    return file
  }

  private func noise(_ count: Int, within range: ClosedRange<Int>) -> [Int] {
    var state: UInt32 = 7
    return (0..<count).map { _ in
      // The generator of Numerical Recipes, of which the upper bits are the better ones.
      state = state &* 1_664_525 &+ 1_013_904_223
      return range.lowerBound + Int(state >> 3) % range.count
    }
  }

  private func little(_ values: [Int], width: Int) -> [UInt8] {
    values.flatMap { value in
      (0..<width).map { byte in UInt8(truncatingIfNeeded: value >> (byte * 8)) }
    }
  }

  @Test(arguments: [
    (1, 1),
    (1, 8_193),
    (2, 4_097),
    (24, 101),
    (3, 2),
  ])
  func `points of 16 and 24 bit integers are exact, down to one frame`(
    channels: Int,
    frames: Int
  ) throws {
    let folder = try TemporaryRecording()
    let wide = noise(channels * frames, within: -8_388_608...8_388_607)
    // 24 bits are cut to their upper 16.
    let short = wide.map { $0 >> 8 }
    let truth = Truth(rate: 8000, channels: channels, samples: short)
    try folder.write(
      "a.wav",
      bytes: wave(format: 1, bits: 16, channels: channels, data: little(short, width: 2))
    )
    try check("a.wav", against: truth, in: folder)
    try folder.write(
      "b.wav",
      bytes: wave(format: 1, bits: 24, channels: channels, data: little(wide, width: 3))
    )
    try check("b.wav", against: truth, in: folder, zooms: [64, 4096])
  }

  @Test func `points beyond full scale are clamped, silence is 0`() throws {
    let folder = try TemporaryRecording()
    // Up to one and a half times full scale.
    let values = noise(4_001, within: -150_000...150_000).map { Float($0) / 100_000 }
    let shorts = values.map { value in
      let scaled = Int((value * 32767).rounded(.towardZero))
      return max(-32768, min(32767, scaled))
    }
    let floats = little(values.map { Int($0.bitPattern) }, width: 4)
    try folder.write("a.wav", bytes: wave(format: 3, bits: 32, channels: 1, data: floats))
    try check("a.wav", against: Truth(rate: 8000, channels: 1, samples: shorts), in: folder)

    let silence = little(.zeros(999), width: 4)
    try folder.write("b.wav", bytes: wave(format: 1, bits: 16, channels: 2, data: silence))
    try check("b.wav", against: Truth(rate: 8000, channels: 2, samples: .zeros(1998)), in: folder)
  }

  @Test func `a truncated recording has points as far as it goes`() throws {
    let folder = try TemporaryRecording()
    let shorts = noise(5_000, within: -32_768...32_767)
    // A hundred megabytes are declared, and ten kilobytes are there.
    let cut = wave(
      format: 1,
      bits: 16,
      channels: 2,
      data: little(shorts, width: 2),
      declaring: 99_999_996
    )
    try folder.write("a.wav", bytes: cut)
    try check("a.wav", against: Truth(rate: 8000, channels: 2, samples: shorts), in: folder)
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
    let folder = try TemporaryRecording()
    let file = try TemporaryLibrary.contents(TemporaryLibrary.fixtures + "/" + name)
    try folder.write(name, bytes: file)
    var stream = try AudioStream(source: ByteSource(bytes: file))
    var bytes: [UInt8] = []
    while try stream.nextBlock({ block in
      bytes += unsafe block.withUnsafeBytes { unsafe [UInt8]($0) }
    }) > 0 {}
    let width = stream.format.bytesPerSample
    let integers = stride(from: 0, to: bytes.count, by: width).map { at in
      bytes[at..<at + width].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    }

    let samples = integers.map { word -> Int in
      guard stream.format.encoding == .float32 else {
        return Int(Int32(bitPattern: word << (32 - 8 * width)) >> 16)
      }
      // Integers of libsndfile are 32,767 at full scale, and those of MPEG decoders 2^15.
      let scaled = Float(bitPattern: word) * (origin == .mpeg ? 32768 : 32767)
      return max(-32768, min(32767, Int(scaled.rounded(.toNearestOrEven))))
    }
    #expect(samples.count > 1000)
    #expect(stream.origin == origin)

    let truth = Truth(
      rate: stream.facts.sampleRate,
      channels: stream.facts.channels,
      samples: samples
    )
    try check(name, against: truth, in: folder, zooms: [2, 333, 10_000_000])
  }
}

extension [Int] {
  fileprivate static func zeros(_ count: Int) -> [Int] { Array(repeating: 0, count: count) }
}
