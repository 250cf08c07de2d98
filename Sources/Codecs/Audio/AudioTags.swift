import CSndfile
import WavethumbBytes

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
    title: String? = nil,
    artist: String? = nil,
    album: String? = nil,
    track: String? = nil,
    date: String? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.track = track
    year = date.flatMap(Self.year(of:))
  }

  /// The tags that are texts.
  package static let rows = [
    TagRow(
      name: "title",
      path: \.title,
      id3: ["TIT2", "TT2"],
      info: ["INAM"],
      sndfile: SF_STR_TITLE
    ),
    TagRow(
      name: "artist",
      path: \.artist,
      id3: ["TPE1", "TP1"],
      info: ["IART"],
      sndfile: SF_STR_ARTIST
    ),
    TagRow(
      name: "album",
      path: \.album,
      id3: ["TALB", "TAL"],
      info: ["IPRD"],
      sndfile: SF_STR_ALBUM
    ),
    // ffmpeg writes IPRT, and may choose ITRK in newer versions.
    TagRow(
      name: "track",
      path: \.track,
      id3: ["TRCK", "TRK"],
      info: ["IPRT", "ITRK"],
      sndfile: SF_STR_TRACKNUMBER
    ),
    TagRow(
      name: "year",
      path: \.year,
      id3: ["TDRC", "TYER", "TYE"],
      info: ["ICRD"],
      sndfile: SF_STR_DATE,
      isDate: true
    ),
  ]

  /// Creates tags from the text of each row; nil means missing.
  package init(texts: (TagRow) throws -> String?) rethrows {
    self.init()
    for row in Self.rows {
      self[keyPath: row.path] = row.value(try texts(row))
    }
  }

  /// Returns the text of a tag by its name; nil if it is missing, or no such tag is known.
  package func text(named name: String) -> String? {
    let row = Self.rows.first { row in row.name == name }
    guard let row else { return nil }
    return self[keyPath: row.path]
  }

  /// Adds the tags that are missing from another source of the same recording.
  mutating func complete(from other: AudioTags) {
    for row in Self.rows {
      self[keyPath: row.path] = self[keyPath: row.path] ?? other[keyPath: row.path]
    }
    bext = bext ?? other.bext
  }

  /// Returns the four digits of a date such as "1999", "2011-05-01", "20110501" or "1.5.2011".
  // Only the year: the rest is written in any order, and nobody knows which number is the month.
  static func year(of date: String) -> String? {
    let numbers = date.utf8.split { byte in !byte.isASCIIDigit }
    // Four digits are a year, and eight begin with it.
    let year = numbers.first { digits in digits.count == 4 || digits.count == 8 }
    guard let year else { return nil }
    return String(decoding: year.prefix(4), as: UTF8.self)
  }
}
