import Codecs
import Decoding
import TestSupport
import Testing
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

/// Everything counts for every file of a content, as only this program computes digests.
@Suite struct `Known contents` {
  private static let digest = ContentDigest(high: 1, low: 2)

  private let tree: TemporaryTree
  private let cache: CacheFolder

  init() throws {
    tree = try TemporaryTree()
    cache = try CacheFolder(at: tree.path.appending("cache"))
  }

  /// Returns the cache as a run that begins now finds it on the disk.
  private func contents(
    _ measures: Measures = Measures(),
    start: Int64 = WallClock.now
  ) -> MeasurementCache {
    // The keys of our libraries and of ffmpeg.
    MeasurementCache(
      SummaryCache(cache, budget: 1 << 20),
      keys: [[1], [2]],
      limits: DecodeOptions(),
      measures: measures,
      start: start
    )
  }

  // A spectrogram is the longest result, and has a file of its own in the cache.
  @Test func `a cached spectrogram is the measured one`() throws {
    let measures = Measures(SpectrogramMeasure(columns: 300), LanesMeasure())
    let read = Self.recording(measures, frames: 200_000)
    remember(read, asking: measures)
    guard case .whole(let found) = contents(measures).lookup(Self.digest, retry: .never) else {
      Issue.record("nothing is cached")
      return
    }
    #expect(try found == read.result.get())
  }

  @Test func `what ffmpeg decoded is found only for recordings that it may decode`() {
    var read = Self.recording(Measures())
    read.isByFFmpeg = true
    remember(read)
    #expect(result(retrying: .never) == nil)
    #expect(result(retrying: .unsupported) != nil)
  }

  @Test func `a fault of the content is remembered at once, one of the machine never`() {
    remember(ReadRecording(result: .failure(.crashed(signal: 11))))
    #expect(result(retrying: .never) == .failure(.crashed(signal: 11)))

    remember(ReadRecording(result: .failure(.shortOfMemory)))
    remember(ReadRecording(result: .failure(.stalled(seconds: 9))))
    #expect(result(retrying: .never) == .failure(.crashed(signal: 11)))
  }

  // A machine that lacks memory lets decoders compute without progress.
  @Test func `a timeout is remembered from the second run on, for a week`() throws {
    let timeout = ReadRecording(result: .failure(.timeout(processorSeconds: 10)))
    let first = contents()
    #expect(first.store(timeout, of: Self.digest)?.isRemembered == false)
    // A copy in the same run is not decoded for it; the next run tries it again.
    #expect(first.store(timeout, of: Self.digest)?.isRemembered == false)
    guard case .failure = first.lookup(Self.digest, retry: .never) else {
      Issue.record("a copy would be decoded")
      return
    }
    #expect(result(retrying: .never) == nil)

    let cached = try #require(contents().store(timeout, of: Self.digest))
    #expect(cached.isRemembered)
    #expect(result(retrying: .never) == .failure(.timeout(processorSeconds: 10)))
    let week: Int64 = 7 * 86_400
    let retryAfter = try #require(cached.retryAfter)
    #expect((-60...60).contains(retryAfter - week - WallClock.seconds))
    #expect(!RetryTime.isDue(retryAfter, at: WallClock.seconds))
    #expect(RetryTime.isDue(retryAfter, at: WallClock.seconds + week + 100))
    // A clock that was years ahead.
    #expect(RetryTime.isDue(retryAfter, at: WallClock.seconds - 100 * week))
  }

  @Test func `a failing ffmpeg is remembered from the second run on`() {
    let read = ReadRecording(
      result: .failure(.ffmpegFailed(what: "AAC", reason: nil)),
      isByFFmpeg: true
    )
    remember(read)
    #expect(result(retrying: .unsupported) == nil)
    remember(read)
    #expect(result(retrying: .unsupported) != nil)
  }

  @Test func `one content is decoded by one thread at a time`() {
    let cache = contents()
    #expect(cache.begin(Self.digest))
    #expect(!cache.begin(Self.digest))
    #expect(cache.begin(ContentDigest(high: 3, low: 4)))
    cache.end(Self.digest)
    #expect(cache.begin(Self.digest))
  }

