/// Decodes a damaged FLAC file: each run of undamaged frames as a separate file, with gaps between.
// After an error a handle of the library gives zeros, or samples from elsewhere in the file; a new one
// does not.
struct DamagedFLAC {
  private var runs: FLACRuns
  private var run: SndfileDecoder?
  private var framesRead: Int

  /// Creates the decoder of what follows the frames that were decoded before.
  init(_ runs: FLACRuns, after framesRead: Int) {
    self.runs = runs
    self.framesRead = framesRead
  }

  mutating func nextBlock(
    _ body: (borrowing RawSpan) -> Void
  ) throws(AudioFailure) -> DecodedBlock {
    while true {
      if let frames = try run?.nextBlock(atMost: .max, body), frames > 0 {
        framesRead += frames
        return DecodedBlock(frames: frames)
      }
      run = nil
      guard let next = runs.next(after: framesRead) else { return DecodedBlock() }
      let run = try runs.decoder(of: next)
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
