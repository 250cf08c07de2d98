import Codecs
import WavethumbBytes

/// Counts the work of a decoder, so that a slow one differs from an endless loop.
final class DecodingProgress {
  // Progress is a tenth of a second of sound, a million samples or a block of bytes: with less, an
  // ffmpeg that trickles a sample now and then would never exceed its time.
  private static let tenthsASecond = 10
  private static let samplesWorthWhile = 1 << 20

  private let heartbeat: RecordingDecoder.Heartbeat
  private var frames = 0
  private var blocks = 0
  private var sampleRate = 0
  private var channels = 1
  /// The number of frames since the decoder last started.
  private var framesOfThisTime = 0
  /// The expected number of frames and bytes; nil if the bytes read show the progress.
  private var expected: (frames: Int, bytes: Int)?

  init(heartbeat: @escaping RecordingDecoder.Heartbeat) { self.heartbeat = heartbeat }

  /// Starts counting frames of this rate and number of channels from the beginning.
  ///
  /// `expected` shows the progress of a decoder that has read most bytes before, to count the
  /// length, or whose bytes are not counted.
  func begin(sampleRate: Int, channels: Int, expecting frames: Int? = nil, ofBytes bytes: Int = 0) {
    self.sampleRate = sampleRate
    self.channels = channels
    framesOfThisTime = 0
    let isRead = blocks == 0 || bytesRead >= bytes / 2
    expected = nil
    if let frames, frames > 0, isRead {
      expected = (frames, bytes)
    }
  }

  func decoded(_ count: Int) -> Bool {
    frames += count
    framesOfThisTime += count
    return beat()
  }

  /// Counts a block that was read for the first time, which can happen only once per block.
  func read() {
    blocks += 1
    _ = beat()
  }

  /// Throws if the bytes so far decode to more samples than any real recording.
  func checkWork(_ limits: AudioLimits, bytes: Int? = nil) throws(DecodeFailure) {
    let bytes = bytes ?? bytesRead
    let maximum = limits.maximumSamples(ofBytes: bytes, samplesPerSecond: sampleRate * channels)
    if framesOfThisTime > maximum / channels {
      throw .audio(.tooMuchWork(samplesPerByte: limits.samplesPerByte))
    }
  }

  /// The steps of progress: a tenth of a second of sound, a million samples, or a block.
  var steps: UInt64 {
    guard sampleRate > 0 else { return UInt64(frames + blocks) }
    let samples = frames / Self.samplesWorthWhile * channels
    return UInt64(elapsed(unitsPerSecond: Self.tenthsASecond) + samples + blocks)
  }

  /// Returns the duration of the frames, in units of which a second has so many.
  private func elapsed(unitsPerSecond: Int) -> Int {
    guard sampleRate > 0 else { return 0 }
    // Seconds and the rest apart: the product of all frames and the units could overflow.
    let seconds = frames / sampleRate
    let rest = frames % sampleRate
    return seconds * unitsPerSecond + rest * unitsPerSecond / sampleRate
  }

  private var bytesRead: Int { blocks * ByteSource.blockSize }

  private var bytesSoFar: Int {
    guard frames > 0 else { return 0 }
    guard let expected else { return bytesRead }
    let share = Double(framesOfThisTime) / Double(expected.frames)
    return Int(min(share, 1) * Double(expected.bytes))
  }

  private func beat() -> Bool {
    let soFar = DecodedSoFar(milliseconds: elapsed(unitsPerSecond: 1000), bytes: bytesSoFar)
    return heartbeat(soFar, steps)
  }
}
