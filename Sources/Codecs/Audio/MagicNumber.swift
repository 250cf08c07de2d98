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
  static let sndfile = [
    MagicNumber("FLAC", "fLaC"), MagicNumber("AU", ".snd"), MagicNumber("AU", "dns."),
    MagicNumber("NIST", "NIST_1A"),
    MagicNumber("VOC", "Creative Voice File"), MagicNumber("PAF", " paf"),
    MagicNumber("PAF", "fap "),
    MagicNumber("IRCAM", [0x64, 0xA3]), MagicNumber("IRCAM", [0x00, 0x00, 0xA3, 0x64]),
    MagicNumber("PVF", "PVF1"), MagicNumber("XI", "Extended Instrument"),
    MagicNumber("AVR", "2BIT"),
    MagicNumber("SDS", [0xF0, 0x7E]), MagicNumber("MATLAB", "MATLAB 5.0"),
    MagicNumber("WVE", "ALawSoundFile**"),
  ]

  /// Recordings that no library here decodes.
  static let recordings = [
    MagicNumber("Matroska or WebM", [0x1A, 0x45, 0xDF, 0xA3]),
    MagicNumber("WMA or WMV (ASF)", [0x30, 0x26, 0xB2, 0x75]),
    MagicNumber("Monkey's Audio", "MAC "),
    MagicNumber("WavPack", "wvpk"), MagicNumber("Musepack", "MPCK"), MagicNumber("Musepack", "MP+"),
    MagicNumber("True Audio", "TTA1"), MagicNumber("True Audio", "TTA2"),
    MagicNumber("OptimFROG", "OFR "),
    MagicNumber("TAK", "tBaK"), MagicNumber("Shorten", "ajkg"), MagicNumber("LPAC", "LPAC"),
    MagicNumber("AMR", "#!AMR"), MagicNumber("QCELP or EVRC", "#!QCELP"),
    MagicNumber("iLBC", "#!iLBC"),
    MagicNumber("AC-3", [0x0B, 0x77]), MagicNumber("AC-3", [0x77, 0x0B]),
    MagicNumber("DTS", [0x7F, 0xFE, 0x80, 0x01]), MagicNumber("DTS", [0xFE, 0x7F, 0x01, 0x80]),
    MagicNumber("DTS", [0x1F, 0xFF, 0xE8, 0x00]), MagicNumber("DTS", [0xFF, 0x1F, 0x00, 0xE8]),
    MagicNumber("DTS-HD", "DTSHDHDR"), MagicNumber("DSD", "DSD "), MagicNumber("DSD", "FRM8"),
    MagicNumber("AAC (LOAS)", [0x56, 0xE0]), MagicNumber("AAC (ADIF)", "ADIF"),
    MagicNumber("MP4 or M4A", "ftyp", at: 4), MagicNumber("QuickTime", "moov", at: 4),
    MagicNumber("QuickTime", "mdat", at: 4), MagicNumber("QuickTime", "wide", at: 4),
    MagicNumber("RealAudio", [0x2E, 0x72, 0x61, 0xFD]), MagicNumber("RealMedia", ".RMF"),
    MagicNumber("MIDI", "MThd"), MagicNumber("Flash video", "FLV\u{1}"),
    MagicNumber("SPC", "SNES-SPC700"),
    MagicNumber("MPEG video", [0x00, 0x00, 0x01, 0xBA]),
    MagicNumber("MPEG video", [0x00, 0x00, 0x01, 0xB3]),
    MagicNumber("a tracker module", "Extended Module:"), MagicNumber("a tracker module", "IMPM"),
  ]

  /// Files that are not recordings.
  static let others = [
    MagicNumber("PDF", "%PDF"), MagicNumber("a ZIP archive", [0x50, 0x4B, 0x03, 0x04]),
    MagicNumber("gzip", [0x1F, 0x8B]), MagicNumber("bzip2", "BZh"),
    MagicNumber("xz", [0xFD, 0x37, 0x7A, 0x58, 0x5A]),
    MagicNumber("zstd", [0x28, 0xB5, 0x2F, 0xFD]),
    MagicNumber("a 7z archive", [0x37, 0x7A, 0xBC, 0xAF]),
    MagicNumber("a RAR archive", "Rar!"), MagicNumber("a tar archive", "ustar", at: 257),
    MagicNumber("a PNG picture", [0x89, 0x50, 0x4E, 0x47]),
    MagicNumber("a JPEG picture", [0xFF, 0xD8, 0xFF]),
    MagicNumber("a GIF picture", "GIF8"), MagicNumber("a TIFF picture", [0x49, 0x49, 0x2A, 0x00]),
    MagicNumber("a TIFF picture", [0x4D, 0x4D, 0x00, 0x2A]),
    MagicNumber("a program", [0x7F, 0x45, 0x4C, 0x46]),
    MagicNumber("a database", "SQLite format 3"),
    MagicNumber("an Office document", [0xD0, 0xCF, 0x11, 0xE0]),
    MagicNumber("an AppleDouble file", [0x00, 0x05, 0x16, 0x07]), MagicNumber("RTF", "{\\rtf"),
    MagicNumber("PostScript", "%!PS"),
  ]
}
