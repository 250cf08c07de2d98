import Bytes
import Codecs
import Raster

/// Podcasting 2.0 chapters: JSON with an array `chapters` of titles, times in seconds and, where
/// given, colours.
enum ChaptersFile {
  /// The chapters that are shown to listeners; nil where the bytes are no chapters.
  static func cues(_ bytes: [UInt8]) -> [AudioCue]? {
    guard let chapters = chapters(bytes) else { return nil }
    return chapters.compactMap { chapter in
      guard let start = chapter["startTime"]?.double, start.isFinite,
        chapter["toc"]?.bool != false
      else { return nil }
      return AudioCue(
        start: start, end: chapter["endTime"]?.double, name: chapter["title"]?.string ?? "",
        color: chapter["color"]?.string.flatMap { Color(css: $0) }?.rgba)
    }
  }

  private static func chapters(_ bytes: [UInt8]) -> [JSONValue]? {
    do { return try JSONValue(bytes)["chapters"]?.array } catch { return nil }
  }
}
