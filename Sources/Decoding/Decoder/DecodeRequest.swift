package import Bytes
public import Codecs
package import Waveform

/// The parameters of decoding a recording.
public struct DecodeRequest: Sendable, Hashable {
  /// Whether each channel gets its own summary.
  public var split: Bool
  /// Whether levels are measured; otherwise the summary is silent.
  public var measuresLevels = true
  /// Whether the spectrum is measured.
  public var measuresSpectrum = true
  /// The number of columns of the spectrogram, or nil for none.
  public var columns: Int?
  /// Whether loudness, peaks, faults and the end of the spectrum are measured.
  public var analyzesSound = false
  /// The limits of a recording.
  public var limits: AudioLimits
  /// The stretch to measure, or nil for the whole recording.
  public var range: TimeRange?
  /// The samples to decode of a longer recording, in evenly spaced stretches; nil for all.
  public var mostSamples: Int?
  /// The seconds between previews; nil for none.
  public var previewSeconds: Double?
  package var points: PointGrid?

  /// Creates a request for summary and spectrum.
  public init(split: Bool = false, limits: AudioLimits = AudioLimits()) {
    self.split = split
    self.limits = limits
  }
}

/// A part of a long recording, for one of several workers.
package struct DecodePart: Sendable, Hashable {
  package var frames: Range<Int>
  /// The exact number of frames of the whole recording, as found by a probe.
  package var total: Int
  /// The blocks of 1 MiB whose digests this part computes.
  package var blocks: Range<Int>
}

/// A question to a worker about one descriptor.
package enum DecodeQuestion: Equatable {
  case whole(DecodeRequest)
  case part(DecodeRequest, DecodePart)
  case probe(DecodeRequest)
  /// Opens the recording without decoding it.
  case openOnly(DecodeRequest)
  /// The descriptor is a pipe with tracks of uncompressed samples.
  case stream(DecodeRequest)
  /// The picture in the tags of the recording.
  case cover
  /// The descriptor is a PNG, to be reduced by a factor.
  case pixels(factor: Int)
  /// For tests: the error number of a forbidden call, or 0 if a worker can make it.
  case forbidden(CInt)

  private enum Kind: UInt8 {
    case whole = 1
    case part, probe, forbidden, stream, openOnly, cover, pixels
  }

  /// Returns the largest number of processor seconds for a file size, which may be unknown.
  ///
  /// A worker that reports progress for longer has been compromised.
  func longestSeconds(ofBytes bytes: Int?) -> Double {
    switch self {
    case .whole(let request), .part(let request, _), .probe(let request), .stream(let request),
      .openOnly(let request):
      let most = min(max(request.limits.hours, 0) * 360, 1e9)
      guard let bytes else { return 60 + most }
      let samples = Double(request.limits.mostSamples(ofBytes: bytes))
      return 60 + min(most, samples / Self.slowestSamplesASecond)
    case .cover, .pixels, .forbidden: return 60
    }
  }

  /// Whether decoding begins at the start of the file, so that the first samples come soon.
  var beginsWithSound: Bool {
    switch self {
    case .whole(let request): request.range == nil
    case .probe, .openOnly: true
    case .part, .stream, .cover, .pixels, .forbidden: false
    }
  }

  /// Opus on the smallest boards: a twentieth of a desktop's speed.
  private static let slowestSamplesASecond = 1e6
}

extension DecodeQuestion: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    switch self {
    case .whole(let request): writer.append(case: Kind.whole, request)
    case .part(let request, let part): writer.append(case: Kind.part, request, part)
    case .probe(let request): writer.append(case: Kind.probe, request)
    case .openOnly(let request): writer.append(case: Kind.openOnly, request)
    case .stream(let request): writer.append(case: Kind.stream, request)
    case .cover: writer.append(case: Kind.cover)
    case .pixels(let factor): writer.append(case: Kind.pixels, factor)
    case .forbidden(let kind): writer.append(case: Kind.forbidden, kind)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let kind = Kind(rawValue: try reader.integer()) else { throw MalformedBytes() }
    switch kind {
    case .whole: self = .whole(try reader.read())
    case .part: self = .part(try reader.read(), try reader.read())
    case .probe: self = .probe(try reader.read())
    case .openOnly: self = .openOnly(try reader.read())
    case .stream: self = .stream(try reader.read())
    case .cover: self = .cover
    case .pixels: self = .pixels(factor: try reader.count(in: 1...PNGReduction.mostFactor))
    case .forbidden: self = .forbidden(try reader.integer())
    }
  }
}

extension DecodeRequest: ByteCoded {
  /// The largest number of columns of a spectrogram, to limit the size of an answer.
  package static let mostColumns = 16_384

  package func append(to writer: inout ByteWriter) {
    writer.append(all: split, measuresLevels, measuresSpectrum, analyzesSound, columns)
    writer.append(all: limits.channels, limits.sampleRates.lowerBound)
    writer.append(all: limits.sampleRates.upperBound, limits.hours, limits.samplesPerByte)
    writer.append(all: limits.freeSamples, range, mostSamples, previewSeconds, points)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    split = try reader.bool()
    measuresLevels = try reader.bool()
    measuresSpectrum = try reader.bool()
    analyzesSound = try reader.bool()
    columns = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 1...Self.mostColumns)
    }
    limits = AudioLimits()
    limits.channels = try reader.read()
    let lowest = try reader.read(Int.self)
    limits.sampleRates = lowest...(try reader.count(in: lowest...Int.max))
    limits.hours = try reader.double()
    limits.samplesPerByte = try reader.count(in: 1...Int.max)
    limits.freeSamples = try reader.count(in: 0...Int.max / 2)
    range = try reader.read()
    mostSamples = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 1...Int.max / 2)
    }
    previewSeconds = try reader.read()
    points = try reader.read()
  }
}

extension DecodePart: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    writer.append(all: frames.lowerBound, frames.upperBound, total)
    writer.append(all: blocks.lowerBound, blocks.upperBound)
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    frames = try reader.range()
    total = try reader.count(in: frames.upperBound...Int.max)
    blocks = try reader.range()
  }
}

extension ByteReader {
  fileprivate mutating func range() throws(MalformedBytes) -> Range<Int> {
    let lower = try read(Int.self)
    return lower..<(try count(in: lower...Int.max))
  }
}
