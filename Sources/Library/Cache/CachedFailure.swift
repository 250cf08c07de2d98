package import Decoding
package import WavethumbBytes

/// A failure as the cache keeps it.
package struct CachedFailure: Sendable, Equatable {
  /// How certain it is that the recording is at fault.
  package enum Memory: Sendable, Equatable {
    /// Its content is: it is not tried again before it or a limit changes.
    case always
    /// It timed out or ffmpeg failed, in one run; the time is in nanoseconds since 1970.
    case once(at: Int64)
    /// It did so in two runs: it is tried again a week after the second one.
    case again(at: Int64)
  }

  package let failure: DecodeFailure
  package let memory: Memory

  package init(_ failure: DecodeFailure, _ memory: Memory) {
    self.failure = failure
    self.memory = memory
  }

  private static let secondsOfWeek: Int64 = 7 * 86_400

  /// Whether the recording is at fault, as far as is known.
  package var isRemembered: Bool {
    switch memory {
    case .always, .again: true
    case .once: false
    }
  }

  /// When the recording is tried again, in seconds since 1970; nil if time does not matter.
  package var retryAfter: Int64? {
    guard case .again(let time) = memory else { return nil }
    return time / 1_000_000_000 &+ Self.secondsOfWeek
  }

  /// Whether a run that began at a time need not try the recording: it is remembered, or was tried in
  /// this run, as a copy; both are in nanoseconds since 1970.
  func counts(at now: Int64, inRunSince start: Int64) -> Bool {
    switch memory {
    case .always: true
    case .once(let time): (start...max(start, now)).contains(time)
    case .again: !RetryTime.isDue(retryAfter, at: now / 1_000_000_000)
    }
  }

  /// Returns what is remembered after another run met a failure that may be the machine's.
  static func doubtful(
    _ failure: DecodeFailure,
    after last: CachedFailure?,
    at now: Int64,
    inRunSince start: Int64
  ) -> CachedFailure {
    switch last?.memory {
    case .once(let time) where time < start: CachedFailure(failure, .again(at: now))
    case .again: CachedFailure(failure, .again(at: now))
    case .once, .always, nil: CachedFailure(failure, .once(at: now))
    }
  }
}

/// Times after which a failed recording is tried again.
package enum RetryTime {
  // A clock that was set back must not keep a recording out for years.
  private static let longestSeconds: Int64 = 8 * 86_400

  /// Whether a time is over, or too far ahead to be one that was set a week before; never without one.
  package static func isDue(_ time: Int64?, at now: Int64) -> Bool {
    guard let time else { return false }
    return !(now..<(now &+ longestSeconds)).contains(time)
  }
}

extension CachedFailure: ByteCoded {
  fileprivate enum Kind: UInt8 {
    case always, once, again
  }

  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    switch try coder.kind(value?.memory.kind) {
    case .always: memory = .always
    case .once: memory = .once(at: try coder.field(value?.memory.time))
    case .again: memory = .again(at: try coder.field(value?.memory.time))
    }
    failure = try coder.field(value?.failure)
  }
}

extension CachedFailure.Memory {
  fileprivate var kind: CachedFailure.Kind {
    switch self {
    case .always: .always
    case .once: .once
    case .again: .again
    }
  }

  fileprivate var time: Int64? {
    switch self {
    case .always: nil
    case .once(let time), .again(let time): time
    }
  }
}
