/// The facts that a file's header tells before anything is decoded.
public struct AudioFacts: Sendable, Hashable {
  /// The format in words, such as "MPEG-1 layer III" or "WAV, 16-bit PCM".
  public var formatName: String
  /// Frames a second.
  public var sampleRate: Int
  /// How many channels there are.
  public var channels: Int
  /// The length the header claims: a hint, never a promise.
  public var declaredFrames: Int?
  /// The title, artist and album.
  public var tags = AudioTags()
  /// Named moments inside the recording, by time.
  public var cues: [AudioCue] = []
  /// The short names of channels (L, R, C, LFE, Ls, Rs), where the file has a map of them.
  public var channelNames: [String] = []

  /// Facts as a file's header tells them.
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

/// The few words of a recording's tags that are of use beside a picture.
public struct AudioTags: Sendable, Hashable {
  /// The title of the recording.
  public var title: String?
  /// The performer or speaker.
  public var artist: String?
  /// The album or show.
  public var album: String?
  /// The number within the album, as it is written.
  public var track: String?

  /// Tags; nil where the file has none.
  public init(
    title: String? = nil, artist: String? = nil, album: String? = nil, track: String? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.track = track
  }

  func completed(from other: AudioTags) -> AudioTags {
    var result = self
    result.complete(from: other)
    return result
  }

  /// Fills what is missing from other tags.
  mutating func complete(from other: AudioTags) {
    title = title ?? other.title
    artist = artist ?? other.artist
    album = album ?? other.album
    track = track ?? other.track
  }
}

/// A named moment or stretch inside a recording.
public struct AudioCue: Sendable, Hashable {
  /// More than any recording needs: what a broken one has beyond is left out.
  static let most = 1000

  /// Seconds from the beginning.
  public var start: Double
  /// Seconds from the beginning; nil for a moment.
  public var end: Double?
  /// The label, which may be empty.
  public var name: String
  /// The colour of the marker in the file: red, green, blue and alpha, from the highest byte down.
  public var color: UInt32?
  /// How many others come before it in the recording.
  public var index = 0

  /// A cue; times are in seconds, the colour is as in `color`.
  public init(start: Double, end: Double? = nil, name: String, color: UInt32? = nil) {
    self.start = start
    self.end = end
    self.name = name
    self.color = color
  }
}
