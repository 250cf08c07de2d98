package import Decoding
package import Waveform
package import WavethumbBytes
package import WavethumbOptions
import WavethumbSystem

/// Cached measurements and failures, found by the digest of the content.
///
/// Every digest is one that this program has computed from the open file. The results of measures are
/// kept beside each other: what one run asks for does not displace what another one did.
package final class MeasurementCache: Sendable {
  /// What is cached of a content.
  package enum Content: Sendable {
    case whole(DecodedRecording)
    /// Some results: these measures lack one.
    case part(DecodedRecording, lacking: Measures)
    case failure(CachedFailure)
    case nothing
  }

  package let summaries: SummaryCache?
  /// The keys of settings that affect measurements: first that of our libraries, then that of
  /// ffmpeg.
  private let keys: [[UInt8]]
  private let limits: DecodeOptions
  /// The measures without whose results a measurement counts as missing.
  private let measures: Measures
  /// Those of them that share an entry, and those with parameters.
  private let sharing: Measures
  private let parametrized: [(word: String, measures: Measures)]
  /// The start of the run, in nanoseconds since 1970.
  private let start: Int64
  /// The contents that are being decoded.
  private let begun = Locked<Set<ContentDigest>>([])

  /// Without `summaries` nothing is found or stored. Failures beyond a limit are ignored if
  /// `limits` allow more.
  package init(
    _ summaries: SummaryCache?,
    keys: [[UInt8]],
    limits: DecodeOptions,
    measures: Measures = Measures(),
    start: Int64 = WallClock.now
  ) {
    self.measures = measures
    sharing = measures.sharingKey
    parametrized = measures.withOwnKeys
    self.summaries = summaries
    self.keys = keys
    self.limits = limits
    self.start = start
  }

  package var isKept: Bool { summaries != nil }

  /// Returns what is cached of a content; a failure or measurement of ffmpeg only for a recording that
  /// it may decode.
  package func lookup(
    _ digest: ContentDigest,
    retry: FFmpegRetry,
    marksUse: Bool = true
  ) -> Content {
    guard isKept else { return .nothing }
    // That of our libraries first, as they decode first.
    let keyCount = retry == .never ? 1 : keys.count
    for (index, settings) in keys.prefix(keyCount).enumerated() {
      let found = content(ContentKey(digest: digest, settings: settings), marksUse: marksUse)
      // Only our libraries have read the file, and ffmpeg may now read more.
      let isLast = index == keyCount - 1
      if !isLast, found.result?.format(for: retry) != nil { continue }
      if case .nothing = found { continue }
      return found
    }
    return .nothing
  }

  private func content(_ key: ContentKey, marksUse: Bool) -> Content {
    guard let entry = entry(key.key(), marksUse: marksUse) else { return .nothing }
    switch entry {
    case .failure(let failure):
      let limit = ManifestProblem(.decoding(failure.failure)).limit
      // With a higher limit the recording may be decoded after all.
      if let limit, limit.isLifted(by: limits) { return .nothing }
      guard failure.counts(at: WallClock.now, inRunSince: start) else { return .nothing }
      return .failure(failure)
    // Under the key of a recording there is none: the file is not ours.
    case .sections: return .nothing
    case .recording(let frame, let sections):
      guard var recording = DecodedRecording(encoded: frame) else { return .nothing }
      recording.measurement.add(sections, for: sharing)
      for (word, measure) in parametrized {
        guard let own = self.entry(key.key(word), marksUse: marksUse) else { continue }
        recording.measurement.add(own.sections, for: measure)
      }
      let lacking = measures.lacking(in: recording.measurement)
      if lacking.isEmpty { return .whole(recording) }
      // Without any of the results, decoding again saves nothing.
      return lacking == measures ? .nothing : .part(recording, lacking: lacking)
    }
  }

  private func entry(_ key: SummaryKey, marksUse: Bool = true) -> CachedEntry? {
    guard let payload = summaries?.entry(for: key, marksUse: marksUse) else { return nil }
    return CachedEntry(encoded: payload)
  }

  /// Claims a content for decoding; returns false if another thread decodes it, so that its result is
  /// in the cache soon.
  package func begin(_ digest: ContentDigest) -> Bool {
    guard isKept else { return true }
    return begun.withLock { begun in begun.insert(digest).inserted }
  }

  package func end(_ digest: ContentDigest) {
    begun.withLock { begun in _ = begun.remove(digest) }
  }

  /// Caches what came of decoding a content, and returns what is remembered if it is a failure.
  ///
  /// A fault of the content is remembered at once; a timeout or a failure of ffmpeg, which may be the
  /// machine's, from its second run on; other faults of the machine never.
  @discardableResult
  package func store(_ read: ReadRecording, of digest: ContentDigest) -> CachedFailure? {
    let settings = read.isByFFmpeg ? keys.last : keys.first
    guard isKept, let settings else { return nil }
    let key = ContentKey(digest: digest, settings: settings)
    switch read.result {
    case .success(let recording):
      store(recording, as: key)
      return nil
    case .failure(let failure):
      guard ManifestProblem(.decoding(failure)).isContentFault || read.isDoubtful else {
        return nil
      }
      let cached = cached(failure, isDoubtful: read.isDoubtful, as: key.key())
      add(.failure(cached), for: key.key())
      return cached
    }
  }

  private func cached(
    _ failure: DecodeFailure,
    isDoubtful: Bool,
    as key: SummaryKey
  ) -> CachedFailure {
    guard isDoubtful else { return CachedFailure(failure, .always) }
    var last: CachedFailure?
    if case .failure(let failure) = entry(key, marksUse: false) {
      last = failure
    }
    return .doubtful(failure, after: last, at: WallClock.now, inRunSince: start)
  }

  private func store(_ recording: DecodedRecording, as content: ContentKey) {
    // Measures with parameters first, into files of their own: what is left shares one.
    var shared = recording.measurement.sections
    for (word, measure) in parametrized {
      let own = shared.filter(measure.ask)
      shared.removeAll(where: measure.ask)
      guard !own.isEmpty else { continue }
      add(.sections(own), for: content.key(word))
    }
    var frame = recording
    frame.measurement = recording.measurement.withoutResults
    let newKinds = shared.map(\.kind)
    let kept = entry(content.key())?.sections.filter { section in !newKinds.contains(section.kind) }
    // Ascending, as `CachedEntry` reads them.
    let sections = (shared + (kept ?? [])).sorted { one, other in one.kind < other.kind }
    add(.recording(frame: frame.encoded()[...], sections: sections), for: content.key())
  }

  private func add(_ entry: CachedEntry, for key: SummaryKey) {
    summaries?.add(entry.encoded(), for: key)
  }
}

