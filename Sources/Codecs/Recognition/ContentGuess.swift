import WavethumbBytes

/// The kind of a file by its first bytes, never by its name.
enum ContentGuess: Equatable {
  case empty
  case gitLFSPointer
  case chunks(ChunkDialect)
  case ogg(coding: String?)
  /// Another format of libsndfile.
  case sndfile
  case unsupported(String)
  case other(String)
  case unknown

  // By content, because names are wrong often enough, and a decoder is no judge: of 8,597 real files
  // that are not MPEG, libmpg123 decodes 2,089, some as loud noise.
  //
  // In order of certainty: long signatures first, and frames of AAC, of which two sync words are all
  // that can be seen, last.
  init(_ head: [UInt8]) {
    if head.isEmpty {
      self = .empty
    } else if let dialect = ChunkDialect(head) {
      self = .chunks(dialect)
    } else if head.starts(with: "OggS".utf8) {
      self = .ogg(coding: Self.oggCoding(head))
    } else if MagicNumber.sndfile.contains(where: { $0.matches(head) }) {
      self = .sndfile
    } else if let found = MagicNumber.recordings.first(where: { $0.matches(head) }) {
      self = .unsupported(found.name)
    } else if let found = MagicNumber.others.first(where: { $0.matches(head) }) {
      self = .other(found.name)
    } else if head.starts(with: "version https://git-lfs.github.com/spec/".utf8) {
      self = .gitLFSPointer
    } else if Self.isADTS(head) {
      self = .unsupported("AAC (ADTS)")
    } else {
      self = .unknown
    }
  }

  /// Describes unrecognized bytes: HTML, text, zeros.
  // For the message: who sees "HTML" knows that a download has saved an error page.
  static func description(ofUnknown head: [UInt8]) -> String {
    // An interrupted copy or download may leave a file of the full length without content.
    let isZero = head.allSatisfy { byte in byte == 0 }
    if isZero { return "nothing but zeros" }
    let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text =
      if head.starts(with: byteOrderMark) {
        head.dropFirst(byteOrderMark.count)
      } else {
        head[...]
      }
    guard isText(text) else { return "unrecognised bytes" }
    let withoutSpace = text.drop { byte in byte <= UInt8(ascii: " ") }
    // Comments before `<html>` are rarely longer. Untuned.
    let start = String(decoding: withoutSpace.prefix(512), as: UTF8.self).lowercased()
    func begins(withAnyOf starts: [String]) -> Bool {
      starts.contains { known in start.hasPrefix(known) }
    }
    // A comment or a declaration may come before the element.
    if start.contains("<html") { return "HTML" }
    if begins(withAnyOf: ["<!doctype html", "<head", "<body"]) { return "HTML" }
    if begins(withAnyOf: ["<"]) { return "XML" }
    if begins(withAnyOf: ["#extm3u", "[playlist]"]) { return "a playlist" }
    if begins(withAnyOf: ["{", "["]) { return "JSON" }
    return "text"
  }

  private static func isText(_ bytes: ArraySlice<UInt8>) -> Bool {
    let hasControls = bytes.contains { byte in
      // Control characters but tab, line ends and escape, which colors the output of programs.
      switch byte {
      case 27: false
      case ..<9, 14..<32, 127: true
      default: false
      }
    }
    // Text in another alphabet is UTF-8 with a byte below 0x80 now and then. The third is untuned.
    let highBytes = bytes.count { byte in byte >= 0x80 }
    return !hasControls && highBytes <= bytes.count / 3
  }

  /// Returns whether bytes are 16-bit or 24-bit samples: the highest byte of each is close to the
  /// previous one, unlike in random bytes, and not constant.
  static func areSamples(_ bytes: [UInt8]) -> Bool {
    // In fewer bytes of another kind, smooth stretches are too likely. Untuned.
    guard bytes.count >= 4096 else { return false }
    if areFloats(bytes) { return true }
    for width in 2...4 {
      for channels in 1...2 {
        // The highest byte is the first or the last of a sample, by the byte order; all are tried.
        for first in 0..<width {
          let everyFrame = stride(from: first, to: bytes.count, by: width * channels)
          let series = everyFrame.map { offset in Double(Int8(bitPattern: bytes[offset])) }
          if isSmooth(series) { return true }
        }
      }
    }
    return false
  }

