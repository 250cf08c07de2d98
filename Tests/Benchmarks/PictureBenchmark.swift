import Codecs
import Glibc
import Raster
import Thumbnails
import Waveform
import WavethumbBytes

/// Measures drawing and encoding a picture in the default size of a style.
struct PictureBenchmark {
  // A picture takes a fraction of a millisecond: a thousand turns are less than a second, and an odd number
  // has a turn in the middle.
  private static let turns = 1001

  private let subject: ThumbnailSubject
  private let style: WaveformStyle

  /// Measures a signal whose level rises and falls as in speech.
  init(_ style: WaveformStyle = .mirroredBars) {
    self.style = style
    let frames = 1 << 20
    let noise = Noise.floats(frames)
    // Two slow waves make the level, so that bars have all heights.
    let samples = (0..<frames).map { frame in
      let level = 1.05 + sin(Float(frame) * 1e-3) * sin(Float(frame) * 1.7e-4)
      return noise[frame] * level * 0.4
    }
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: 44100,
      length: .known(frames: frames),
      format: SampleFormat(.float32, bigEndian: false)
    )
    // Floats have no padding that could be read uninitialized.
    unsafe meter.add(samples.span.bytes)
    subject = ThumbnailSubject(meter.finish(truncated: false), style: style)
  }

  func microsecondsToDraw() throws -> Double {
    let seconds = try Stopwatch.median(turns: Self.turns) { _ = try draw() }
    return seconds * 1e6
  }

  func microsecondsToDrawAndEncode() throws -> Double {
    let seconds = try Stopwatch.median(turns: Self.turns) { _ = try encode(try draw()) }
    return seconds * 1e6
  }

  /// Encodes the drawn pixels, which are the encoder's input in a scan.
  func microsecondsToEncode() throws -> Double {
    let canvas = try draw()
    let seconds = try Stopwatch.median(turns: Self.turns) { _ = try encode(canvas) }
    return seconds * 1e6
  }

  func write(to path: String) throws {
    let bytes = try encode(try draw())
    guard let file = unsafe fopen(path, "w") else { exit(1) }
    let written = unsafe fwrite(bytes, 1, bytes.count, file)
    guard unsafe fclose(file) == 0, written == bytes.count else { exit(1) }
  }

  private func draw() throws -> Canvas {
    try ThumbnailDrawing.draw(subject, style: style, look: ThumbnailLook(), scale: 1).canvas
  }

  private func encode(_ canvas: Canvas) throws -> [UInt8] {
    // Pixels are whole words without padding.
    return try unsafe PNGEncoder.encode(
      premultiplied: canvas.pixels.span.bytes,
      width: canvas.width,
      height: canvas.height,
      pixelsPerPoint: 1,
      text: [("Title", "Benchmark"), ("Software", "wavethumb")]
    )
  }
}
