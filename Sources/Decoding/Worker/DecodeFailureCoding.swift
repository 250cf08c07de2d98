import Codecs
package import WavethumbBytes

extension DecodeFailure: ByteCoded {
  // The cache keeps failures in this encoding too: a new case goes to the end, or what an earlier
  // version wrote would be read as another failure.
  private enum Kind: UInt8 {
    case empty = 1
    case notAudio, gitLFSPointer, unsupported, corrupt, outOfLimits, tooLong, unreadableAudio
    case crashed, timeout, stalled, outOfMemory, changed, unreadable, notSplittable, other
    case ffmpegFailed, beyondEnd, killed, tooMuchWork, timeoutBeforeSound
    case ffmpegNotStarted, shortOfMemory, noChannel
  }

  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let kind = try coder.kind(value?.kind)
    switch kind {
    case .empty, .notAudio, .gitLFSPointer, .unsupported, .corrupt, .outOfLimits, .tooLong,
      .tooMuchWork, .unreadableAudio:
      self = .audio(try Self.audioFailure(kind, value?.audio, with: &coder))
    case .ffmpegFailed:
      self = .ffmpegFailed(
        what: try coder.field(value?.what),
        reason: try coder.field(value?.reason)
      )
    case .crashed: self = .crashed(signal: try coder.field(value?.number))
    case .killed: self = .killed(signal: try coder.field(value?.number))
    case .ffmpegNotStarted: self = .ffmpegNotStarted(reason: try coder.field(value?.reason))
    case .shortOfMemory: self = .shortOfMemory
    case .timeout: self = .timeout(processorSeconds: try coder.field(value?.seconds))
    case .timeoutBeforeSound:
      self = .timeout(processorSeconds: try coder.field(value?.seconds), beforeSound: true)
    case .stalled: self = .stalled(seconds: try coder.field(value?.seconds))
    case .outOfMemory: self = .outOfMemory(megabytes: try coder.field(value?.count))
    case .unreadable: self = .unreadable(errno: try coder.field(value?.number))
    case .beyondEnd: self = .beyondEnd(seconds: try coder.field(value?.seconds))
    case .noChannel:
      self = .noChannel(channels: try coder.count(value?.count, in: 1...Int.max))
    case .changed: self = .changed
    // A worker that reports what only a parent can know gets the failure with the least effect: the
    // recording is decoded as a whole.
    case .notSplittable, .other: self = .notSplittable
    }
  }

  private static func audioFailure(
    _ kind: Kind,
    _ value: AudioFailure?,
    with coder: inout ByteCoder
  ) throws(MalformedBytes) -> AudioFailure {
    switch kind {
    case .empty: return .empty
    case .gitLFSPointer: return .gitLFSPointer
    case .notAudio: return .notAudio(what: try coder.field(value?.text))
    case .unsupported: return .unsupported(what: try coder.field(value?.text))
    case .corrupt: return .corrupt(detail: try coder.field(value?.text))
    case .outOfLimits:
      guard let bound = AudioLimits.Bound(rawValue: try coder.field(value?.text)) else {
        throw MalformedBytes()
      }
      return .outOfLimits(
        bound,
        found: try coder.integer(value?.found),
        limit: try coder.integer(value?.limit)
      )
    case .tooLong:
      return .tooLong(
        hours: try coder.field(value?.hours),
        limit: try coder.field(value?.hourLimit)
      )
    case .tooMuchWork:
      return .tooMuchWork(samplesPerByte: try coder.count(value?.limit, in: 1...Int.max))
    case .unreadableAudio: return .unreadable(errno: try coder.field(value?.errno))
    case .crashed, .timeout, .stalled, .outOfMemory, .changed, .unreadable, .notSplittable, .other,
      .ffmpegFailed, .beyondEnd, .killed, .timeoutBeforeSound, .ffmpegNotStarted, .shortOfMemory,
      .noChannel:
      throw MalformedBytes()
    }
  }

  private var kind: Kind {
    switch self {
    case .audio(let failure): Self.kind(of: failure)
    case .ffmpegFailed: .ffmpegFailed
    case .crashed: .crashed
    case .killed: .killed
    case .ffmpegNotStarted: .ffmpegNotStarted
    case .shortOfMemory: .shortOfMemory
    case .timeout(_, let isBeforeSound): isBeforeSound ? .timeoutBeforeSound : .timeout
    case .stalled: .stalled
    case .outOfMemory: .outOfMemory
    case .unreadable: .unreadable
    case .beyondEnd: .beyondEnd
    case .noChannel: .noChannel
    case .changed: .changed
    case .notSplittable: .notSplittable
    // Only the parent finds these two out.
    case .cancelled, .noWorker: .other
    }
  }

  private static func kind(of failure: AudioFailure) -> Kind {
    switch failure {
    case .empty: .empty
    case .gitLFSPointer: .gitLFSPointer
    case .notAudio: .notAudio
    case .unsupported: .unsupported
    case .corrupt: .corrupt
    case .outOfLimits: .outOfLimits
    case .tooLong: .tooLong
    case .tooMuchWork: .tooMuchWork
    case .unreadable: .unreadableAudio
    }
  }
}

