package import Bytes
package import Decoding

/// Measurements and failures that earlier runs kept, found by the digest of the content.
package final class KnownContents: Sendable {
  /// The kind of an entry, which is its first byte.
  private enum Kind: UInt8 {
    case recording
    case failure
  }

  package let cache: SummaryCache?
  /// The keys of settings that measurements depend on: first that of our libraries, then that of
  /// ffmpeg.
  private let keys: [[UInt8]]
  private let limits: DecodeOptions

  /// Without a cache nothing is known and nothing is remembered; failures beyond a limit are
  /// forgotten where `limits` allow more.
  package init(_ cache: SummaryCache?, keys: [[UInt8]], limits: DecodeOptions) {
    self.cache = cache
    self.keys = keys
    self.limits = limits
  }

  /// Whether there is a cache.
  package var isKept: Bool { cache != nil }

  /// Whether an entry of that size exists, so that computing the digest is worth its time.
  package func mayHold(size: Int64) -> Bool {
    cache?.hasEntries(forSize: size) ?? false
  }

  /// The kept measurement or failure of a content, nil where there is none.
  package func content(
    _ digest: ContentDigest, _ size: Int64
  ) -> Result<DecodedRecording, DecodeFailure>? {
    for key in summaryKeys(digest, size) {
      guard let known = content(key) else { continue }
      if case .success = known { cache?.markUsed(key) }
      return known
    }
    return nil
  }

  /// As `content`, but does not count as a use of the entry.
  package func kept(_ digest: ContentDigest, _ size: Int64) -> Result<
    DecodedRecording, DecodeFailure
  >? {
    summaryKeys(digest, size).lazy.compactMap(content).first
  }

  private func summaryKeys(_ digest: ContentDigest, _ size: Int64) -> [SummaryKey] {
    keys.map { SummaryKey(digest: digest, size: size, settings: $0) }
  }

  private func content(_ key: SummaryKey) -> Result<DecodedRecording, DecodeFailure>? {
    guard let entry = cache?.entry(for: key), let first = entry.first,
      let kind = Kind(rawValue: first)
    else { return nil }
    let payload = entry.dropFirst()
    return switch kind {
    case .recording: DecodedRecording(encoded: payload).map { .success($0) }
    case .failure: failure(payload).map { .failure($0) }
    }
  }

  private func failure(_ payload: ArraySlice<UInt8>) -> DecodeFailure? {
    guard let failure = DecodeFailure(encoded: payload) else { return nil }
    let isLifted = FileProblem(failure).limit?.isLifted(by: limits) ?? false
    return isLifted ? nil : failure
  }

  /// Keeps the result of a content; failures only where the content is their cause.
  package func remember(
    _ read: ReadRecording, _ digest: ContentDigest, _ size: Int64
  ) {
    guard let cache, let settings = read.isByFFmpeg ? keys.last : keys.first else { return }
    let entry: [UInt8]
    switch read.result {
    case .success(let recording): entry = [Kind.recording.rawValue] + recording.encoded()
    case .failure(let failure):
      guard FileProblem(failure).isContentFault else { return }
      entry = [Kind.failure.rawValue] + failure.encoded()
    }
    cache.add(entry, for: SummaryKey(digest: digest, size: size, settings: settings))
  }

  /// Ends the use of the cache and returns its failure, if there was one.
  package func finish() -> SummaryCache.Failure? {
    cache?.finish()
    return cache?.failure
  }
}
