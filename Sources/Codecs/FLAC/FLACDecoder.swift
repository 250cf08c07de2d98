import WavethumbBytes

/// Decodes a FLAC file with libsndfile, and from the first damage on as `DamagedFLAC` does.
final class FLACDecoder: AudioDecoder {
  private let source: ByteSource
  private let start: Int
  private var file: SndfileDecoder
  /// The frames of the file, found without the library.
  private let runs: FLACRuns?
  private var framesRead = 0
  /// The read offset of the library after the last undamaged block.
  private var offset = 0
  /// Whether the library met damage, after which it is not asked again.
  private var isBroken = false
  /// The decoder of what follows the damage.
  private var damaged: DamagedFLAC?

  init(_ source: ByteSource, at start: Int) throws(AudioFailure) {
    self.source = source
    self.start = start
    runs = FLACRuns(source, at: start)
    do {
      file = try SndfileDecoder(SourceCursor(source, start: start))
    } catch {
      // The damage may be in the metadata blocks before the frames.
      guard case .corrupt = error, let runs, let first = try runs.firstDecoder() else {
        throw error
      }
      file = first
      isBroken = true
      damaged = DamagedFLAC(runs, after: 0)
    }
  }

  var sound: DecodedSound { file.sound }
  var checksum: SampleChecksum? { runs?.stream.checksum }
  var length: DeclaredLength { file.length }
  var seekCost: SeekCost { file.seekCost }
  var ending: AudioEnding { .after(framesRead, of: length) }

  /// Whether another frame follows the last declared one: a header may declare too few.
  var isShortened: Bool {
    guard var rest = runsAfterLastBlock else { return false }
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
      damaged = runsAfterLastBlock.map { DamagedFLAC($0, after: framesRead) }
    }
    let block = try damaged?.nextBlock(body) ?? DecodedBlock()
    framesRead += block.frames
    return block
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
      damaged = nil
    }
    return seek(toFrame: frame)
  }

  /// The frames from shortly before the last undamaged block on.
  private var runsAfterLastBlock: FLACRuns? {
    guard var runs else { return nil }
    runs.rewind(from: start + offset)
    return runs
  }
}
