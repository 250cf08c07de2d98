/// A recording opened for decoding: facts first, then block after block of samples.
public struct AudioStream: ~Copyable {
  public private(set) var facts: AudioFacts
  public let format: AudioSampleFormat
  private let limits: AudioLimits
  private var mpeg: MPEGStream?
  private var sndfile: SndfileStream?

  public init(source: ByteSource, limits: AudioLimits = AudioLimits()) throws(AudioFailure) {
    let start = source.bytes(at: 0, count: 4)
    self.limits = limits
    if start.starts(with: [0xFF]) || start.starts(with: Array("ID3".utf8)) {
      let stream = try MPEGStream(SourceCursor(source))
      facts = AudioFacts(
        formatName: stream.formatName, sampleRate: stream.sampleRate, channels: stream.channels,
        declaredFrames: stream.declaredFrames)
      format = AudioSampleFormat(.float32)
      mpeg = consume stream
      sndfile = nil
    } else {
      let stream = try SndfileStream(SourceCursor(source), limits: limits)
      facts = AudioFacts(
        formatName: "", sampleRate: stream.sampleRate, channels: stream.channels,
        declaredFrames: stream.declaredFrames)
      format = stream.format
      mpeg = nil
      sndfile = consume stream
    }
  }

  /// How many frames decoding yields, where that is certain beforehand.
  public var exactLength: Int? { nil }

  /// The sound stopped before what the recording had promised; true only once the end was reached.
  public var endedEarly: Bool { mpeg?.broken ?? sndfile?.broken ?? false }

  /// Goes to a frame, where that is bit for bit exact; else stays, and says false.
  public mutating func seek(toFrame frame: Int) -> Bool {
    mpeg?.seek(toFrame: frame) ?? sndfile?.seek(toFrame: frame) ?? false
  }

  /// Goes back to the beginning.
  public mutating func rewind() -> Bool { seek(toFrame: 0) }

  /// Decodes the next block and passes it on; 0 frames at the end.
  public mutating func nextBlock(
    _ body: (borrowing RawSpan) -> Void
  ) throws(AudioFailure) -> Int {
    if let frames = try mpeg?.nextBlock(body) { return frames }
    return try sndfile?.nextBlock(body) ?? 0
  }
}
