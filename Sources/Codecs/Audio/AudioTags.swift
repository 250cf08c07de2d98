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

/// A tag that is a text: its name in the manifest and in `list`, and its names in the formats that have
/// it.
// Readers of all formats, the messages of workers, the manifest and `list` go over the rows, so that
// another tag is a property and a row in AudioTags.swift, a column and a line of the schema.
package struct TagRow: Sendable {
  /// The name of the member in the manifest, and of the column.
  package let name: String
  package let path: any WritableKeyPath<AudioTags, String?> & Sendable
  /// The frames of ID3v2; the short names are those of version 2.2.
  let id3: [String]
  /// The chunks of an INFO list in WAV.
  let info: [String]
  /// The number of libsndfile, or nil if it does not know the tag: it is then read from comments of its
  /// name.
  var sndfile: Int?
  /// Whether only the year of a date is kept.
  var isDate = false

  /// Returns the tag's value for a text in a file: the year of a date, any other text as it is.
  package func value(_ text: String?) -> String? {
    if isDate { return text.flatMap(AudioTags.year(of:)) }
    return text
  }
}

/// Text from a tag: bounded, valid, without control bytes.
enum TagText {
  // Longer titles fit no list and no picture, and a hostile one would fill an answer.
  static let maximumBytes = 1024

  /// Decodes UTF-8, replacing invalid bytes by U+FFFD; nil if nothing is left.
  static func sanitized(_ bytes: some Sequence<UInt8>) -> String? {
    cleaned(String(decoding: Array(bytes.prefix(maximumBytes)), as: UTF8.self))
  }

  /// Cuts at the first NUL, replaces other control characters by blanks and trims.
  // ID3 separates several values by NUL, of which the first is shown. An escape would reach terminals.
  static func cleaned(_ text: String) -> String? {
    var scalars = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(maximumBytes) {
      if scalar.value == 0 { break }
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      scalars.append(isControl ? " " : scalar)
    }
    while scalars.last?.properties.isWhitespace == true {
      scalars.removeLast()
    }
    let trimmed = scalars.drop { scalar in scalar.properties.isWhitespace }
    guard !trimmed.isEmpty else { return nil }
    return String(trimmed)
  }
}
