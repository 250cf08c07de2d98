import Bytes
import Codecs
import Decoding
import Thumbnails

/// What measurements in the cache depend on besides their contents.
struct MeasuringKeys: Sendable {
  /// For what our libraries read.
  let libraries: ContentDigest
  /// For what ffmpeg reads, where it is to: the next version of it may read more.
  let ffmpeg: ContentDigest?

  /// Both, that of our libraries first.
  var all: [[UInt8]] { [libraries.bytes] + (ffmpeg.map { [$0.bytes] } ?? []) }

  init(_ pictures: PictureOptions, _ decoding: DecodeOptions, _ ffmpeg: FFmpegProgram?) {
    let words = """
      \(ScanSettings.formatVersion) \(LibraryVersions.all) \
      split \(pictures.look.splitsChannels) hours \(decoding.longestHours)\
      \(pictures.range.map { " range \($0.text)" } ?? "")
      """
    let libraries = ContentDigest(of: Array(words.utf8))
    self.libraries = libraries
    self.ffmpeg = ffmpeg.map { ContentDigest(of: libraries.bytes + Array($0.version.utf8)) }
  }
}
