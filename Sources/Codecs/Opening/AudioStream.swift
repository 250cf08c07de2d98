public import WavethumbBytes

/// A recording opened for decoding: facts first, then block after block of samples.
///
/// Its bytes determine the format, never its name.
public struct AudioStream: ~Copyable {
  /// The facts in the header.
  public let facts: AudioFacts
  private let source: ByteSource
  private let limits: AudioLimits
  private let counted: Int?
  private var opened: AudioOpening.Opened
  private var framesRead = 0
  /// Whether the frames of the latest block were lost.
  public private(set) var isGap = false
  /// Whether frames were lost since it was opened.
  public private(set) var hasGaps = false

  /// Opens a recording; throws if it is not one, or exceeds the limits. `counted` is the number of
  /// frames if another stream of the same bytes has already counted it.
  public init(
    source: ByteSource,
    limits: AudioLimits = AudioLimits(),
    counted: Int? = nil
  ) throws(AudioFailure) {
    let opened = try AudioOpening(source, counted: counted).open(limits)
    let decoder = opened.decoder
    let sound = opened.decoder.sound
    var facts = AudioFacts(
      formatName: sound.formatName,
      sampleRate: sound.sampleRate,
      channels: sound.channels,
      declaredFrames: decoder.length.frames,
      tags: opened.tags,
      cues: opened.cues
    )
    facts.channelNames = sound.channelNames
    facts.bitRate = decoder.bitRate(ofBytes: source.size)
    self.facts = facts
    self.source = source
    self.limits = limits
    self.counted = counted
    self.opened = opened
  }

  private var decoder: any AudioDecoder { opened.decoder }

  /// The checksum that the file declares of all its samples.
  package var checksum: SampleChecksum? { opened.checksum }

  /// The byte format of samples in a block.
  public var format: SampleFormat { decoder.sound.format }

  /// The type of the samples before they were decoded to floating point.
  public var origin: SampleOrigin { decoder.sound.origin }

  /// Whether decoding restores the recorded samples: PCM and FLAC.
  public var isLossless: Bool { decoder.sound.isLossless }

  /// The number of frames that decoding should yield: counted if possible, else from the header.
  public var exactLength: Int? { decoder.length.frames }

  /// Whether the length is counted from the bytes, so that no header can falsify it.
  public var isLengthCounted: Bool {
    if case .counted = decoder.length {
      true
    } else {
      false
    }
  }

  /// How the recording ended; known once the end is reached.
  public var ending: AudioEnding {
    var ending = decoder.ending
    // The library takes what is there for the whole: only the header says what is missing.
    if let shareOfBytes = opened.shareOfBytes {
      let missing = Double(framesRead) * (1 / shareOfBytes - 1)
      ending = AudioEnding(isCut: true, missing: Int(exactly: missing.rounded(.up)))
    }
    ending = ending.tolerant(of: framesRead, at: facts.sampleRate)
    if opened.isCut {
      ending.isCut = true
    }
    return ending
  }

  /// Whether the file has more frames than it declares, once the declared end is reached.
  package var isShortened: Bool { decoder.isShortened }

  /// Decodes the next block and passes it on; 0 frames at the end.
  ///
  /// For a gap, returns the number of lost frames without calling `body`.
  public mutating func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> Int {
    let block = try decoder.nextBlock(body)
    isGap = block.isGap
    hasGaps = hasGaps || isGap
    framesRead += block.frames
    if block.frames > 0 {
      try limits.check(frames: framesRead, sampleRate: facts.sampleRate)
    }
    return block.frames
  }

  /// Whether a gap follows the latest block.
  public var isBeforeGap: Bool { decoder.isBeforeGap }

  /// Seeks to a frame if decoding from there gives the same bits as decoding up to it.
  ///
  /// If it returns false, the position is undefined until `rewind`.
  public mutating func seek(toFrame frame: Int) -> Bool {
    moved(to: frame, if: frame >= 0 && decoder.seek(toFrame: frame))
  }

  /// Returns whether parts, each reached by `seekWithPreroll`, equal the whole: bit-exact except for Opus,
  /// whose samples differ by less than is visible. The position is undefined afterwards.
  public mutating func isDivisible() -> Bool { decoder.isDivisible() }

  /// Whether parts equal the whole bit by bit.
  public var isDividedExactly: Bool { decoder.isApproachedExactly }

  /// Seeks to a frame of a divisible recording.
  public mutating func seekWithPreroll(_ frame: Int) -> Bool {
    moved(to: frame, if: frame >= 0 && decoder.seekWithPreroll(frame))
  }

  package var seekCost: SeekCost { decoder.seekCost }

  /// Seeks near a frame as cheaply as possible: not to the exact frame, and not bit-exact.
  public mutating func seekApproximately(toFrame frame: Int) -> Bool {
    moved(to: frame, if: frame >= 0 && decoder.seekApproximately(toFrame: frame))
  }

  private mutating func moved(to frame: Int, if isReached: Bool) -> Bool {
    if isReached {
      framesRead = frame
    }
    return isReached
  }

  /// Returns to the beginning, as if just opened.
  public mutating func rewind() -> Bool {
    do {
      opened.decoder = try AudioOpening(source, counted: counted).open(limits).decoder
      framesRead = 0
      hasGaps = false
      return true
    } catch {
      return false
    }
  }
}

/// The facts in a file's header, known before decoding.
public struct AudioFacts: Sendable, Hashable {
  /// The format as text, such as "MPEG-1 layer III" or "WAV, 16-bit PCM".
  public var formatName: String
  /// Frames per second.
  public var sampleRate: Int
  /// The number of channels.
  public var channels: Int
  /// The length that the header declares, which may be wrong.
  public var declaredFrames: Int?
  /// The bit rate, or nil if the length is unknown before decoding.
  public var bitRate: AudioBitRate?
  /// The title, artist and others.
  public var tags = AudioTags()
  /// Named moments inside the recording, by time.
  public var cues: [AudioCue] = []
  /// The short names of channels (L, R, C, LFE, Ls, Rs), if the file has a channel map.
  public var channelNames: [String] = []

  // In the name of the format, where people look for the reason of a difference.
  private static let ffmpegMark = " (ffmpeg)"

  package var isByFFmpeg: Bool { formatName.hasSuffix(Self.ffmpegMark) }

  package mutating func setFFmpeg(decoding format: String) { formatName = format + Self.ffmpegMark }

  /// Creates the facts of a file's header.
  public init(
    formatName: String,
    sampleRate: Int,
    channels: Int,
    declaredFrames: Int?,
    tags: AudioTags = AudioTags(),
    cues: [AudioCue] = []
  ) {
    self.formatName = formatName
    self.sampleRate = sampleRate
    self.channels = channels
    self.declaredFrames = declaredFrames
    self.tags = tags
    self.cues = cues
  }
}
