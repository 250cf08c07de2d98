/// The bytes by which a kind of file is recognized.
struct MagicNumber {
  var name: String
  var offset: Int
  var bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8], at offset: Int = 0) {
    self.name = name
    self.offset = offset
    self.bytes = bytes
  }

  init(_ name: String, _ text: String, at offset: Int = 0) {
    self.init(name, Array(text.utf8), at: offset)
  }

  func matches(_ head: [UInt8]) -> Bool { head.dropFirst(offset).starts(with: bytes) }

  /// The formats that libsndfile reads.
  static let sndfile: [MagicNumber] = [
    .init("FLAC", "fLaC"),
    .init("AU", ".snd"),
    .init("AU", "dns."),
    .init("NIST", "NIST_1A"),
    .init("VOC", "Creative Voice File"),
    .init("PAF", " paf"),
    .init("PAF", "fap "),
    .init("IRCAM", [0x64, 0xA3]),
    .init("IRCAM", [0x00, 0x00, 0xA3, 0x64]),
    .init("PVF", "PVF1"),
    .init("XI", "Extended Instrument"),
    .init("AVR", "2BIT"),
    .init("SDS", [0xF0, 0x7E]),
    .init("MATLAB", "MATLAB 5.0"),
    .init("WVE", "ALawSoundFile**"),
  ]

  /// Recordings that no library here decodes.
  // The message names them, because ffmpeg decodes most of them. Two bytes prove little, as those of
  // AC-3; they only choose between two messages.
  static let recordings: [MagicNumber] = [
    .init("Matroska or WebM", [0x1A, 0x45, 0xDF, 0xA3]),
    .init("WMA or WMV (ASF)", [0x30, 0x26, 0xB2, 0x75]),
    .init("Monkey's Audio", "MAC "),
    .init("WavPack", "wvpk"),
    .init("Musepack", "MPCK"),
    .init("Musepack", "MP+"),
    .init("True Audio", "TTA1"),
    .init("True Audio", "TTA2"),
    .init("OptimFROG", "OFR "),
    .init("TAK", "tBaK"),
    .init("Shorten", "ajkg"),
    .init("LPAC", "LPAC"),
    .init("AMR", "#!AMR"),
    .init("QCELP or EVRC", "#!QCELP"),
    .init("iLBC", "#!iLBC"),
    .init("AC-3", [0x0B, 0x77]),
    .init("AC-3", [0x77, 0x0B]),
    .init("DTS", [0x7F, 0xFE, 0x80, 0x01]),
    .init("DTS", [0xFE, 0x7F, 0x01, 0x80]),
    .init("DTS", [0x1F, 0xFF, 0xE8, 0x00]),
    .init("DTS", [0xFF, 0x1F, 0x00, 0xE8]),
    .init("DTS-HD", "DTSHDHDR"),
    .init("DSD", "DSD "),
    .init("DSD", "FRM8"),
    .init("AAC (LOAS)", [0x56, 0xE0]),
    .init("AAC (ADIF)", "ADIF"),
    .init("MP4 or M4A", "ftyp", at: 4),
    .init("QuickTime", "moov", at: 4),
    .init("QuickTime", "mdat", at: 4),
    .init("QuickTime", "wide", at: 4),
    .init("RealAudio", [0x2E, 0x72, 0x61, 0xFD]),
    .init("RealMedia", ".RMF"),
    .init("MIDI", "MThd"),
    .init("Flash video", "FLV\u{1}"),
    .init("SPC", "SNES-SPC700"),
    .init("MPEG video", [0x00, 0x00, 0x01, 0xBA]),
    .init("MPEG video", [0x00, 0x00, 0x01, 0xB3]),
    .init("a tracker module", "Extended Module:"),
    .init("a tracker module", "IMPM"),
  ]

  /// Files that are not recordings.
  // Recognized so that a message says what a file with the extension of a recording really is.
  static let others: [MagicNumber] = [
    .init("PDF", "%PDF"),
    .init("a ZIP archive", [0x50, 0x4B, 0x03, 0x04]),
    .init("gzip", [0x1F, 0x8B]),
    .init("bzip2", "BZh"),
    .init("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
    .init("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
    .init("a 7z archive", [0x37, 0x7A, 0xBC, 0xAF]),
    .init("a RAR archive", "Rar!"),
    .init("a tar archive", "ustar", at: 257),
    .init("a PNG picture", [0x89, 0x50, 0x4E, 0x47]),
    .init("a JPEG picture", [0xFF, 0xD8, 0xFF]),
    .init("a GIF picture", "GIF8"),
    .init("a TIFF picture", [0x49, 0x49, 0x2A, 0x00]),
    .init("a TIFF picture", [0x4D, 0x4D, 0x00, 0x2A]),
    .init("a program", [0x7F, 0x45, 0x4C, 0x46]),
    .init("a database", "SQLite format 3"),
    .init("an Office document", [0xD0, 0xCF, 0x11, 0xE0]),
    .init("an AppleDouble file", [0x00, 0x05, 0x16, 0x07]),
    .init("RTF", "{\\rtf"),
    .init("PostScript", "%!PS"),
  ]
}
