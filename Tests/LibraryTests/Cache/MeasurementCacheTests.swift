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
@Suite struct `Known contents` {
  private static let digest = ContentDigest(high: 1, low: 2)
  private static let identity = FileIdentity(
    device: 1, inode: 7, size: 100, modified: 50, changed: 60)
  private static let refused = ReadRecording(result: .failure(.crashed(signal: 11)))

  private let tree: TemporaryTree
  private let cache: CacheFolder

  init() throws {
    tree = try TemporaryTree()
    cache = try CacheFolder(at: tree.path.appending("cache"))
  }

  private func contents() -> MeasurementCache {
    MeasurementCache(
      SummaryCache(cache, budget: 1 << 20), keys: [[1], [2]], limits: DecodeOptions())
  }

  private func knows(_ path: RawPath, _ identity: FileIdentity = Self.identity) -> Bool {
    let key = FileKey(path, identity)
    return contents().content(Self.digest, 100, of: key, retry: .unsupportedOrDamaged) != nil
  }

  @Test func `a measurement with a reported digest is used for the same file only`() {
    let known = contents()
    known.remember(Self.refused, Self.digest, 100, reportedBy: FileKey("/a/x.mp3", Self.identity))
    #expect(knows("/a/x.mp3"))
    var written = Self.identity
    written.inode = 8
    written.modified = 51
    #expect(knows("/a/x.mp3", written))
    #expect(knows("/a/renamed.mp3"))
    #expect(!knows("/a/y.mp3", written))
    written.inode = 7
    #expect(!knows("/a/y.mp3", written))
  }

  @Test func `a measurement with our own digest is used for every file`() {
    let known = contents()
    known.remember(Self.refused, Self.digest, 100, reportedBy: FileKey("/a/x.mp3", Self.identity))
    let again = contents()
    again.remember(Self.refused, Self.digest, 100, reportedBy: nil)
    var other = Self.identity
    other.inode = 9
    #expect(knows("/b/y.mp3", other))
  }

  @Test func `a cached spectrogram is the measured one`() throws {
    let rate = 8000
    var meter = WaveformMeter(
      channels: 1, sampleRate: rate, length: .known(frames: 200_000),
      format: SampleFormat(.int16, bigEndian: false), split: false,
      measures: Measures(SpectrogramMeasure(columns: 300)))
    let samples = (0..<200_000).map { Int16($0 % 80 * 300) }
    unsafe meter.add(samples.span.bytes)
    let facts = AudioFacts(formatName: "WAV", sampleRate: rate, channels: 1, declaredFrames: nil)
    let recording = DecodedRecording(
      facts: facts, digest: Self.digest, measurement: meter.finish(truncated: false))
    let known = contents()
    known.remember(
      ReadRecording(result: .success(recording)), Self.digest, 100, reportedBy: nil)
    let key = FileKey("/a", Self.identity)
    #expect(
      try contents().content(Self.digest, 100, of: key, retry: .never)?.get() == recording)
  }

  @Test func `what ffmpeg decoded is found only for recordings that it may decode`() {
    contents().remember(
      ReadRecording(result: .failure(.ffmpegFailed(what: "AAC", reason: nil)), isByFFmpeg: true),
      Self.digest, 100, reportedBy: nil)
    let key = FileKey("/a", Self.identity)
    #expect(contents().content(Self.digest, 100, of: key, retry: .never) == nil)
    #expect(contents().content(Self.digest, 100, of: key, retry: .unsupported) != nil)
  }

  @Test func `a damaged recording is decoded again only if ffmpeg may decode it`() {
    let damaged = DecodeResult.failure(.audio(.corrupt(detail: "")))
    contents().remember(ReadRecording(result: damaged), Self.digest, 100, reportedBy: nil)
    let key = FileKey("/a", Self.identity)
    #expect(contents().content(Self.digest, 100, of: key, retry: .never) == damaged)
    #expect(contents().content(Self.digest, 100, of: key, retry: .unsupported) == damaged)
    #expect(contents().content(Self.digest, 100, of: key, retry: .unsupportedOrDamaged) == nil)
  }

  private static func recording(_ measures: Measures) -> ReadRecording {
    var meter = WaveformMeter(
      channels: 1, sampleRate: 8000, length: .known(frames: 40_000),
      format: SampleFormat(.int16, bigEndian: false), split: false, measures: measures)
    let samples = (0..<40_000).map { Int16($0 % 80 * 300) }
    unsafe meter.add(samples.span.bytes)
    let facts = AudioFacts(formatName: "WAV", sampleRate: 8000, channels: 1, declaredFrames: nil)
    let measured = meter.finish(truncated: false)
    return ReadRecording(
      result: .success(DecodedRecording(facts: facts, digest: digest, measurement: measured)))
  }

  private func found(_ measures: Measures) throws -> WaveformMeasurement? {
    let cached = MeasurementCache(
      SummaryCache(cache, budget: 1 << 20), keys: [[1], [2]], limits: DecodeOptions(),
      measures: measures)
    let file = FileKey("/a", Self.identity)
    return try cached.content(Self.digest, 100, of: file, retry: .never)?.get().measurement
  }

  @Test func `a measurement lacks what it was not asked for, and keeps what it was`() throws {
    let sound = Measures(SoundMeasure())
    let columns = Measures(SpectrogramMeasure(columns: 30))
    contents().remember(Self.recording(sound), Self.digest, 100, reportedBy: nil)
    #expect(try found(sound)?.sound?.loudness != nil)
    #expect(try found(columns) == nil)
    contents().remember(Self.recording(columns), Self.digest, 100, reportedBy: nil)
    #expect(try found(columns)?.spectrogram?.columnCount == 30)
    #expect(try found(sound)?.sound?.loudness != nil)
  }

  @Test func `nothing that only a worker reported survives a digest of our own`() throws {
    let sound = Measures(SoundMeasure())
    let file = FileKey("/a", Self.identity)
    contents().remember(Self.recording(sound), Self.digest, 100, reportedBy: file)
    #expect(try found(sound) != nil)
    contents().remember(Self.recording(Measures()), Self.digest, 100, reportedBy: nil)
    #expect(try found(Measures()) != nil)
    #expect(try found(sound) == nil)
  }
}
