import Codecs
import Glibc
import TestSupport
import Testing
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import Decoding

@Suite struct DecodeStretchTests {
  private func recording(
    _ name: String,
    range: TimeRange?
  ) throws -> Result<DecodedRecording, DecodeFailure> {
    let file = try Repository.folder("Fixtures/Audio").open(RawPath(name))
    var request = DecodeRequest(split: true)
    request.range = range
    return decodeInProcess(descriptor: file.number, request: request)
  }

  /// Decodes everything and measures a range of frames, without optimizations.
  // A stretch must equal this to the last bit: it seeks, and its decoder starts a little earlier, and
  // neither may show.
  private func naive(_ name: String, frames: Range<Int>) throws -> WaveformMeasurement {
    let file = try Repository.folder("Fixtures/Audio").open(RawPath(name))
    var stream = try AudioStream(source: try ByteSource(descriptor: file.number))
    let width = stream.facts.channels * stream.format.bytesPerSample
    var samples: [UInt8] = []
    while try stream.nextBlock({ block in
      unsafe block.withUnsafeBytes { unsafe samples.append(contentsOf: $0) }
    }) > 0 {}
    let encoding: SampleFormat.Encoding =
      switch stream.format.encoding {
      case .float32: .float32
      case .int16: .int16
      case .int24: .int24
      case .int32: .int32
      }
    let end = min(frames.upperBound, samples.count / width)
    var meter = WaveformMeter(
      channels: stream.facts.channels,
      sampleRate: stream.facts.sampleRate,
      length: .known(frames: end - frames.lowerBound),
      format: SampleFormat(encoding, bigEndian: stream.format.bigEndian),
      measures: Measures(SpectrumMeasure(), LanesMeasure())
    )
    let part = Array(samples[frames.lowerBound * width..<end * width])
    meter.add(unsafe part.span.bytes)
    return meter.finish(truncated: false)
  }

  @Test(arguments: [
    "pcm16.wav", "pcm24.aiff", "float32.wav", "flac16.flac", "cbr.mp3", "vbr.mp3", "vorbis.ogg",
    "opus.opus", "sowt.aifc",
  ])
  func `a stretch is measured independently of the rest`(name: String) throws {
    let whole = try recording(name, range: nil).get().measurement.mix
    let rate = Double(whole.sampleRate)
    // Within the recording, from its beginning, to its end, and beyond it.
    for range in [
      TimeRange(start: 0.031, end: 0.0723),
      TimeRange(start: 0, end: 0.02),
      TimeRange(start: 0.05),
      TimeRange(start: 0.05, end: 1e9),
    ] {
      let stretch = try recording(name, range: range).get()
      let first = Int((range.start * rate).rounded())
      let end = range.end.map { Int(($0 * rate).rounded()) } ?? whole.frames
      let frames = first..<min(end, whole.frames)
      #expect(stretch.measurement.mix.frames == frames.count)
      #expect(stretch.measurement == (try naive(name, frames: frames)))
    }
  }

  @Test(arguments: ["pcm16.wav", "cbr.mp3", "vorbis.ogg", "flac16.flac"])
  func `a stretch beyond the end reports the recording's duration`(name: String) throws {
    let duration = try recording(name, range: nil).get().measurement.mix.duration
    let result = try recording(name, range: TimeRange(start: 5, end: 6))
    guard case .failure(.beyondEnd(let seconds)) = result else {
      Issue.record("\(result)")
      return
    }
    // A millisecond: the sentence for the user has seconds and tenths.
    #expect(abs(seconds - duration) < 0.001)
  }

  @Test func `a truncated recording is drawn as far as the stretch goes`() throws {
    // 5,000 frames of a header that declares 4,500,000, as of a copy that broke off.
    var lying = WaveFile.tone(frames: 5000)
    lying.declaredBytes = 9_000_000
    let rate = Double(lying.sampleRate)
    var request = DecodeRequest()
    request.range = TimeRange(start: 1000 / rate, end: 80_000 / rate)

    let cut = try lying.withDescriptor {
      try decodeInProcess(descriptor: $0, request: request).get()
    }
    #expect(cut.measurement.mix.frames == 4000)
    #expect(cut.measurement.mix.truncated)

    // What lies before the break is whole, and must not be reported as damaged.
    request.range = TimeRange(start: 1000 / rate, end: 3000 / rate)
    let within = try lying.withDescriptor {
      try decodeInProcess(descriptor: $0, request: request).get()
    }
    #expect(within.measurement.mix.frames == 2000)
    #expect(!within.measurement.mix.truncated)
  }
}
