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
  /// What a broadcast WAV says of its origin.
  public var bext: BroadcastTags?

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
    bext = bext ?? other.bext
  }

  /// Returns the four digits of a date such as "1999", "2011-05-01", "20110501" or "1.5.2011".
  static func year(of date: String) -> String? {
    let digits = date.utf8.split { !(0x30...0x39).contains($0) }
    let year = digits.first { $0.count == 4 || $0.count == 8 }
    return year.map { String(decoding: $0.prefix(4), as: UTF8.self) }
  }
}
