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
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    switch try coder.kind(value?.kind) {
    case .whole: self = .whole(try coder.field(value?.request))
    case .part: self = .part(try coder.field(value?.request), try coder.field(value?.part))
    case .probe: self = .probe(try coder.field(value?.request))
    case .openOnly: self = .openOnly(try coder.field(value?.request))
    case .stream: self = .stream(try coder.field(value?.request))
    case .cover: self = .cover
    case .pixels:
      self = .pixels(factor: try coder.count(value?.factor, in: 1...PNGReduction.maximumFactor))
    }
  }

  private var kind: Kind {
    switch self {
    case .whole: .whole
    case .part: .part
    case .probe: .probe
    case .openOnly: .openOnly
    case .stream: .stream
    case .cover: .cover
    case .pixels: .pixels
    }
  }

  /// The parameters of decoding; nil for pictures.
  private var request: DecodeRequest? {
    switch self {
    case .whole(let request),
      .part(let request, _),
      .probe(let request),
      .openOnly(let request),
      .stream(let request):
      request
    case .cover, .pixels: nil
    }
  }

  private var part: DecodePart? {
    if case .part(_, let part) = self { part } else { nil }
  }

  private var factor: Int? {
    if case .pixels(let factor) = self { factor } else { nil }
  }
}
