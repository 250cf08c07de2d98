import WavethumbBytes
package import WavethumbSystem

/// Decides by a file's name whether it may be a recording, and whether it is skipped.
// By name, because opening every file of a library to look at its content takes far longer than
// listing it, and would report every text file as no audio.
package enum CandidateName {
  /// Returns whether a crawl may take a file of that path for a recording.
  package static func isRecording(_ path: RawPath) -> Bool {
    let name = path.name.bytes
    return !isSkipped(name, in: name.indices) && isCandidate(name, in: name.indices)
  }

  /// Returns whether the file name in `range` has the extension of a recording; only the content
  /// shows whether it is readable.
  // A range of a buffer with the names of a folder: an array for each name of a library would be an
  // allocation each.
  package static func isCandidate(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    guard let fileExtension = fileExtension(of: bytes, in: range) else { return false }
    return fileExtensions.contains(fileExtension)
  }

  /// Returns whether a name has the extension of sound, and not of video.
  static func isSound(_ path: RawPath) -> Bool {
    let name = path.name.bytes
    guard let fileExtension = fileExtension(of: name, in: name.indices) else { return false }
    return soundExtensions.contains(fileExtension)
  }

  /// Returns the extension of the file name in `range` as an integer; nil if it has none, or one
  /// that is too long for a recording.
  private static func fileExtension(of bytes: [UInt8], in range: Range<Int>) -> UInt32? {
    guard !range.isEmpty else { return nil }
    // From the end to the point, each letter into the byte before the last one.
    var fileExtension: UInt32 = 0
    for length in 0...min(maximumExtensionLength, range.count - 1) {
      let byte = bytes[range.upperBound - 1 - length]
      if byte == UInt8(ascii: ".") { return fileExtension }
      // A fifth letter would be shifted to where the first is, and is never returned.
      fileExtension |= UInt32(byte.asciiLowercased) << UInt32(8 * (length & 3))
    }
    return nil
  }

  /// Returns whether the file name in `range` has no point at all, as recordings of some devices.
  package static func lacksExtension(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    !bytes[range].contains(UInt8(ascii: "."))
  }

  /// Returns whether a crawl skips the name in `range` silently: dot names and trash folders of
  /// other systems.
  package static func isSkipped(_ bytes: [UInt8], in range: Range<Int>) -> Bool {
    guard let first = bytes[range].first else { return true }
    if first == UInt8(ascii: ".") { return true }
    // The first letter excludes nearly all names, before any is compared as a whole.
    guard initials.contains(first) else { return false }
    return skipped.contains { name in name.elementsEqual(bytes[range]) }
  }

  // The longest of the extensions below, and what fits into an integer of 32 bits.
  private static let maximumExtensionLength = 4

  /// The extensions of formats that our libraries read.
  static let readableEndings = [
    "mp3", "mp2", "mp1", "mpga", "bit", "wav", "wave", "bwf", "rf64", "w64", "flac", "ogg", "oga",
    "opus", "aif", "aiff", "aifc", "caf", "au", "snd", "sd2", "voc",
  ]

  /// The extensions of formats that only ffmpeg reads.
  static let ffmpegEndings = ffmpegSoundEndings + videoEndings

  /// All extensions of recordings.
  static let recordingExtensions = readableEndings + ffmpegEndings

  private static let ffmpegSoundEndings = [
    "m4a", "m4b", "aac", "alac", "wma", "ape", "wv", "mpc", "mka", "ac3", "dts", "amr", "spx",
    "tta",
  ]

  // Few on purpose: a folder of films is no library of recordings, and each of its files would be
  // reported as unsupported.
  private static let videoEndings = ["mp4", "webm"]

  /// All extensions.
  private static let fileExtensions = integers(of: recordingExtensions)
  private static let soundExtensions = integers(of: readableEndings + ffmpegSoundEndings)

  /// Returns extensions as integers, the last letter in the lowest byte.
  // Comparing integers needs no copy of the name; a crawl compares each name of a library.
  private static func integers(of fileExtensions: [String]) -> [UInt32] {
    fileExtensions.map { letters in
      letters.utf8.reduce(UInt32(0)) { fileExtension, letter in fileExtension << 8 | UInt32(letter)
      }
    }
  }

  // Trash and metadata of Linux, Windows, Synology and QNAP: what a user has deleted is no recording.
  private static let skipped = [
    "lost+found", "System Volume Information", "@eaDir", "#recycle", "$RECYCLE.BIN",
  ].map { name in Array(name.utf8) }
  private static let initials = skipped.compactMap(\.first)
}
