import Codecs
public import Waveform
package import WavethumbBytes
import WavethumbSystem

/// The appearance so far of a recording that is being decoded.
public struct DecodePreview: Sendable, Equatable {
  /// The decoded fraction in 0…1; nil if the length is unknown.
  public var progress: Double?
  /// The measurement, silent where nothing has been decoded yet.
  public var measurement: WaveformMeasurement
}

extension DecodePreview {
  init(_ meter: WaveformMeter) { self.init(progress: meter.progress, measurement: meter.preview()) }
}

extension DecodedRecording {
  /// Creates the state of a recording that is being decoded.
  package init(_ preview: DecodePreview) {
    let summary = preview.measurement.mix
    self.init(
      facts: AudioFacts(
        formatName: "",
        sampleRate: summary.sampleRate,
        channels: summary.channels,
        declaredFrames: nil
      ),
      measurement: preview.measurement
    )
  }
}

extension DecodePreview: ByteCoded {
  // A worker sends a preview as one packet.
  private static let maximumBytes = 65_536

  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    // A fraction is never negative.
    let progress: Double = try coder.field(value.map { $0.progress ?? -1 })
    let isKnown = (0...1).contains(progress)
    self.progress = isKnown ? progress : nil
    measurement = try coder.countedField(value?.measurement, atMost: Self.maximumBytes)
  }
}

/// Decides when the next preview or heartbeat is due.
// By a clock and not by frames: a slow machine decodes few frames between two previews.
package struct PreviewTimer {
  private let seconds: Double?
  private var last = MonotonicClock.seconds

  package init(seconds: Double?) { self.seconds = seconds }

  package mutating func isDue() -> Bool {
    guard let seconds else { return false }
    let now = MonotonicClock.seconds
    guard now - last >= seconds else { return false }
    last = now
    return true
  }
}
