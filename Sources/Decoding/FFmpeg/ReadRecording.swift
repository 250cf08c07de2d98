import Codecs
import Waveform

/// The result of decoding a recording, and whether ffmpeg decoded it.
package struct ReadRecording {
  package let result: DecodeResult
  package var isByFFmpeg = false
  /// Whether it is long, but cannot be divided among workers.
  package var isIndivisible = false

  package init(result: DecodeResult, isByFFmpeg: Bool = false) {
    self.result = result
    self.isByFFmpeg = isByFFmpeg
  }
}

extension ReadRecording {
  /// Whether the decoder made no progress, so that more time may help.
  package var hasNoEnd: Bool {
    switch result {
    case .failure(.timeout), .failure(.stalled): !isByFFmpeg
    case .success, .failure: false
    }
  }

  /// Whether the machine may have caused the failure after all: it timed out, or ffmpeg failed.
  package var isDoubtful: Bool {
    switch result {
    case .failure(.timeout), .failure(.ffmpegFailed): true
    case .failure(.audio), .failure(.crashed), .failure(.outOfMemory): isByFFmpeg
    case .success, .failure: false
    }
  }

  /// Returns the result of our libraries, or that of ffmpeg for a file that they do not support,
  /// reject as malformed or decode with gaps: the one with more sound.
  package static func decodingAgain(
    _ result: DecodeResult,
    of descriptor: CInt,
    with ffmpeg: FFmpegDecoding?,
    if retry: FFmpegRetry,
    progress: (DecodedSoFar) -> Void = { _ in }
  ) -> ReadRecording {
    guard let ffmpeg, let what = result.format(for: retry) else {
      return ReadRecording(result: result)
    }
    let other = ffmpeg.decode(FFmpegInput(descriptor, what: what), progress: progress)
    // Without ffmpeg nothing is known of a recording that needs it: also not that it is damaged.
    switch other {
    case .failure(.ffmpegNotStarted), .failure(.shortOfMemory):
      return ReadRecording(result: other, isByFFmpeg: true)
    case .success, .failure: break
    }
    if result.isBetter(than: other) { return ReadRecording(result: result, isByFFmpeg: true) }
    let withDamage = other.map { $0.withDamage(of: result) }
    return ReadRecording(result: withDamage, isByFFmpeg: true)
  }
}

extension DecodeResult {
  /// Returns the format of a recording that ffmpeg is to decode; nil for any other recording.
  package func format(for retry: FFmpegRetry) -> String? {
    switch retry {
    case .never: return nil
    case .unsupported:
      guard case .failure(.audio(.unsupported(what: let what))) = self else { return nil }
      return what
    case .unsupportedOrDamaged: return formatForFFmpeg
    }
  }

  /// The format of a recording of which ffmpeg may decode more; nil if it cannot.
  package var formatForFFmpeg: String? {
    switch self {
    case .failure(.audio(.unsupported(what: let what))): what
    case .failure(.audio(.corrupt)): "damaged recording"
    case .success(let recording) where recording.measurement.damage.gaps > 0:
      recording.facts.formatName
    case .success, .failure: nil
    }
  }

  /// Returns whether this result is kept: the other one failed, or has no more sound.
  fileprivate func isBetter(than other: Self) -> Bool {
    switch (self, other) {
    case (_, .failure(.cancelled)): false
    // What ffmpeg says of a format that only it reads is the better reason.
    case (.failure(.audio(.unsupported)), _): false
    case (.failure, .success): false
    case (.failure, .failure), (.success, .failure): true
    // A thousandth and a twentieth of a second, because encoders' delays are cut differently. Untuned:
    // with nothing, ours would be dropped for a few samples of silence.
    case (.success(let ours), .success(let theirs)):
      ours.secondsOfSound >= theirs.secondsOfSound * 0.999 - 0.05
    }
  }
}

extension DecodedRecording {
  /// Returns the recording with the damage that our libraries found: ffmpeg does not report all
  /// damage, and only samples that it could not restore are lost.
  fileprivate func withDamage(of ours: DecodeResult) -> DecodedRecording {
    var recording = self
    switch ours {
    case .success(let ours): recording.measurement.damage.add(ours.measurement, to: measurement)
    case .failure(.audio(.corrupt)):
      // Where it is damaged, only a decoder that failed knows.
      recording.measurement.damage.gaps = max(1, measurement.damage.gaps)
    case .failure: break
    }
    return recording
  }

  /// The seconds without those that replace lost frames.
  fileprivate var secondsOfSound: Double {
    let lost = Double(measurement.damage.framesLost) / Double(max(measurement.mix.sampleRate, 1))
    return measurement.mix.duration - lost
  }
}

extension WaveformDamage {
  /// Adds the damage that our libraries found in a recording that ffmpeg measured.
  fileprivate mutating func add(_ ours: WaveformMeasurement, to theirs: WaveformMeasurement) {
    let rate = Double(theirs.mix.sampleRate)
    let found = ours.damage
    gaps = max(found.gaps, theirs.damage.gaps)
    firstGap = ours.firstGapSeconds.map { Int($0 * rate) }
    // Positions are in frames, which mean another time at another rate.
    if ours.mix.sampleRate == theirs.mix.sampleRate {
      copyStretches(of: found)
    }
    let missingSeconds = ours.mix.duration - theirs.mix.duration
    let missing = Int((missingSeconds * rate).rounded())
    framesLost = max(0, min(missing, found.framesLost))
  }
}
