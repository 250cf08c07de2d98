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
  package func append(to writer: inout ByteWriter) {
    writer.append(all: splitsPoints, measuresLevels, measures)
    writer.append(all: limits.channels, limits.sampleRates.lowerBound)
    writer.append(all: limits.sampleRates.upperBound, limits.hours, limits.samplesPerByte)
    writer.append(all: limits.freeSamples, range, maximumSamples, previewSeconds, points)
    writer.append(all: channel)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    splitsPoints = try reader.bool()
    measuresLevels = try reader.bool()
    measures = try reader.read()
    limits = AudioLimits()
    limits.channels = try reader.read()
    let lowestRate = try reader.read(Int.self)
    let highestRate = try reader.count(in: lowestRate...Int.max)
    limits.sampleRates = lowestRate...highestRate
    limits.hours = try reader.double()
    limits.samplesPerByte = try reader.count(in: 1...Int.max)
    limits.freeSamples = try reader.count(in: 0...Int.max / 2)
    range = try reader.read()
    maximumSamples = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 1...Int.max / 2)
    }
    previewSeconds = try reader.read()
    points = try reader.read()
    channel = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 1...Int.max)
    }
  }
}

extension DecodeRequest {
  /// Throws if a recording lacks the channel.
  func check(channels: Int) throws(DecodeFailure) {
    if let channel, channel > channels { throw .noChannel(channels: channels) }
  }
}
