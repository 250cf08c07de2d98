package import Decoding
package import Waveform
package import WavethumbBytes
package import WavethumbOptions

/// Cached measurements and failures, found by the digest of the content.
package final class MeasurementCache: Sendable {
  /// The kind of an entry: its first byte.
  private enum Kind: UInt8 {
    case recording
    case failure
    /// An entry whose digest was reported by a worker: valid only for the file with that key.
    case workerReported
  }

  package let summaries: SummaryCache?
  /// The keys of settings that affect measurements: first that of our libraries, then that of
  /// ffmpeg.
  private let keys: [[UInt8]]
  private let limits: DecodeOptions
  /// The measures without whose results a measurement counts as missing.
  private let measures: Measures

  /// Without `summaries` nothing is found or stored. Failures beyond a limit are ignored if
  /// `limits` allow more.
  package init(
    _ summaries: SummaryCache?, keys: [[UInt8]], limits: DecodeOptions,
    measures: Measures = Measures()
  ) {
    self.measures = measures
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
    _ digest: ContentDigest, _ size: Int64, of file: FileKey, retry: FFmpegRetry,
    marksUse: Bool = true
  ) -> DecodeResult? {
    let keys = retry == .never ? keys.prefix(1) : keys[...]
    for (index, settings) in keys.enumerated() {
      let key = SummaryKey(digest: digest, size: size, settings: settings)
      guard let entry = summaries?.entry(for: key, marksUse: marksUse),
        let known = content(entry, of: file), !lacksResults(known)
      else { continue }
      // Only our libraries have read the file, and ffmpeg may now read more.
      if index < keys.count - 1, known.format(for: retry) != nil { continue }
      return known
    }
    return nil
  }

  private func lacksResults(_ known: DecodeResult) -> Bool {
    guard case .success(let recording) = known else { return false }
    return !recording.measurement.answers(measures)
  }

  private func content(_ entry: ArraySlice<UInt8>, of file: FileKey) -> DecodeResult? {
    guard let kind = entry.first.flatMap(Kind.init(rawValue:)) else { return nil }
    let payload = entry.dropFirst()
    switch kind {
    case .recording: return DecodedRecording(encoded: payload).map { .success($0) }
    case .failure: return failure(payload).map { .failure($0) }
    case .workerReported:
      let rest = payload.dropFirst(FileKey.encodedLength)
      guard let key = FileKey(encoded: payload.prefix(FileKey.encodedLength)),
        key.isOfSameFile(file), rest.first != Kind.workerReported.rawValue
      else { return nil }
      return content(rest, of: file)
    }
  }

  private func failure(_ payload: ArraySlice<UInt8>) -> DecodeFailure? {
    guard let failure = DecodeFailure(encoded: payload) else { return nil }
    let isLifted = ManifestProblem(.decoding(failure)).limit?.isLifted(by: limits) ?? false
    return isLifted ? nil : failure
  }

  /// Caches the result for a content; a failure only if the content is its cause.
  ///
  /// `reportedBy` is the file, if the digest was reported by its worker.
  package func remember(
    _ read: ReadRecording, _ digest: ContentDigest, _ size: Int64, reportedBy file: FileKey?
  ) {
    guard let summaries, let settings = read.isByFFmpeg ? keys.last : keys.first else { return }
    let key = SummaryKey(digest: digest, size: size, settings: settings)
    let entry: [UInt8]
    switch read.result {
    case .success(var recording):
      // An entry is replaced, so it takes over what was measured for other options.
      if let known = trusted(key, reportedBy: file) {
        recording.measurement.addResults(missingFrom: known.measurement)
      }
      entry = [Kind.recording.rawValue] + recording.encoded()
    case .failure(let failure):
      guard ManifestProblem(.decoding(failure)).isContentFault else { return }
      entry = [Kind.failure.rawValue] + failure.encoded()
    }
    let start = file.map { [Kind.workerReported.rawValue] + $0.encoded() } ?? []
    summaries.add(start + entry, for: key)
  }

  /// Returns a cached recording that is as reliable as a result with the same reporter: nothing that
  /// only a worker reported may survive a digest of our own.
  private func trusted(_ key: SummaryKey, reportedBy file: FileKey?) -> DecodedRecording? {
    guard let entry = summaries?.entry(for: key), let kind = entry.first,
      (kind == Kind.workerReported.rawValue) == (file != nil)
    else { return nil }
    let payload: ArraySlice<UInt8>
    if let file {
      let start = entry.dropFirst()
      guard let reporter = FileKey(encoded: start.prefix(FileKey.encodedLength)),
        reporter.isOfSameFile(file)
      else { return nil }
      payload = start.dropFirst(FileKey.encodedLength)
    } else {
      payload = entry
    }
    guard payload.first == Kind.recording.rawValue else { return nil }
    return DecodedRecording(encoded: payload.dropFirst())
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

  private static func megabytes(allowedBy options: DecodeOptions) -> [Int] {
    let ffmpeg = Int(FFmpegSandbox.memory >> 20)
    return options.isolation == .off ? [ffmpeg] : [ffmpeg, WorkerSandbox.memory >> 20]
  }
}