  /// Returns the cached result, for a run that lets ffmpeg retry these recordings.
  private func result(retrying retry: FFmpegRetry) -> DecodeResult? {
    switch contents().lookup(Self.digest, retry: retry) {
    case .whole(let recording), .part(let recording, _): .success(recording)
    case .failure(let cached): .failure(cached.failure)
    case .nothing: nil
    }
  }

  @Test func `a damaged recording is decoded again only if ffmpeg may decode it`() {
    let damaged = DecodeResult.failure(.audio(.corrupt(detail: "")))
    remember(ReadRecording(result: damaged))
    #expect(result(retrying: .never) == damaged)
    #expect(result(retrying: .unsupported) == damaged)
    #expect(result(retrying: .unsupportedOrDamaged) == nil)
  }

  /// Returns a recording with the results of these measures.
  // Five seconds, as loudness is measured in blocks of 0.4 s.
  private static func recording(_ measures: Measures, frames: Int = 40_000) -> ReadRecording {
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: 8000,
      length: .known(frames: frames),
      format: SampleFormat(.int16, bigEndian: false),
      measures: measures
    )
    // A sawtooth of 100 Hz.
    let samples = (0..<frames).map { Int16($0 % 80 * 300) }
    unsafe meter.add(samples.span.bytes)
    let facts = AudioFacts(formatName: "WAV", sampleRate: 8000, channels: 1, declaredFrames: nil)
    let measured = meter.finish(truncated: false)
    return ReadRecording(
      result: .success(DecodedRecording(facts: facts, measurement: measured))
    )
  }

  /// Caches the results of measures, as a run that asks for these does.
  private func remember(_ measures: Measures) {
    remember(Self.recording(measures), asking: measures)
  }

  private func remember(_ read: ReadRecording, asking measures: Measures = Measures()) {
    contents(measures).store(read, of: Self.digest)
  }

  private func found(_ measures: Measures) throws -> WaveformMeasurement? {
    guard case .whole(let recording) = contents(measures).lookup(Self.digest, retry: .never) else {
      return nil
    }
    return recording.measurement
  }

  /// Returns what is cached of measures, if that is a part of them.
  private func partial(
    _ measures: Measures
  ) -> (recording: DecodedRecording, lacking: Measures)? {
    guard
      case .part(let recording, let lacking) =
        contents(measures).lookup(Self.digest, retry: .never)
    else { return nil }
    return (recording, lacking)
  }

  private static let sound = Measures(SoundMeasure())
  private static let tones = Measures(TonesMeasure())
  private static let both = Measures(SoundMeasure(), TonesMeasure())

  @Test func `a measurement has what is asked for, and keeps what was asked for before`() throws {
    // Of one width each: a redraw of another width must not displace the first.
    let columns = Measures(SpectrogramMeasure(columns: 30))
    let others = Measures(SpectrogramMeasure(columns: 60))
    remember(Self.sound)
    #expect(try found(Self.sound)?.sound?.loudness != nil)
    #expect(try found(Self.tones) == nil)
    #expect(try found(columns) == nil)

    remember(Self.tones)
    remember(columns)
    remember(others)
    #expect(try found(columns)?.spectrogram?.columnCount == 30)
    #expect(try found(others)?.spectrogram?.columnCount == 60)
    #expect(try found(Self.sound)?.sound?.loudness != nil)
    // In the cache, but not asked for.
    #expect(try found(Self.sound)?.tones == nil)

    let all = Measures(SoundMeasure(), TonesMeasure(), SpectrogramMeasure(columns: 30))
    #expect(try found(all) == Self.recording(all).result.get().measurement)
  }

  @Test func `what is not cached of a measurement is all that has to be measured`() throws {
    // Nothing is saved if everything is cached, or nothing of it.
    remember(Self.sound)
    #expect(partial(Self.sound) == nil)
    #expect(partial(Self.tones) == nil)

    let known = try #require(partial(Self.both))
    #expect(known.lacking == Self.tones)
    var measured = try Self.recording(known.lacking).result.get().measurement
    measured.addResults(missingFrom: known.recording.measurement)
    #expect(try measured == Self.recording(Self.both).result.get().measurement)

    remember(known.lacking)
    #expect(try found(Self.both) == measured)
  }
}
