import Codecs
import Glibc
import Raster
import Thumbnails
import Waveform
import WavethumbBytes

/// Measures drawing and encoding a picture in the default size of a style.
struct PictureBenchmark {
  private static let turns = 1001
  private let subject: ThumbnailSubject
  private let style: WaveformStyle

  /// Measures a signal whose level rises and falls as in speech.
  init(_ style: WaveformStyle = .mirroredBars) {
    self.style = style
    let frames = 1 << 20
    let noise = Noise.floats(frames)
    let samples = (0..<frames).map {
      noise[$0] * (1.05 + sin(Float($0) * 1e-3) * sin(Float($0) * 1.7e-4)) * 0.4
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
    try Stopwatch.median(turns: Self.turns) { _ = try draw() } * 1e6
  }

  func microsecondsToDrawAndEncode() throws -> Double {
    try Stopwatch.median(turns: Self.turns) { _ = try encode(try draw()) } * 1e6
  }

  /// Encodes the drawn pixels, which are the encoder's input in a scan.
  func microsecondsToEncode() throws -> Double {
    let canvas = try draw()
    return try Stopwatch.median(turns: Self.turns) { _ = try encode(canvas) } * 1e6
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
