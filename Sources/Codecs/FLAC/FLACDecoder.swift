import Bytes

/// A FLAC file: libsndfile decodes it up to the first damage, and from there on the runs of frames
/// that are whole, each as a file of its own.
final class FLACDecoder: AudioDecoder {
  /// As much as the library reads ahead, and more.
  private static let readAhead = 1 << 16

  private let source: ByteSource
  private var file: SndfileDecoder
  private var runs: FLACRuns?
  private var isBroken = false
  /// The run that is being decoded, and how many of its samples are known already.
  private var run: (decoder: SndfileDecoder, samples: Range<Int>, known: Int)?
  private var framesRead = 0
  /// Where the library read when the last block without fault came.
  private var place = 0
  private let start: Int
  private var gap = 0

  init(_ source: ByteSource, at start: Int) throws(AudioFailure) {
    self.source = source
    self.start = start
    runs = FLACRuns(source, at: start)
    do {
      file = try SndfileDecoder(SourceCursor(source, start: start))
    } catch {
      // The blocks before the frames may be what is damaged.
      guard case .corrupt = error, var runs, let first = runs.next(after: 0) else { throw error }
      file = try SndfileDecoder(
        SourceCursor(source, repaired: FLACRunFile(source, runs.stream, first)))
      isBroken = true
    }
  }

  var formatName: String { file.formatName }
  var sampleRate: Int { file.sampleRate }
  var channels: Int { file.channels }
  var channelNames: [String] { file.channelNames }
  var format: SampleFormat { file.format }
  var origin: SampleOrigin { file.origin }
  var isLossless: Bool { true }
  var tags: AudioTags { file.tags }
  var length: DeclaredLength { file.length }
  var leapCost: AudioLeapCost { file.leapCost }
  var ending: AudioEnding { .after(framesRead, of: length) }

  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> Int {
    if !isBroken {
      let frames = try file.nextBlock(body)
      framesRead += frames
      if frames > 0 { place = file.place }
      guard frames == 0, file.hasMetError || framesRead < length.frames ?? 0 else { return frames }
      isBroken = true
      runs?.goBack(from: start + place, by: Self.readAhead)
    }
    return try nextRepaired(body)
  }

  func takeGap() -> Int {
    defer { gap = 0 }
    return gap
  }

  func seek(toFrame frame: Int) -> Bool {
    guard !isBroken, file.seek(toFrame: frame) else { return false }
    framesRead = frame
    place = file.place
    return true
  }

  /// Seeks near a frame; behind damage, only a new handle of the library does.
  func leap(toFrame frame: Int) -> Bool {
    if isBroken {
      do throws(AudioFailure) {
        file = try SndfileDecoder(SourceCursor(source, start: start))
      } catch {
        return false
      }
      isBroken = false
      run = nil
      gap = 0
    }
    return seek(toFrame: frame)
  }

  /// Decodes the runs behind the first damage.
  private func nextRepaired(
    _ body: (borrowing RawSpan) -> Void
  ) throws(AudioFailure) -> Int {
    while true {
      if let current = run {
        let frames = try pass(current, body)
        framesRead += frames
        if frames > 0 { return frames }
        run = nil
      }
      guard let stream = runs?.stream, let next = runs?.next(after: framesRead) else { return 0 }
      let cursor = SourceCursor(source, repaired: FLACRunFile(source, stream, next))
      run = (try SndfileDecoder(cursor), next.samples, max(0, framesRead - next.samples.lowerBound))
      gap = next.samples.lowerBound - framesRead
      if gap > 0 {
        framesRead += gap
        return 0
      }
      gap = 0
    }
  }

  /// Passes on what is new of the next block of a run.
  private func pass(
    _ current: (decoder: SndfileDecoder, samples: Range<Int>, known: Int),
    _ body: (borrowing RawSpan) -> Void
  ) throws(AudioFailure) -> Int {
    var known = current.known
    while true {
      let block = known > 0 ? known : .max
      let frames = try current.decoder.nextBlock(atMost: block) { if known == 0 { body($0) } }
      guard frames > 0, known > 0 else { return frames }
      known -= frames
      run?.known = known
    }
  }
}
