import WavethumbBytes

/// Decodes a damaged Ogg file: libsndfile decodes complete pages, and holes become gaps.
final class RepairedOggDecoder: AudioDecoder {
  private let decoder: SndfileDecoder
  private var holes: ArraySlice<OggRepair.Hole>
  /// The number of decoded frames of the repaired stream.
  private var decoded = 0
  private let skipped: Int
  private let lost: Int

  init(_ source: ByteSource, repairedBy repair: OggRepair) throws(AudioFailure) {
    decoder = try SndfileDecoder(SourceCursor(source, repaired: repair))
    holes = repair.holes[...]
    skipped = repair.skipped
    lost = repair.holes.reduce(0) { $0 + $1.samples }
  }

  var sound: DecodedSound { decoder.sound }
  var seekCost: SeekCost { decoder.seekCost }
  var ending: AudioEnding { decoder.ending }

  var length: DeclaredLength {
    decoder.length.frames.map { .claimed($0 + frames(lost)) } ?? .unknown
  }

  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock {
    var room = Int.max
    var gap = 0
    while let hole = holes.first {
      room = frames(hole.position - skipped) - decoded
      if room > 0 { break }
      room = .max
      holes = holes.dropFirst()
      gap += frames(hole.samples)
    }
    if gap > 0 { return DecodedBlock(frames: gap, isGap: true) }
    let count = try decoder.nextBlock(atMost: room, body)
    decoded += count
    return DecodedBlock(frames: count)
  }

  /// Returns false: a repaired stream is decoded only from its beginning.
  func seek(toFrame frame: Int) -> Bool { false }

  /// Converts samples of granule positions to frames of the decoder.
  private func frames(_ samples: Int) -> Int {
    // Only Opus skips samples; its positions count at 48 kHz (RFC 7845), also where the library decodes
    // to another rate.
    if skipped > 0 {
      samples * decoder.sound.sampleRate / 48_000
    } else {
      samples
    }
  }
}

extension OggLink {
  /// Opens a damaged stream; nil if nothing of it can be decoded.
  init?(repairing source: ByteSource, at start: Int, coding: OggCoding) throws(AudioFailure) {
    guard let repair = OggRepair(source, at: start, coding: coding) else { return nil }
    do {
      decoder = try RepairedOggDecoder(source, repairedBy: repair)
      isCut = repair.isCut
      next = Start(in: source, from: repair.end)
    } catch {
      // What is wrong with the repaired bytes says nothing about the file, unless it cannot be read.
      if case .unreadable = error { throw error }
      return nil
    }
  }
}
