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
