import WavethumbBytes

/// Decodes a FLAC file with libsndfile up to the first damage; from there on, each run of undamaged
/// frames is decoded as a separate file.
// After an error a handle of the library gives zeros, or samples from elsewhere in the file; a new one
// does not.
final class FLACDecoder: AudioDecoder {
  /// At least the number of bytes that the library reads ahead.
  // The damage lies before the offset that it has reached by as much. More only repeats work.
  private static let readAhead = 1 << 16

  private let source: ByteSource
  private var file: SndfileDecoder
  private var runs: FLACRuns?
  private var isBroken = false
  private var run: SndfileDecoder?
  private var framesRead = 0
  /// The read offset of the library after the last undamaged block.
  private var offset = 0
  private let start: Int

  init(_ source: ByteSource, at start: Int) throws(AudioFailure) {
    self.source = source
    self.start = start
    runs = FLACRuns(source, at: start)
    do {
      file = try SndfileDecoder(SourceCursor(source, start: start))
    } catch {
      // The damage may be in the metadata blocks before the frames.
      guard case .corrupt = error, var runs, let first = runs.next(after: 0) else { throw error }
      file = try runs.decoder(of: first)
      isBroken = true
    }
  }

  var sound: DecodedSound { file.sound }
  var checksum: SampleChecksum? { runs?.stream.checksum }
  var length: DeclaredLength { file.length }
  var seekCost: SeekCost { file.seekCost }
  var ending: AudioEnding { .after(framesRead, of: length) }

  /// Whether another frame follows the last declared one: a header may declare too few.
  var isShortened: Bool {
    guard var rest = runs else { return false }
    rest.rewind(from: start + offset, by: Self.readAhead)
    return rest.next(after: framesRead) != nil
  }

  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock {
    if !isBroken {
      let frames = try file.nextBlock(atMost: .max, body)
      framesRead += frames
      if frames > 0 {
        offset = file.offset
      }
      let isEarlyEnd = framesRead < length.frames ?? 0
      guard frames == 0, file.hasMetError || isEarlyEnd else {
        return DecodedBlock(frames: frames)
      }
      isBroken = true
      runs?.rewind(from: start + offset, by: Self.readAhead)
    }
    return try nextRepaired(body)
  }

  func seek(toFrame frame: Int) -> Bool {
    guard !isBroken, file.seek(toFrame: frame) else { return false }
    framesRead = frame
    offset = file.offset
    return true
  }

  /// Seeks near a frame; after damage, this needs a new handle of the library.
  func seekApproximately(toFrame frame: Int) -> Bool {
    if isBroken {
      do throws(AudioFailure) {
        file = try SndfileDecoder(SourceCursor(source, start: start))
      } catch {
        return false
      }
      isBroken = false
      run = nil
    }
    return seek(toFrame: frame)
  }

  /// Decodes the runs after the first damage.
  private func nextRepaired(
    _ body: (borrowing RawSpan) -> Void
  ) throws(AudioFailure) -> DecodedBlock {
    while true {
      if let frames = try run?.nextBlock(atMost: .max, body), frames > 0 {
        framesRead += frames
        return DecodedBlock(frames: frames)
      }
      run = nil
      guard let next = runs?.next(after: framesRead), let run = try runs?.decoder(of: next) else {
        return DecodedBlock()
      }
      let gap = next.samples.lowerBound - framesRead
      try Self.skip(-gap, of: run)
      self.run = run
      if gap > 0 {
        framesRead += gap
        return DecodedBlock(frames: gap, isGap: true)
      }
    }
  }

  /// Skips the samples of a run that were already decoded; nothing if there are none.
  private static func skip(_ count: Int, of run: SndfileDecoder) throws(AudioFailure) {
    var left = count
    while left > 0 {
      let frames = try run.nextBlock(atMost: left) { _ in }
      // The run is shorter than its headers say.
      if frames == 0 { return }
      left -= frames
    }
  }
}
