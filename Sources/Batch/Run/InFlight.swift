import Bytes
import System

/// The contents that are being decoded right now, so that no two jobs decode the same.
final class InFlight: Sendable {
  private let digests = Guarded<Set<ContentDigest>>([])

  /// Says whether the content was free and is the caller's now.
  func claim(_ digest: ContentDigest) -> Bool {
    digests.withLock { $0.insert(digest).inserted }
  }

  func isFree(_ digest: ContentDigest) -> Bool {
    digests.withLock { !$0.contains(digest) }
  }

  func release(_ digest: ContentDigest) {
    digests.withLock { _ = $0.remove(digest) }
  }
}
