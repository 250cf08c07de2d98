import Bytes

/// A damaged Ogg file: libsndfile decodes the whole pages, and the holes between them are gaps.
final class OggDecoder: AudioDecoder {
  private let decoder: SndfileDecoder
  private var holes: ArraySlice<OggRepair.Hole>
  /// How many frames of the repaired stream were decoded.
  private var decoded = 0
  private let skipped: Int
  private let lost: Int
  /// Whether the file ends in bytes that are no page, and not with the page that declares the end.
  let isCut: Bool

  init(_ source: ByteSource, _ repair: OggRepair) throws(AudioFailure) {
    decoder = try SndfileDecoder(SourceCursor(source, repaired: repair))
    holes = repair.holes[...]
    skipped = repair.skipped
    isCut = repair.isCut
    lost = repair.holes.reduce(0) { $0 + $1.samples }
  }

  var sound: DecodedSound { decoder.sound }
  var leapCost: AudioLeapCost { decoder.leapCost }
  var ending: AudioEnding { decoder.ending }

  var length: DeclaredLength {
    decoder.length.frames.map { .claimed($0 + frames(lost)) } ?? .unknown
  }

  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock {
    var (room, gap) = (Int.max, 0)
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

  /// It is decoded from its beginning only.
  func seek(toFrame frame: Int) -> Bool { false }

  /// Positions of Opus count at 48 kHz, whatever the rate.
  private func frames(_ samples: Int) -> Int {
    skipped > 0 ? samples * decoder.sound.sampleRate / 48_000 : samples
  }
}
