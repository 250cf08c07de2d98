import CMpg123
import CPNG
internal import CSndfile

package enum ReadableFormats {
  /// A name and whether it is read; MPEG is always read by libmpg123.
  package static var all: [(name: String, isRead: Bool)] {
    [
      ("MP3", true),
      ("WAV", reads(SF_FORMAT_WAV | SF_FORMAT_PCM_16)),
      ("AIFF", reads(SF_FORMAT_AIFF | SF_FORMAT_PCM_16)),
      ("CAF", reads(SF_FORMAT_CAF | SF_FORMAT_PCM_16)),
      ("AU", reads(SF_FORMAT_AU | SF_FORMAT_PCM_16)),
      ("FLAC", reads(SF_FORMAT_FLAC | SF_FORMAT_PCM_16)),
      ("Ogg Vorbis", reads(SF_FORMAT_OGG | SF_FORMAT_VORBIS)),
      ("Ogg Opus", reads(SF_FORMAT_OGG | SF_FORMAT_OPUS)),
    ]
  }

  /// Corresponds to `sf_format_check`: the library can read what it can write.
  private static func reads(_ format: Int) -> Bool {
    var info = SF_INFO()
    info.samplerate = 48_000
    info.channels = 2
    info.format = CInt(format)
    return unsafe sf_format_check(&info) != 0
  }
}

/// The versions of the three libraries, as they report them.
package enum LibraryVersions {
  package static var sndfile: String { unsafe String(cString: sf_version_string()) }

  /// The interface version, because the library reports no version before 1.32.
  package static var mpg123: String { "libmpg123 interface \(MPG123_API_VERSION)" }

  package static var png: String { unsafe "libpng-\(String(cString: png_get_libpng_ver(nil)))" }

  /// The versions of all libraries that decoding and encoding depend on.
  package static var all: String { "\(sndfile) \(mpg123) \(png)" }
}
