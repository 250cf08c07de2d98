import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// A file that registers a thumbnailer with file managers.
struct ThumbnailerFile {
  static let name: RawPath = "wavethumb.thumbnailer"
  /// The MIME types that the libraries read.
  // With the older names of a type: what a desktop calls a WAV file depends on its version of
  // shared-mime-info.
  static let types = [
    "audio/mpeg", "audio/mp2", "audio/flac", "audio/x-flac", "audio/x-wav", "audio/wav",
    "audio/vnd.wave", "audio/x-vorbis+ogg", "audio/x-opus+ogg", "audio/x-flac+ogg", "audio/ogg",
    "audio/opus", "audio/x-aiff", "audio/x-aifc", "audio/basic", "audio/x-caf",
  ]
  /// The MIME types that ffmpeg reads.
  static let ffmpegTypes = [
    "audio/mp4", "audio/x-m4a", "audio/x-m4b", "audio/aac", "audio/x-ms-wma", "audio/x-ape",
    "audio/x-wavpack", "audio/x-musepack", "audio/x-matroska", "audio/ac3", "audio/vnd.dts",
    "audio/AMR", "audio/x-speex", "audio/x-speex+ogg", "audio/x-tta",
  ]

  static let mark = "# made by wavethumb desktop enable"
  // Files of thumbnailers have some ten lines; a longer one is not read.
  static let maximumBytes = 1 << 16

  let text: String

  /// Returns the MIME types that can be read on a machine with or without ffmpeg.
  static func types(withFFmpeg hasFFmpeg: Bool) -> [String] {
    // Without ffmpeg those types stay with other thumbnailers: there is no second try after one that
    // fails.
    if hasFFmpeg { return types + ffmpegTypes }
    return types
  }

  /// Creates the file for the user's folder, with the path of this program.
  init(program: RawPath, hasFFmpeg: Bool) {
    let path = String(decoding: program.bytes, as: UTF8.self)
    // The mark first, as it is found by the beginning. The priority is above that of tumbler's own
    // thumbnailer for covers, which it would ask first.
    text = """
      \(Self.mark)
      [Thumbnailer Entry]
      TryExec=\(Escape.desktopValue(path))
      Exec=\(Escape.desktopWord(path)) thumbnail --size %s %i %o
      MimeType=\(Self.types(withFFmpeg: hasFFmpeg).joined(separator: ";"));

      [X-Tumbler Settings]
      Priority=4

      """
  }

  init(_ bytes: [UInt8]) { text = String(decoding: bytes, as: UTF8.self) }

  init?(at path: RawPath) {
    let bytes = try? Folder(at: path.parent).contents(of: path.name, atMost: Self.maximumBytes)
    guard let bytes else { return nil }
    self.init(bytes)
  }

  var isOurs: Bool { text.hasPrefix(Self.mark) }
  var namesWavethumb: Bool { value(of: "Exec").contains("wavethumb") }
  var types: [String] { value(of: "MimeType").split(separator: ";").map(String.init) }

  private func value(of key: String) -> Substring {
    let lines = text.split(whereSeparator: \.isNewline)
    let line = lines.first { line in line.hasPrefix(key + "=") }
    return line?.dropFirst(key.count + 1) ?? ""
  }
}
