import Codecs
package import WavethumbBytes

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

  // Parent and worker are the same binary: these numbers may change with any version.
  private enum Kind: UInt8 {
    case whole = 1
    case part, probe, stream, openOnly, cover, pixels
  }

  /// Returns the largest number of processor seconds for a file size, which may be unknown.
  ///
  /// A worker that reports progress for longer has been compromised.
  func maximumSeconds(ofBytes bytes: Int?) -> Double {
    switch self {
    case .whole(let request),
      .part(let request, _),
      .probe(let request),
      .stream(let request),
      .openOnly(let request):
      return Self.secondsToOpen + Self.maximumSecondsToDecode(request.limits, ofBytes: bytes)
    case .cover, .pixels: return Self.secondsToOpen
    }
  }

  private static func maximumSecondsToDecode(_ limits: AudioLimits, ofBytes bytes: Int?) -> Double {
    // A tenth of the longest duration, as for ffmpeg (`FFmpegPlan`). The limit in hours is from the
    // command line, where it may be infinite.
    let maximum = min(max(limits.hours, 0) * 360, 1e9)
    guard let bytes else { return maximum }
    let samples = Double(limits.maximumSamples(ofBytes: bytes))
    return min(maximum, samples / slowestSamplesASecond)
  }

  /// Whether decoding begins at the start of the file, so that the first samples come soon.
  var beginsWithSound: Bool {
    switch self {
    case .whole(let request): request.range == nil
    case .probe, .openOnly: true
    case .part, .stream, .cover, .pixels: false
    }
  }

  /// For opening the file, its tags and its picture, on the slowest machine.
  // Untuned.
  private static let secondsToOpen = 60.0

  /// Opus on the smallest boards: a twentieth of a desktop's speed.
  // A worker may report progress for ever. It gets the processor time in which the slowest machine
  // decodes all that is allowed.
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
    case .pixels: self = .pixels(factor: try reader.count(in: 1...PNGReduction.maximumFactor))
    }
  }
}
