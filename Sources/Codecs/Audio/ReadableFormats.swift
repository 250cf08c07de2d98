internal import CSndfile

/// What the libraries that are there were built to read.
package enum ReadableFormats {
  /// A name and whether it is read; MPEG is libmpg123's and always is.
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

  /// Corresponds to `sf_format_check`: what the library can write it can read.
  private static func reads(_ format: Int) -> Bool {
    var info = SF_INFO()
    info.samplerate = 48_000
    info.channels = 2
    info.format = CInt(format)
    return unsafe sf_format_check(&info) != 0
  }
}
