import Codecs
import Decoding
import TestSupport
import Testing
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary
@testable import WavethumbOptions

/// A compromised worker may report the digest of another recording.
// So what comes with a reported digest is believed of the file that was read, by inode and times or
// by path, and what comes with a digest of our own is believed of that content everywhere.
@Suite struct `Known contents` {
  private static let digest = ContentDigest(high: 1, low: 2)
  private static let identity = FileIdentity(
    device: 1,
    inode: 7,
    size: 100,
    modified: 50,
    changed: 60
  )
  private static let file = FileKey("/a", identity: identity)
  // A failure is the shortest result; what is believed of it does not depend on its kind.
  private static let refused = ReadRecording(result: .failure(.crashed(signal: 11)))

  private let tree: TemporaryTree
  private let cache: CacheFolder

  init() throws {
    tree = try TemporaryTree()
    cache = try CacheFolder(at: tree.path.appending("cache"))
  }

  /// Returns the cache as a run that begins now finds it on the disk.
  private func contents(_ measures: Measures = Measures()) -> MeasurementCache {
    // The keys of our libraries and of ffmpeg.
    MeasurementCache(
      SummaryCache(cache, budget: 1 << 20),
      keys: [[1], [2]],
      limits: DecodeOptions(),
      measures: measures
    )
  }

  private func knows(_ path: RawPath, identity: FileIdentity = Self.identity) -> Bool {
    let key = FileKey(path, identity: identity)
    return contents().content(Self.digest, size: 100, of: key, retry: .unsupportedOrDamaged) != nil
  }

  // ext4 sets the size of a file that is truncated some 20 ms before its times.
  @Test func `a file with another size has been written, whatever its times`() {
    let key = FileKey("/a", identity: Self.identity)
    #expect(key.isStill(Self.identity))
    var truncated = Self.identity
    truncated.size = 0
    #expect(!key.isStill(truncated))
  }

  @Test func `a measurement with a reported digest is used for the same file only`() {
    remember(Self.refused, of: FileKey("/a/x.mp3", identity: Self.identity), isReported: true)
    #expect(knows("/a/x.mp3"))

    // The path alone, and the inode with its times alone; neither of them is another file.
    var written = Self.identity
    written.inode = 8
    written.modified = 51
    #expect(knows("/a/x.mp3", identity: written))
    #expect(knows("/a/renamed.mp3"))
    #expect(!knows("/a/y.mp3", identity: written))

    // An inode with another time has been written since.
    written.inode = 7
    #expect(!knows("/a/y.mp3", identity: written))
  }

  @Test func `a measurement with our own digest is used for every file`() {
    remember(Self.refused, of: FileKey("/a/x.mp3", identity: Self.identity), isReported: true)
    remember(Self.refused, of: FileKey("/b/z.mp3", identity: Self.identity))
    // Neither the path nor the inode of one of the two.
    var other = Self.identity
    other.inode = 9
    #expect(knows("/b/y.mp3", identity: other))
  }

  // A spectrogram is the longest result, and has a file of its own in the cache.
  @Test func `a cached spectrogram is the measured one`() throws {
    let measures = Measures(SpectrogramMeasure(columns: 300), LanesMeasure())
    let read = Self.recording(measures, frames: 200_000)
    remember(read, asking: measures)
    let found = contents(measures).content(
      Self.digest,
      size: 100,
      of: Self.file,
      retry: .never
    )
    #expect(try found?.get() == read.result.get())
  }

  @Test func `what ffmpeg decoded is found only for recordings that it may decode`() {
    let failure = DecodeResult.failure(.ffmpegFailed(what: "AAC", reason: nil))
    remember(ReadRecording(result: failure, isByFFmpeg: true))
    #expect(result(retrying: .never) == nil)
    #expect(result(retrying: .unsupported) != nil)
  }

  /// Returns the cached result, for a run that lets ffmpeg retry these recordings.
  private func result(retrying retry: FFmpegRetry) -> DecodeResult? {
    contents().content(Self.digest, size: 100, of: Self.file, retry: retry)
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
      result: .success(DecodedRecording(facts: facts, digest: digest, measurement: measured))
    )
  }

  /// Caches the results of measures, as a run that asks for these does.
  private func remember(
    _ measures: Measures,
    of file: FileKey = Self.file,
    isReported: Bool = false
  ) {
    remember(Self.recording(measures), of: file, asking: measures, isReported: isReported)
  }

  private func remember(
    _ read: ReadRecording,
    of file: FileKey = Self.file,
    asking measures: Measures = Measures(),
    isReported: Bool = false
  ) {
    contents(measures).remember(
      read,
      digest: Self.digest,
      size: 100,
      of: file,
      isReported: isReported
    )
  }

  private func found(
    _ measures: Measures,
    of file: FileKey = Self.file
  ) throws -> WaveformMeasurement? {
    try contents(measures).content(Self.digest, size: 100, of: file, retry: .never)?.get()
      .measurement
  }

  /// Returns what is cached of measures, if that is a part of them.
  private func partial(
    _ measures: Measures,
    of file: FileKey = Self.file
  ) -> MeasurementCache.Partial? {
    contents(measures).partial(Self.digest, size: 100, of: file, retry: .never)
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

  // A worker that hostile bytes have taken over may report what it likes, also under the digest of
  // another recording: results of our own must not be mixed with it. The file has been written
  // since.
  @Test(arguments: ["/a", "/b"] as [RawPath])
  func `nothing that only a worker reported survives a digest of our own`(path: RawPath) throws {
    var written = Self.identity
    written.changed += 1
    let file = FileKey(path, identity: written)
    remember(Self.sound, isReported: true)
    #expect(try found(Self.sound) != nil)
    #expect(try found(Self.sound, of: file) != nil)
    #expect(partial(Self.both, of: file) == nil)
    remember(Self.tones, of: file)
    #expect(try found(Self.tones) != nil)
    #expect(try found(Self.sound) == nil)
  }

  @Test func `a digest of our own proves what a worker reported of the unchanged file`() throws {
    remember(Self.sound, isReported: true)
    // Another file of the same content, for which a report does not count until the digest is ours.
    var other = Self.identity
    other.inode = 8
    other.modified = 51
    let copy = FileKey("/copy", identity: other)
    #expect(try found(Self.sound, of: copy) == nil)
    remember(Self.tones)
    #expect(try found(Self.both, of: copy) != nil)
  }

  @Test func `a report is added to reports of the same file, and to nothing else`() throws {
    let read = Self.recording(Self.tones)
    remember(Self.sound, isReported: true)
    #expect(!contents().countsForAll(Self.digest, size: 100, as: read))

    remember(Self.tones, isReported: true)
    #expect(try found(Self.both) != nil)
    var other = Self.identity
    other.inode = 8
    let copy = FileKey("/copy", identity: other)
    #expect(try found(Self.both, of: copy) == nil)

    // A report of another file replaces those of the first, as none of them is proven.
    remember(Self.tones, of: copy, isReported: true)
    #expect(try found(Self.tones, of: copy) != nil)
    #expect(try found(Self.sound, of: copy) == nil)

    remember(Self.sound)
    #expect(contents().countsForAll(Self.digest, size: 100, as: read))
  }
}
