package import Decoding
package import Waveform
package import WavethumbBytes
package import WavethumbOptions

/// Cached measurements and failures, found by the digest of the content.
///
/// The results of measures are kept beside each other: what one run asks for does not displace what
/// another one did.
package final class MeasurementCache: Sendable {
  /// A recording of which some results are cached.
  package struct Partial: Sendable {
    package let recording: DecodedRecording
    /// The measures without a result.
    package let lacking: Measures

    package init(recording: DecodedRecording, lacking: Measures) {
      self.recording = recording
      self.lacking = lacking
    }
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

  /// Without `summaries` nothing is found or stored. Failures beyond a limit are ignored if
  /// `limits` allow more.
  package init(
    _ summaries: SummaryCache?,
    keys: [[UInt8]],
    limits: DecodeOptions,
    measures: Measures = Measures()
  ) {
    self.measures = measures
    sharing = measures.sharingKey
    parametrized = measures.withOwnKeys
    self.summaries = summaries
    self.keys = keys
    self.limits = limits
  }

  package var isKept: Bool { summaries != nil }

  /// Returns whether an entry of that size exists, so that computing the digest is worthwhile.
  package func mayHold(size: Int64) -> Bool { summaries?.hasEntries(forSize: size) ?? false }

  /// Returns the cached measurement or failure of a file's content, or nil if there is none; one of
  /// ffmpeg only for a recording that it may decode.
  package func content(
    _ digest: ContentDigest,
    size: Int64,
    of file: FileKey,
    retry: FFmpegRetry,
    marksUse: Bool = true
  ) -> DecodeResult? {
    let whole = known(digest, size: size, of: file, retry: retry, marksUse: marksUse) { known in
      known.lacking.isEmpty
    }
    return whole?.result
  }

  /// Returns the cached part of a measurement whose other part has to be decoded, or nil if nothing
  /// is saved by it.
  package func partial(
    _ digest: ContentDigest,
    size: Int64,
    of file: FileKey,
    retry: FFmpegRetry
  ) -> Partial? {
    // What cannot be kept beside the new results would be lost in the cache: it is measured again.
    let part = known(digest, size: size, of: file, retry: retry, marksUse: true) { known in
      let hasSome = known.lacking != measures
      return known.isProven && hasSome && !known.lacking.isEmpty
    }
    guard let part, case .success(let recording) = part.result else { return nil }
    return Partial(recording: recording, lacking: part.lacking)
  }

  /// A cached measurement or failure.
  private struct Known {
    var result: DecodeResult
    /// The measures without a result.
    var lacking = Measures()
    /// Whether all of it counts for every file, if the digest was computed from this one.
    var isProven: Bool
  }

  private func known(
    _ digest: ContentDigest,
    size: Int64,
    of file: FileKey,
    retry: FFmpegRetry,
    marksUse: Bool,
    where isUsable: (Known) -> Bool
  ) -> Known? {
    // That of our libraries first, as they decode first.
    let keyCount = retry == .never ? 1 : keys.count
    let keys = keys.prefix(keyCount)
    for (index, settings) in keys.enumerated() {
      let content = ContentKey(digest: digest, size: size, settings: settings)
      let known = known(content, of: file, marksUse: marksUse)
      guard let known, isUsable(known) else { continue }
      // Only our libraries have read the file, and ffmpeg may now read more.
      let isLast = index == keys.count - 1
      if !isLast, known.result.format(for: retry) != nil { continue }
      return known
    }
    return nil
  }

  private func known(_ content: ContentKey, of file: FileKey, marksUse: Bool) -> Known? {
    guard let entry = entry(content.key(), of: file, marksUse: marksUse) else { return nil }
    let isProven = entry.isProven(by: file)
    switch entry.content {
    case .failure(let failure):
      let limit = ManifestProblem(.decoding(failure)).limit
      // With a higher limit the recording may be decoded after all.
      if let limit, limit.isLifted(by: limits) { return nil }
      return Known(result: .failure(failure), isProven: isProven)
    // Under the key of a recording there is none: the file is not ours.
    case .sections: return nil
    case .recording(let frame, let sections):
      guard var recording = DecodedRecording(encoded: frame) else { return nil }
      recording.measurement.add(sections, for: sharing)
      var areProven = isProven
      for (word, measure) in parametrized {
        let own = self.entry(content.key(word), of: file, marksUse: marksUse)
        guard let own else { continue }
        recording.measurement.add(own.sections, for: measure)
        areProven = areProven && own.isProven(by: file)
      }
      return Known(
        result: .success(recording),
        lacking: measures.lacking(in: recording.measurement),
        isProven: areProven
      )
    }
  }

  /// Returns an entry that counts for a file.
  private func entry(_ key: SummaryKey, of file: FileKey, marksUse: Bool = true) -> CachedEntry? {
    guard let payload = summaries?.entry(for: key, marksUse: marksUse),
      let entry = CachedEntry(encoded: payload), entry.counts(for: file)
    else { return nil }
    return entry
  }

  /// Returns whether there is an entry that counts for every file: nothing that a worker reported can
  /// be added to it.
  package func countsForAll(
    _ digest: ContentDigest,
    size: Int64,
    as read: ReadRecording
  ) -> Bool {
    guard let settings = settings(of: read), mayHold(size: size) else { return false }
    let content = ContentKey(digest: digest, size: size, settings: settings)
    guard let payload = summaries?.entry(for: content.key()),
      let entry = CachedEntry(encoded: payload)
    else { return false }
    return entry.reporter == nil
  }

  /// Caches the result for a content; a failure only if the content is its cause.
  ///
  /// If `isReported`, the worker that decoded the file has reported the digest; otherwise this process
  /// has computed it from the file.
  package func remember(
    _ read: ReadRecording,
    digest: ContentDigest,
    size: Int64,
    of file: FileKey,
    isReported: Bool
  ) {
    guard let settings = settings(of: read) else { return }
    let content = ContentKey(digest: digest, size: size, settings: settings)
    let reporter = isReported ? file : nil
    switch read.result {
    case .success(let recording): remember(recording, as: content, of: file, reporter: reporter)
    case .failure(let failure):
      guard ManifestProblem(.decoding(failure)).isContentFault else { return }
      add(CachedEntry(reporter: reporter, content: .failure(failure)), for: content.key())
    }
  }

  /// Returns the key of the settings of the decoder that has read a recording.
  private func settings(of read: ReadRecording) -> [UInt8]? {
    if read.isByFFmpeg { return keys.last }
    return keys.first
  }

  private func remember(
    _ recording: DecodedRecording,
    as content: ContentKey,
    of file: FileKey,
    reporter: FileKey?
  ) {
    // Measures with parameters first, into files of their own: what is left shares one.
    var shared = recording.measurement.sections
    for (word, measure) in parametrized {
      let own = shared.filter(measure.ask)
      shared.removeAll(where: measure.ask)
      guard !own.isEmpty else { continue }
      add(CachedEntry(reporter: reporter, content: .sections(own)), for: content.key(word))
    }
    var frame = recording
    frame.measurement = recording.measurement.withoutResults
    let kept = sections(keptOf: content.key(), beside: shared, of: file, reporter: reporter)
    // Ascending, as `CachedEntry` reads them.
    let sections = (shared + kept).sorted { one, other in one.kind < other.kind }
    let entry = CachedEntry(
      reporter: reporter,
      content: .recording(frame: frame.encoded()[...], sections: sections)
    )
    add(entry, for: content.key())
  }

  /// Returns the sections of other measures that stay in an entry.
  ///
  /// Nothing that only a worker reported survives a digest of our own, unless the digest proves the
  /// report; and nothing is added to a report but reports of the same file.
  private func sections(
    keptOf key: SummaryKey,
    beside new: [MeasureSection],
    of file: FileKey,
    reporter: FileKey?
  ) -> [MeasureSection] {
    guard let entry = entry(key, of: file) else { return [] }
    let isReport = reporter != nil
    let wasReport = entry.reporter != nil
    let isKept = isReport ? wasReport : entry.isProven(by: file)
    guard isKept else { return [] }
    let newKinds = new.map(\.kind)
    return entry.sections.filter { section in !newKinds.contains(section.kind) }
  }

  private func add(_ entry: CachedEntry, for key: SummaryKey) {
    summaries?.add(entry.encoded(), for: key)
  }
}

/// A content and the settings of its measurement, from which the keys of its entries are made.
private struct ContentKey {
  let digest: ContentDigest
  let size: Int64
  let settings: [UInt8]

  /// Returns the key of the frame and of measures without parameters, or of one with parameters.
  func key(_ word: String = "") -> SummaryKey {
    let settings = settings + CachedEntry.keyText + Array(word.utf8)
    return SummaryKey(digest: digest, size: size, settings: settings)
  }
}

extension ManifestProblem {
  /// Returns whether a retry may succeed for an unchanged file: the machine was at fault, or a
  /// limit is lifted.
  package func isWorthAnotherTry(with options: DecodeOptions) -> Bool {
    !isContentFault || (limit?.isLifted(by: options) ?? false)
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
