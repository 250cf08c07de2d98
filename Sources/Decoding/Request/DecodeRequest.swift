public import Codecs
public import Waveform
package import WavethumbBytes

/// The parameters of decoding a recording.
public struct DecodeRequest: Sendable, Hashable {
  /// Whether levels are measured; otherwise the summary is silent.
  public var measuresLevels = true
  /// The measures besides levels.
  public var measures = Measures.standard
  /// The limits of a recording.
  public var limits: AudioLimits
  /// The stretch to measure, or nil for the whole recording.
  public var range: TimeRange?
  /// The only channel to measure, counted from 1; nil for all.
  public var channel: Int?
  /// The samples to decode of a longer recording, in evenly spaced stretches; nil for all.
  public var maximumSamples: Int?
  /// The seconds between previews; nil for none.
  public var previewSeconds: Double?
  package var points: PointGrid?
  /// Whether each channel gets its own points.
  package var splitsPoints: Bool

  /// Creates a request for summary and spectrum; with `split` each channel gets its own summary.
  public init(split: Bool = false, limits: AudioLimits = AudioLimits()) {
    self.limits = limits
    splitsPoints = split
    measures.lanes = split
  }
}

extension DecodeRequest: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    splitsPoints = try coder.field(value?.splitsPoints)
    measuresLevels = try coder.field(value?.measuresLevels)
    measures = try coder.field(value?.measures)
    limits = try coder.field(value?.limits)
    range = try coder.field(value?.range)
    maximumSamples = try coder.count(value?.maximumSamples, in: 1...Int.max / 2)
    previewSeconds = try coder.field(value?.previewSeconds)
    points = try coder.field(value?.points)
    channel = try coder.count(value?.channel, in: 1...Int.max)
  }
}

extension AudioLimits: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    self.init()
    channels = try coder.field(value?.channels)
    let lowest: Int = try coder.field(value?.sampleRates.lowerBound)
    let highest: Int = try coder.count(value?.sampleRates.upperBound, in: lowest...Int.max)
    sampleRates = lowest...highest
    hours = try coder.field(value?.hours)
    samplesPerByte = try coder.count(value?.samplesPerByte, in: 1...Int.max)
    freeSamples = try coder.count(value?.freeSamples, in: 0...Int.max / 2)
  }
}

extension DecodeRequest {
  /// Throws if a recording lacks the channel.
  func check(channels: Int) throws(DecodeFailure) {
    if let channel, channel > channels { throw .noChannel(channels: channels) }
  }
}
