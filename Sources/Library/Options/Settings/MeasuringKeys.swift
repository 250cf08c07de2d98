package import Bytes
import Codecs

/// The settings that cached measurements depend on, besides the content.
package struct MeasuringKeys: Sendable {
  /// Raised whenever the same content gives another measurement; pictures may change without.
  private static let version = 5

  /// The key for files that our libraries read.
  package let libraries: ContentDigest
  /// The key for files that ffmpeg reads, if used: its next version may read more.
  package let ffmpeg: ContentDigest?

  /// Both, that of our libraries first.
  package var all: [[UInt8]] { [libraries.bytes] + (ffmpeg.map { [$0.bytes] } ?? []) }

  package init(_ options: RecordingOptions, ffmpeg version: String?) {
    let words = ["\(Self.version)", LibraryVersions.all] + Self.words(options)
    let libraries = ContentDigest(of: Array(words.joined(separator: " ").utf8))
    self.libraries = libraries
    ffmpeg = version.map { ContentDigest(of: libraries.bytes + Array($0.utf8)) }
  }

  /// The options that measuring depends on.
  // Optional settings come last: a new one leaves the keys of runs without it unchanged.
  package static func words(_ options: RecordingOptions) -> [String] {
    let unasked = RecordingOptions()
    let rows = OptionTable.shapingRows.map(\.value.measuringWords)
    let always = rows.filter { $0(unasked) != nil }
    let sometimes = rows.filter { $0(unasked) == nil }
    let columns = options.pictures.spectrogramColumns.map { "columns \($0)" }
    return (always + sometimes).compactMap { $0(options) } + [columns].compactMap(\.self)
  }
}
