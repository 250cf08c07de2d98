public import Codecs
public import Waveform
package import WavethumbBytes

/// The parameters of decoding a recording.
public struct DecodeRequest: Sendable, Hashable {
  /// Whether each channel gets its own summary.
  public var split: Bool
  /// Whether levels are measured; otherwise the summary is silent.
  public var measuresLevels = true
  /// Whether the spectrum is measured.
  public var measuresSpectrum = true
  /// The measures besides levels and spectrum.
  public var measures = Measures()
  /// The limits of a recording.
  public var limits: AudioLimits
  /// The stretch to measure, or nil for the whole recording.
  public var range: TimeRange?
  /// The samples to decode of a longer recording, in evenly spaced stretches; nil for all.
  public var maximumSamples: Int?
  /// The seconds between previews; nil for none.
  public var previewSeconds: Double?
  package var points: PointGrid?

  /// Creates a request for summary and spectrum.
  public init(split: Bool = false, limits: AudioLimits = AudioLimits()) {
    self.split = split
    self.limits = limits
  }
}

extension DecodeRequest: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: split, measuresLevels, measuresSpectrum, measures)
    writer.append(all: limits.channels, limits.sampleRates.lowerBound)
    writer.append(all: limits.sampleRates.upperBound, limits.hours, limits.samplesPerByte)
    writer.append(all: limits.freeSamples, range, maximumSamples, previewSeconds, points)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    split = try reader.bool()
    measuresLevels = try reader.bool()
    measuresSpectrum = try reader.bool()
    measures = try reader.read()
    limits = AudioLimits()
    limits.channels = try reader.read()
    let lowest = try reader.read(Int.self)
    limits.sampleRates = lowest...(try reader.count(in: lowest...Int.max))
    limits.hours = try reader.double()
    limits.samplesPerByte = try reader.count(in: 1...Int.max)
    limits.freeSamples = try reader.count(in: 0...Int.max / 2)
    range = try reader.read()
    maximumSamples = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 1...Int.max / 2)
    }
    previewSeconds = try reader.read()
    points = try reader.read()
  }
}
