package import Waveform

/// The head of a WAV or AU stream of plain samples, read without any library.
///
/// Whatever is out of the ordinary makes no header: decoders know more.
package struct PCMStreamHeader: Equatable {
  /// The format in words, as decoders name it.
  package var formatName: String
  package var sampleRate: Int
  package var channels: Int
  /// What the meter is fed, after widening where there is one.
  package var format: SampleFormat
  var widening: SampleWidening?
  /// Where the samples begin.
  package var start: Int
  /// How many bytes of samples are promised, nil where the writer did not know.
  package var declaredBytes: Int?

  /// The bytes of a frame as they come.
  var frameBytes: Int { channels * storedBytes }

  private var storedBytes: Int {
    switch widening {
    case nil: format.bytesPerSample
    case .float64: 8
    case .unsigned8, .signed8, .muLaw, .aLaw: 1
    }
  }

  /// Reads the first bytes of a stream, as many as there are.
  package init?(_ head: [UInt8]) {
    guard let container = Container(head) else { return nil }
    let bytes = HeadBytes(head, isBigEndian: container.isBigEndian)
    let found = container == .au ? Self.au(bytes) : Self.wave(bytes, container)
    guard let found, (1...1024).contains(found.channels), found.sampleRate > 0 else { return nil }
    self = found
  }

  private enum Container: String {
    case wav = "RIFF"
    case bigWAV = "RIFX"
    case rf64 = "RF64"
    case bw64 = "BW64"
    case au = ".snd"

    init?(_ head: [UInt8]) {
      self.init(rawValue: String(decoding: head.prefix(4), as: UTF8.self))
    }

    var isBigEndian: Bool { self == .bigWAV || self == .au }
    var name: String { self == .au ? "AU" : self == .rf64 || self == .bw64 ? "RF64" : "WAV" }
  }

  /// How samples are spelled in the stream.
  private enum Coding {
    case plain(SampleFormat.Encoding)
    case unsigned8, signed8, muLaw, aLaw, float64
  }

  private init(_ container: Container, _ coding: Coding, _ sampleRate: Int, _ channels: Int) {
    let words: String
    format = SampleFormat(.int16)
    switch coding {
    case .plain(let encoding):
      format = SampleFormat(encoding, bigEndian: container.isBigEndian)
      words = "\(format.bytesPerSample * 8)-bit \(encoding == .float32 ? "float" : "PCM")"
    case .unsigned8: (widening, words) = (.unsigned8, "8-bit PCM")
    case .signed8: (widening, words) = (.signed8, "8-bit PCM")
    case .muLaw: (widening, words) = (.muLaw, "µ-law")
    case .aLaw: (widening, words) = (.aLaw, "A-law")
    case .float64:
      format = SampleFormat(.float32)
      (widening, words) = (.float64(isBigEndian: container.isBigEndian), "64-bit float")
    }
    formatName = "\(container.name), \(words)"
    self.sampleRate = sampleRate
    self.channels = channels
    start = 0
  }
}

extension PCMStreamHeader {
  private static func wave(_ head: HeadBytes, _ container: Container) -> PCMStreamHeader? {
    guard head.text(at: 8) == "WAVE" else { return nil }
    var found: PCMStreamHeader?
    var longSize: Int?
    var offset = 12
    // Every round goes on by eight bytes at least.
    while let size = head.number(at: offset + 4, bytes: 4) {
      let body = offset + 8
      switch head.text(at: offset) {
      case "fmt ": found = format(head, at: body, size: size, container)
      case "ds64": longSize = head.number(at: body + 8, bytes: 8)
      case "data":
        found?.start = body
        let isLong = size == 0xFFFF_FFFF && container.name == "RF64"
        found?.declaredBytes = promised(isLong ? longSize ?? 0 : size)
        return found
      default: break
      }
      offset = body + size + size & 1
    }
    return nil
  }

  private static func format(
    _ head: HeadBytes, at body: Int, size: Int, _ container: Container
  ) -> PCMStreamHeader? {
    guard size >= 16, var tag = head.number(at: body, bytes: 2),
      let channels = head.number(at: body + 2, bytes: 2),
      let sampleRate = head.number(at: body + 4, bytes: 4),
      let frameBytes = head.number(at: body + 12, bytes: 2),
      let bits = head.number(at: body + 14, bytes: 2), frameBytes * 8 == bits * channels
    else { return nil }
    if tag == 0xFFFE, size >= 40 {
      guard let used = head.number(at: body + 18, bytes: 2), used == 0 || used == bits else {
        return nil
      }
      tag = head.number(at: body + 24, bytes: 2) ?? 0
    }
    let coding: Coding
    switch (tag, bits) {
    case (1, 8): coding = .unsigned8
    case (1, 16): coding = .plain(.int16)
    case (1, 24): coding = .plain(.int24)
    case (1, 32): coding = .plain(.int32)
    case (3, 32): coding = .plain(.float32)
    case (3, 64): coding = .float64
    case (6, 8): coding = .aLaw
    case (7, 8): coding = .muLaw
    default: return nil
    }
    return PCMStreamHeader(container, coding, sampleRate, channels)
  }

  private static func au(_ head: HeadBytes) -> PCMStreamHeader? {
    guard let start = head.number(at: 4, bytes: 4), (24...1 << 16).contains(start),
      let size = head.number(at: 8, bytes: 4), let number = head.number(at: 12, bytes: 4),
      let sampleRate = head.number(at: 16, bytes: 4), let channels = head.number(at: 20, bytes: 4)
    else { return nil }
    let coding: Coding
    switch number {
    case 1: coding = .muLaw
    case 2: coding = .signed8
    case 3: coding = .plain(.int16)
    case 4: coding = .plain(.int24)
    case 5: coding = .plain(.int32)
    case 6: coding = .plain(.float32)
    case 7: coding = .float64
    case 27: coding = .aLaw
    default: return nil
    }
    var found = PCMStreamHeader(.au, coding, sampleRate, channels)
    found.start = start
    found.declaredBytes = promised(size)
    return found
  }

  /// Sizes that writers to a pipe leave, as they cannot go back to the header, promise nothing.
  private static func promised(_ size: Int) -> Int? {
    let isPlaceholder =
      size == 0 || (0x7FFF_F000...0x8000_0000).contains(size)
      || (0xFFFF_F000...0xFFFF_FFFF).contains(size) || size > 1 << 48
    return isPlaceholder ? nil : size
  }
}

/// Numbers in the first bytes of a stream; beyond them there are none.
private struct HeadBytes {
  private let bytes: [UInt8]
  private let isBigEndian: Bool

  init(_ bytes: [UInt8], isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  func text(at offset: Int) -> String {
    String(decoding: bytes.dropFirst(offset).prefix(4), as: UTF8.self)
  }

  func number(at offset: Int, bytes count: Int) -> Int? {
    guard offset <= bytes.count - count else { return nil }
    let digits = bytes[offset..<offset + count]
    let value = (isBigEndian ? Array(digits) : digits.reversed()).reduce(UInt64(0)) {
      $0 << 8 | UInt64($1)
    }
    return Int(clamping: value)
  }
}
