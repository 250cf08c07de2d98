import Codecs
import Outputs
import Raster
import Waveform
package import WavethumbBytes

/// The settings that affect a picture besides its recording: the options that shape it, and the
/// generator.
package struct ScanSettings: Sendable {
  /// Raised whenever the same options give other pixels, bytes or entries.
  static let formatVersion = 12

  /// The options as written in the manifest.
  package let text: [UInt8]
  /// The same without the path of a font, which does not change the pictures.
  package let textWithoutFontPath: [UInt8]
  /// The settings as JSON, to compare with `comparable` settings of a manifest.
  package let value: JSONValue?
  /// A digest of the options and the versions of this program and its libraries.
  package let key: ContentDigest
  package let measuring: MeasuringKeys

  /// Creates the settings of a run, with the version of ffmpeg if it may be used.
  package init(_ options: RecordingOptions, ffmpeg version: String?) {
    text = Self.text(options)
    // A font in another folder with the same content draws the same pictures.
    var withoutFontPath = options
    withoutFontPath.pictures.fontPath = nil
    textWithoutFontPath = Self.text(withoutFontPath)
    value = .reading(textWithoutFontPath)
    // With the default, an ffmpeg that is installed, removed or replaced must not redraw a library:
    // a recording that ffmpeg could now read is a job of its own.
    let dependsOnFFmpeg = options.decoding.ffmpegOfSettings == .all
    let decoder = dependsOnFFmpeg ? version ?? "" : ""
    // The versions of libraries too: another libmpg123 may decode samples with other last bits.
    let makers = [Generator.name, "\(Self.formatVersion)", LibraryVersions.all, decoder]
    key = ContentDigest(of: textWithoutFontPath + Array(makers.joined(separator: " ").utf8))
    measuring = MeasuringKeys(options, ffmpeg: version)
  }

  private static func text(_ options: RecordingOptions) -> [UInt8] {
    var json = JSONWriter(.compact)
    json.object { json in
      for row in OptionTable.shapingRows {
        row.value.write(options, row.settingName, &json)
      }
    }
    return json.take()
  }

  /// Returns the settings of a manifest without the path of the font, which does not change the
  /// pictures.
  package static func comparable(_ settings: JSONValue) -> JSONValue {
    guard case .object(let members) = settings else { return settings }
    return .object(members.filter { member in !member.isNamed(FontChoice.pathName) })
  }
}

extension Color {
  /// The color as `#rrggbbaa`.
  package var hexText: String {
    let digits = [red, green, blue, alpha].flatMap { level in
      Hexadecimal.digits(UInt64(level), count: 2)
    }
    return "#" + String(decoding: digits, as: UTF8.self)
  }
}

/// The settings that cached measurements depend on, besides the content and the measures.
// Only those: another color or size draws from the same measurement, which takes a millisecond
// where decoding takes seconds.
package struct MeasuringKeys: Sendable {
  /// Raised whenever ffmpeg is asked for other samples of the same content.
  private static let ffmpegVersion = 3

  /// The key for files that our libraries read.
  package let libraries: ContentDigest
  /// The key for files that ffmpeg reads, if used: its next version may read more.
  package let ffmpeg: ContentDigest?

  /// Both, that of our libraries first.
  package var all: [[UInt8]] {
    guard let ffmpeg else { return [libraries.bytes] }
    return [libraries.bytes, ffmpeg.bytes]
  }

  package init(_ options: RecordingOptions, ffmpeg version: String?) {
    let texts = [LibraryVersions.all] + Self.texts(of: options)
    let libraries = ContentDigest(of: Array(texts.joined(separator: " ").utf8))
    self.libraries = libraries
    // What ffmpeg decodes of a damaged recording must not be found by a run that does not ask for it.
    let use = options.decoding.ffmpegOfSettings.rawValue
    ffmpeg = version.map { version in
      let text = "\(Self.ffmpegVersion) \(use) \(version)"
      return ContentDigest(of: libraries.bytes + Array(text.utf8))
    }
  }

  /// Returns the options that affect measuring.
  // Optional settings come last, so that a new one does not change the keys of runs without it.
  package static func texts(of options: RecordingOptions) -> [String] {
    let keys = OptionTable.shapingRows.map(\.value.measuringKey)
    let always = keys.filter { key in key(.standard) != nil }
    let ifGiven = keys.filter { key in key(.standard) == nil }
    return (always + ifGiven).compactMap { key in key(options) }
  }
}