extension MeasurementCache.Content {
  /// The measurement or failure, if it is whole.
  fileprivate var result: DecodeResult? {
    switch self {
    case .whole(let recording), .part(let recording, _): .success(recording)
    case .failure(let cached): .failure(cached.failure)
    case .nothing: nil
    }
  }
}

/// A content and the settings of its measurement, from which the keys of its entries are made.
private struct ContentKey {
  let digest: ContentDigest
  let settings: [UInt8]

  /// Returns the key of the frame and of measures without parameters, or of one with parameters.
  func key(_ word: String = "") -> SummaryKey {
    SummaryKey(digest: digest, settings: settings + CachedEntry.keyText + Array(word.utf8))
  }
}

extension ManifestProblem {
  /// Returns whether a retry may succeed for an unchanged file: the machine was at fault, a limit is
  /// lifted, or a week has passed since a timeout.
  package func isWorthAnotherTry(with options: DecodeOptions, at now: Int64) -> Bool {
    if !isContentFault || RetryTime.isDue(retryAfter, at: now) { return true }
    return limit?.isLifted(by: options) ?? false
  }
}

extension ManifestProblem.Limit {
  /// Returns whether these options allow more than this limit.
  func isLifted(by options: DecodeOptions) -> Bool {
    switch self {
    case .timeout(let seconds): options.timeoutSeconds > seconds
    case .memory(let megabytes): !Self.megabytes(allowedBy: options).contains(megabytes)
    case .duration(let hours): options.maximumHours > hours
    case .work(let samples): options.maximumSamplesPerByte > samples
    }
  }

  // A failure names the limit that was in force. Without isolation our own workers have none.
  private static func megabytes(allowedBy options: DecodeOptions) -> [Int] {
    let ffmpeg = Int(FFmpegSandbox.memory >> 20)
    if options.isolation == .off { return [ffmpeg] }
    return [ffmpeg, WorkerSandbox.memory >> 20]
  }
}
