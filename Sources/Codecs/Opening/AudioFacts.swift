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
