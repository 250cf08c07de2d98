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

  private static let ffmpegMark = " (ffmpeg)"

  package var isByFFmpeg: Bool { formatName.hasSuffix(Self.ffmpegMark) }

  package mutating func setFFmpeg(decoding format: String) { formatName = format + Self.ffmpegMark }

  /// Creates the facts of a file's header.
  public init(
    formatName: String, sampleRate: Int, channels: Int, declaredFrames: Int?,
    tags: AudioTags = AudioTags(), cues: [AudioCue] = []
  ) {
    self.formatName = formatName
    self.sampleRate = sampleRate
    self.channels = channels
    self.declaredFrames = declaredFrames
    self.tags = tags
    self.cues = cues
  }
}

/// The bit rate of a recording.
public struct AudioBitRate: Sendable, Hashable {
  /// Thousands of bits per second.
  public var kilobits: Int
  /// Whether the bit rate is constant.
  public var isConstant: Bool

  /// Creates a bit rate in thousands of bits per second.
  public init(kilobits: Int, isConstant: Bool) {
    self.kilobits = kilobits
    self.isConstant = isConstant
  }

  /// Computes the mean bit rate of a number of bytes; nil without a length.
  package init?(bytes: Int, seconds: Double, isConstant: Bool = false) {
    guard bytes >= 0, let kilobits = Int(exactly: (Double(bytes) / 125 / seconds).rounded()) else {
      return nil
    }
    self.init(kilobits: kilobits, isConstant: isConstant)
  }
}

/// The tags of a recording that are useful beside a picture.
public struct AudioTags: Sendable, Hashable {
  /// The title of the recording.
  public var title: String?
  /// The performer or speaker.
  public var artist: String?
  /// The album or show.
  public var album: String?
  /// The number within the album, as text.
  public var track: String?
  /// The four digits of the year in which it appeared.
  public var year: String?

  /// Creates tags; nil means missing.
  public init(
    title: String? = nil, artist: String? = nil, album: String? = nil, track: String? = nil,
    date: String? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.track = track
    year = date.flatMap(Self.year(of:))
  }

  mutating func complete(from other: AudioTags) {
    title = title ?? other.title
    artist = artist ?? other.artist
    album = album ?? other.album
    track = track ?? other.track
    year = year ?? other.year
  }

  /// Returns the four digits of a date such as "1999", "2011-05-01", "20110501" or "1.5.2011".
  static func year(of date: String) -> String? {
    let digits = date.utf8.split { !(0x30...0x39).contains($0) }
    let year = digits.first { $0.count == 4 || $0.count == 8 }
    return year.map { String(decoding: $0.prefix(4), as: UTF8.self) }
  }
}

/// A named moment or stretch inside a recording.
public struct AudioCue: Sendable, Hashable {
  /// More than any recording needs; further cues are ignored.
  static let most = 1000

  /// Seconds from the beginning.
  public var start: Double
  /// Seconds from the beginning; nil for a moment.
  public var end: Double?
  /// The label, which may be empty.
  public var name: String
  /// The color of the marker in the file: red, green, blue and alpha, from the highest byte down.
  public var color: UInt32?
  /// The number of cues before it in the recording.
  public var index = 0

  /// Creates a cue; times are in seconds, the color is as in `color`.
  public init(start: Double, end: Double? = nil, name: String, color: UInt32? = nil) {
    self.start = start
    self.end = end
    self.name = name
    self.color = color
  }
}
