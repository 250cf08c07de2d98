/// An Ogg file of consecutive streams, which are decoded one after the other.
///
/// All streams are converted to the sample rate and the number of channels of the first.
final class OggChain: AudioDecoder {
  // 16 MB of floats, a third of what a worker may use; a stream at 1 Hz behind one at 192 kHz would
  // fill all of it.
  private static let maximumSamples = 1 << 22
  /// How many streams without sound are passed over before a chain ends, though more may follow:
  /// each takes a look at the bytes up to the next stream with pages of its own.
  // Real chains are broadcasts, of which one in a row may be empty.
  private static let maximumTries = 16
  /// How often each byte of the file may be looked at, whatever the pages say: a bound behind the
  /// others. Streams of one short page each, among heads without sound, stay below 200, as a test
  /// shows, and longer pages far below.
  private static let maximumLooks = 500

  let sound: DecodedSound
  private let source: ByteSource
  private var link: OggLink
  private var framesOfLink = 0
  private var isCut: Bool
  /// The number of streams that were tried since the last sound.
  private var triesWithoutSound = 0

  init(_ source: ByteSource, from first: OggLink) {
    self.source = source
    link = first
    isCut = first.isCut
    sound = first.decoder.sound
  }

  /// Unknown, because the lengths of later streams are not known in advance.
  var length: DeclaredLength { .unknown }
  var seekCost: SeekCost { link.decoder.seekCost }

  var ending: AudioEnding {
    var ending = endingOfLink
    ending.isCut = ending.isCut || isCut
    return ending
  }

  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock {
    while true {
      let rate = link.decoder.sound.sampleRate
      let channels = link.decoder.sound.channels
      let isAlike = rate == sound.sampleRate && channels == sound.channels
      var samples: [Float] = []
      var block = try link.decoder.nextBlock { bytes in
        if isAlike {
          body(bytes)
        } else {
          samples = converted(bytes)
        }
      }
      if block.frames > 0 {
        triesWithoutSound = 0
        // By differences of positions, so that rounding does not add up over a long stream.
        let before = ownFrames(framesOfLink)
        framesOfLink += block.frames
        block.frames = ownFrames(framesOfLink) - before
        if !samples.isEmpty {
          unsafe body(samples.span.bytes)
        }
        block.isGap = block.isGap || !isAlike && samples.isEmpty
        if block.frames > 0 { return block }
        continue
      }
      // Asked before the next stream takes the place of this one.
      let missing = endingOfLink.missing ?? 0
      guard try openNext() else { return DecodedBlock() }
      if missing > 0 { return DecodedBlock(frames: missing, isGap: true) }
    }
  }

  /// Returns false: a chain is decoded only from its beginning.
  // Each stream counts its positions from zero, and how long the earlier ones are is not declared.
  func seek(toFrame frame: Int) -> Bool { false }

  private var endingOfLink: AudioEnding {
    let rate = link.decoder.sound.sampleRate
    var ending = link.decoder.ending.tolerant(of: framesOfLink, at: rate)
    ending.missing = ending.missing.map(ownFrames)
    return ending
  }

  /// Converts frames of the current stream to the sample rate of the first.
  private func ownFrames(_ frames: Int) -> Int {
    let seconds = Double(frames) / Double(max(link.decoder.sound.sampleRate, 1))
    return Int(min((seconds * Double(sound.sampleRate)).rounded(), 0x1p52))
  }

  /// Converts a block to the sample rate of the first stream by nearest samples, and to its
  /// channels: missing ones repeat the last, and mono is the mean of all. Returns no samples if
  /// there would be absurdly many.
  private func converted(_ bytes: borrowing RawSpan) -> [Float] {
    let width = MemoryLayout<Float>.size
    let from = link.decoder.sound.channels
    let frames = bytes.byteCount / (from * width)
    let newFrames = ownFrames(framesOfLink + frames) - ownFrames(framesOfLink)
    guard newFrames * sound.channels <= Self.maximumSamples else { return [] }
    func sample(ofFrame frame: Int, channel: Int) -> Float {
      unsafe bytes.unsafeLoad(fromByteOffset: (frame * from + channel) * width, as: Float.self)
    }
    return (0..<newFrames * sound.channels).map { index in
      // The nearest frame before: heights of bars do not need a filter.
      let frame = index / sound.channels * frames / newFrames
      if sound.channels == 1 {
        let sum = (0..<from).reduce(0) { sum, channel in
          sum + sample(ofFrame: frame, channel: channel)
        }
        return sum / Float(from)
      }
      let channel = min(index % sound.channels, from - 1)
      return sample(ofFrame: frame, channel: channel)
    }
  }

  /// Opens the next stream that can be decoded; returns false at the end.
  private func openNext() throws(AudioFailure) -> Bool {
    var next = link.next
    while let start = next {
      // Only sound is progress: a stream that opens may have none.
      triesWithoutSound += 1
      guard triesWithoutSound <= Self.maximumTries, !isTooMuchWork else {
        isCut = true
        return false
      }
      do {
        link = try OggLink(source, at: start.offset, coding: start.coding)
        framesOfLink = 0
        isCut = isCut || link.isCut
        return true
      } catch {
        if case .unreadable = error { throw error }
        isCut = true
        next = OggLink.Start(in: source, from: start.offset + 1)
      }
    }
    return false
  }

  private var isTooMuchWork: Bool {
    source.bytesLookedAt / Self.maximumLooks > source.size + OggPage.maximumLength
  }
}
