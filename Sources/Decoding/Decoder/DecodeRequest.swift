import Bytes
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
  /// The number of samples to decode of a longer recording, in evenly spaced stretches; nil for
  /// all.
  public var mostSamples: Int?
  /// The seconds between previews; nil for none.
  public var previewSeconds: Double?
  /// The grid of points of a zoomed waveform, or nil.
  package var points: PointGrid?

  /// Creates a request for summary and spectrum.
  public init(split: Bool = false, limits: AudioLimits = AudioLimits()) {
    self.split = split
    self.limits = limits
  }
}

/// A part of a long recording, for one of several workers.
package struct DecodePart: Sendable, Hashable {
  /// The frames to measure.
  package var frames: Range<Int>
  /// The exact number of frames of the whole recording, as found by a probe.
  package var total: Int
  /// The blocks of 1 MiB whose digests this part computes.
  package var blocks: Range<Int>
  /// A coded frame before the part, at which another part ended.
  package var known: CodedFrame?

  package init(frames: Range<Int>, total: Int, blocks: Range<Int>) {
    self.frames = frames
    self.total = total
    self.blocks = blocks
  }
}

/// A question to a worker about one descriptor.
package enum DecodeQuestion: Equatable {
  case whole(DecodeRequest)
  case part(DecodeRequest, DecodePart)
  case probe(DecodeRequest)
  /// Only whether and as what it opens.
  case glance(DecodeRequest)
  /// The descriptor is a pipe of uncompressed samples.
  case stream(DecodeRequest)
  /// The picture in the tags of the recording.
  case cover
  /// The descriptor is a PNG, to be reduced by a factor.
  case pixels(factor: Int)
  /// For tests: whether a worker can make a forbidden call.
  case forbidden(CInt)

  private enum Kind: UInt8 {
    case whole = 1
    case part, probe, forbidden, stream, glance, cover, pixels
  }

  /// Returns the largest number of processor seconds for a recording of this size; nil if the size
  /// is unknown.
  ///
  /// A worker that reports progress for longer has been taken over.
  func longestSeconds(ofBytes bytes: Int?) -> Double {
    switch self {
    case .whole(let request), .part(let request, _), .probe(let request), .stream(let request),
      .glance(let request):
      let most = min(max(request.limits.hours, 0) * 360, 1e9)
      guard let bytes else { return 60 + most }
      let samples = Double(request.limits.mostSamples(ofBytes: bytes))
      return 60 + min(most, samples / Self.slowestSamplesASecond)
    case .cover, .pixels, .forbidden: return 60
    }
  }

  /// Whether a file is opened at its beginning, so that its first samples, or the answer, come at
  /// once.
  var beginsWithSound: Bool {
    switch self {
    case .whole(let request): request.range == nil
    case .probe, .glance: true
    case .part, .stream, .cover, .pixels, .forbidden: false
    }
  }

  /// Opus on the smallest boards: a twentieth of a desktop's speed.
  private static let slowestSamplesASecond = 1e6

  var packet: [UInt8] {
    var writer = ByteWriter()
    switch self {
    case .whole(let request):
      writer.append(Kind.whole.rawValue)
      request.append(to: &writer)
    case .part(let request, let part):
      writer.append(Kind.part.rawValue)
      request.append(to: &writer)
      for value in [
        part.frames.lowerBound, part.frames.upperBound, part.total, part.blocks.lowerBound,
        part.blocks.upperBound,
      ] {
        writer.append(Int64(value))
      }
      writer.append(optional: part.known) { $1.append(to: &$0) }
    case .probe(let request):
      writer.append(Kind.probe.rawValue)
      request.append(to: &writer)
    case .glance(let request):
      writer.append(Kind.glance.rawValue)
      request.append(to: &writer)
    case .stream(let request):
      writer.append(Kind.stream.rawValue)
      request.append(to: &writer)
    case .cover:
      writer.append(Kind.cover.rawValue)
    case .pixels(let factor):
      writer.append(Kind.pixels.rawValue)
      writer.append(Int64(factor))
    case .forbidden(let kind):
      writer.append(Kind.forbidden.rawValue)
      writer.append(kind)
    }
    return writer.bytes
  }

  package init?(packet: [UInt8]) {
    guard let first = packet.first, let kind = Kind(rawValue: first) else { return nil }
    var reader = ByteReader(packet.dropFirst())
    do {
      switch kind {
      case .whole: self = .whole(try DecodeRequest(from: &reader))
      case .part: self = .part(try DecodeRequest(from: &reader), try DecodePart(from: &reader))
      case .probe: self = .probe(try DecodeRequest(from: &reader))
      case .glance: self = .glance(try DecodeRequest(from: &reader))
      case .stream: self = .stream(try DecodeRequest(from: &reader))
      case .cover: self = .cover
      case .pixels: self = .pixels(factor: try reader.count(in: 1...PNGReduction.mostFactor))
      case .forbidden: self = .forbidden(try reader.integer())
      }
      try reader.finish()
    } catch {
      return nil
    }
  }
}

extension DecodeRequest {
  /// The largest number of columns of a spectrogram, to limit the size of an answer.
  package static let mostColumns = 16_384

  fileprivate func append(to writer: inout ByteWriter) {
    writer.append(split)
    writer.append(measuresLevels)
    writer.append(measuresSpectrum)
    writer.append(analyzesSound)
    writer.append(optional: columns) { $0.append(Int64($1)) }
    writer.append(Int64(limits.channels))
    writer.append(Int64(limits.sampleRates.lowerBound))
    writer.append(Int64(limits.sampleRates.upperBound))
    writer.append(limits.hours)
    writer.append(Int64(limits.samplesPerByte))
    writer.append(Int64(limits.freeSamples))
    writer.append(optional: range) { $1.append(to: &$0) }
    writer.append(optional: mostSamples) { $0.append(Int64($1)) }
    writer.append(previewSeconds ?? -1)
    writer.append(optional: points) { $1.append(to: &$0) }
  }

  fileprivate init(from reader: inout ByteReader) throws(MalformedBytes) {
    split = try reader.bool()
    measuresLevels = try reader.bool()
    measuresSpectrum = try reader.bool()
    analyzesSound = try reader.bool()
    columns = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 1...Self.mostColumns)
    }
    limits = AudioLimits()
    limits.channels = try reader.count(in: 0...Int.max)
    let lowest = try reader.count(in: 0...Int.max)
    limits.sampleRates = lowest...(try reader.count(in: lowest...Int.max))
    limits.hours = try reader.double()
    limits.samplesPerByte = try reader.count(in: 1...Int.max)
    limits.freeSamples = try reader.count(in: 0...Int.max / 2)
    range = try reader.optional { reader throws(MalformedBytes) in try TimeRange(from: &reader) }
    mostSamples = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 1...Int.max / 2)
    }
    let seconds = try reader.double()
    previewSeconds = seconds < 0 ? nil : seconds
    points = try reader.optional { reader throws(MalformedBytes) in try PointGrid(from: &reader) }
  }
}

extension DecodePart {
  fileprivate init(from reader: inout ByteReader) throws(MalformedBytes) {
    frames = try reader.range()
    total = try reader.count(in: frames.upperBound...Int.max)
    blocks = try reader.range()
    known = try reader.optional { reader throws(MalformedBytes) in try CodedFrame(from: &reader) }
  }
}

extension ByteReader {
  fileprivate mutating func range() throws(MalformedBytes) -> Range<Int> {
    let lower = try count(in: 0...Int.max)
    return lower..<(try count(in: lower...Int.max))
  }
}