  /// Returns whether values are loud enough for sound, and change little from one to the next.
  private static func isSmooth(_ series: [Double]) -> Bool {
    let energy = series.reduce(0) { sum, value in sum + value * value }
    let steps = zip(series, series.dropFirst()).map { value, next in value - next }
    let energyOfSteps = steps.reduce(0) { sum, step in sum + step * step }
    // Of random bytes, the steps have twice the energy of the values; a third is untuned.
    let hasSmallSteps = energyOfSteps > 0 && energyOfSteps < energy / 3
    // Values of at least 2 on average, so that zeros with a few odd bytes are no sound. Untuned.
    return hasSmallSteps && energy > 4 * Double(series.count)
  }

  /// Returns whether bytes are floating-point samples: most exponents are those just below 1.
  private static func areFloats(_ bytes: [UInt8]) -> Bool {
    // Text and tables repeat few bytes. Untuned.
    guard Set(bytes).count > 64 else { return false }
    for width in [4, 8] {
      for first in 0..<width {
        let everySample = stride(from: first, to: bytes.count, by: width)
        // Without the sign. 0x3F begins numbers from 0.5 to 2, and 0x38 those from 1/32,768.
        let magnitudes = everySample.map { offset in bytes[offset] & 0x7F }
        let belowOne = magnitudes.count { magnitude in (0x38...0x3F).contains(magnitude) }
        // More than 95 %: pauses have smaller numbers. Untuned.
        if belowOne * 20 > magnitudes.count * 19 { return true }
      }
    }
    return false
  }

  /// Returns whether there are two AAC frames in a row.
  private static func isADTS(_ head: [UInt8]) -> Bool {
    // Twelve sync bits, and layer 0, which MPEG audio does not have.
    func isHeader(at offset: Int) -> Bool {
      head[offset] == 0xFF && head[offset + 1] & 0xF6 == 0xF0
    }
    let headerLength = 7
    guard head.count >= headerLength, isHeader(at: 0) else { return false }
    // Thirteen bits over three bytes, the header included.
    let highBits = Int(head[3] & 3) << 11
    let length = highBits | Int(head[4]) << 3 | Int(head[5]) >> 5
    guard length >= headerLength else { return false }
    guard length + 2 <= head.count else {
      // The second frame is behind the bytes that were read.
      return head.count < headerLength + length
    }
    return isHeader(at: length)
  }

  /// Returns the codec in the first packet of an Ogg stream.
  private static func oggCoding(_ head: [UInt8]) -> String? {
    // The fixed part of a page header, whose last byte counts the sizes that follow.
    let fixedLength = 27
    guard head.count > fixedLength else { return nil }
    let sizeCount = Int(head[fixedLength - 1])
    let packet = head.dropFirst(fixedLength + sizeCount)
    let known: [(name: String, start: [UInt8])] = [
      ("Ogg Vorbis", [1] + Array("vorbis".utf8)),
      ("Ogg Opus", Array("OpusHead".utf8)),
      ("Ogg FLAC", [0x7F] + Array("FLAC".utf8)),
      ("Ogg FLAC", Array("fLaC".utf8)),
      ("Ogg Speex", Array("Speex   ".utf8)),
      ("Ogg video", [0x80] + Array("theora".utf8)),
      ("Ogg video", Array("fishead".utf8)),
      ("Ogg CELT", Array("CELT    ".utf8)),
    ]
    let found = known.first { coding in packet.starts(with: coding.start) }
    return found?.name
  }
}

/// The beginning of a file, as far as it shows whether the rest is worth reading.
package enum FirstBytes {
  /// The number of bytes to look at.
  package static let count = 4096

  /// Whether a file may be a recording that our libraries decode, or ffmpeg if it is used.
  // Without a library: bytes that nobody has checked meet C code only in a worker.
  package static func mayBeRecording(_ head: [UInt8], usingFFmpeg: Bool) -> Bool {
    switch ContentGuess(head) {
    case .empty, .gitLFSPointer, .other: false
    case .unsupported: usingFFmpeg
    case .chunks, .ogg, .sndfile, .unknown: true
    }
  }
}