/// The values of the cases, each of which is nil for other cases.
extension DecodeFailure {
  fileprivate var audio: AudioFailure? {
    if case .audio(let failure) = self { failure } else { nil }
  }

  fileprivate var what: String? {
    if case .ffmpegFailed(let what, _) = self { what } else { nil }
  }

  fileprivate var reason: String? {
    if case .ffmpegFailed(_, let reason) = self { return reason }
    if case .ffmpegNotStarted(let reason) = self { return reason }
    return nil
  }

  fileprivate var number: CInt? {
    if case .crashed(let signal) = self { return signal }
    if case .killed(let signal) = self { return signal }
    if case .unreadable(let errno) = self { return errno }
    return nil
  }

  fileprivate var seconds: Double? {
    if case .timeout(let seconds, _) = self { return seconds }
    if case .stalled(let seconds) = self { return seconds }
    if case .beyondEnd(let seconds) = self { return seconds }
    return nil
  }

  fileprivate var count: Int? {
    if case .outOfMemory(let megabytes) = self { return megabytes }
    if case .noChannel(let channels) = self { return channels }
    return nil
  }
}

extension AudioFailure {
  fileprivate var text: String? {
    if case .notAudio(let what) = self { return what }
    if case .unsupported(let what) = self { return what }
    if case .corrupt(let detail) = self { return detail }
    if case .outOfLimits(let bound, _, _) = self { return bound.rawValue }
    return nil
  }

  fileprivate var found: Int? {
    if case .outOfLimits(_, let found, _) = self { found } else { nil }
  }

  fileprivate var limit: Int? {
    if case .outOfLimits(_, _, let limit) = self { return limit }
    if case .tooMuchWork(let limit) = self { return limit }
    return nil
  }

  fileprivate var hours: Double? {
    if case .tooLong(let hours, _) = self { hours } else { nil }
  }

  fileprivate var hourLimit: Double? {
    if case .tooLong(_, let limit) = self { limit } else { nil }
  }

  fileprivate var errno: CInt? {
    if case .unreadable(let number) = self { number } else { nil }
  }
}

extension DecodeFailure {
  /// This failure, or that of a system that has less memory than a decoder may use: a limit of the
  /// user is not a fault of the recording.
  var consideringMemory: DecodeFailure {
    switch self {
    case .outOfMemory, .crashed: WorkerSandbox.isMemoryFree ? self : .shortOfMemory
    case .audio, .ffmpegNotStarted, .shortOfMemory, .ffmpegFailed, .killed, .timeout, .stalled,
      .changed, .unreadable, .beyondEnd, .noChannel, .notSplittable, .cancelled, .noWorker:
      self
    }
  }
}
