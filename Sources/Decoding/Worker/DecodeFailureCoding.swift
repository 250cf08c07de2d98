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

  package func append(to writer: inout ByteWriter) {
    switch self {
    case .audio(let failure): Self.append(failure, to: &writer)
    case .ffmpegFailed(let what, let reason): writer.append(case: Kind.ffmpegFailed, what, reason)
    case .crashed(let signal): writer.append(case: Kind.crashed, signal)
    case .killed(let signal): writer.append(case: Kind.killed, signal)
    case .ffmpegNotStarted(let reason): writer.append(case: Kind.ffmpegNotStarted, reason)
    case .shortOfMemory: writer.append(case: Kind.shortOfMemory)
    case .timeout(let seconds, let isBeforeSound):
      let kind = isBeforeSound ? Kind.timeoutBeforeSound : Kind.timeout
      writer.append(case: kind, seconds)
    case .stalled(let seconds): writer.append(case: Kind.stalled, seconds)
    case .outOfMemory(let megabytes): writer.append(case: Kind.outOfMemory, megabytes)
    case .unreadable(let error): writer.append(case: Kind.unreadable, error)
    case .beyondEnd(let seconds): writer.append(case: Kind.beyondEnd, seconds)
    case .noChannel(let channels): writer.append(case: Kind.noChannel, channels)
    case .changed: writer.append(case: Kind.changed)
    case .notSplittable: writer.append(case: Kind.notSplittable)
    // Only the parent finds these two out.
    case .cancelled, .noWorker: writer.append(case: Kind.other)
    }
  }

  private static func append(_ failure: AudioFailure, to writer: inout ByteWriter) {
    switch failure {
    case .empty: writer.append(case: Kind.empty)
    case .gitLFSPointer: writer.append(case: Kind.gitLFSPointer)
    case .notAudio(let what): writer.append(case: Kind.notAudio, what)
    case .unsupported(let what): writer.append(case: Kind.unsupported, what)
    case .corrupt(let detail): writer.append(case: Kind.corrupt, detail)
    case .outOfLimits(let bound, let found, let limit):
      writer.append(case: Kind.outOfLimits, bound.rawValue, found, limit)
    case .tooLong(let hours, let limit): writer.append(case: Kind.tooLong, hours, limit)
    case .tooMuchWork(let limit): writer.append(case: Kind.tooMuchWork, limit)
    case .unreadable(let error): writer.append(case: Kind.unreadableAudio, error)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let kind = Kind(rawValue: try reader.integer()) else { throw MalformedBytes() }
    switch kind {
    case .empty, .notAudio, .gitLFSPointer, .unsupported, .corrupt, .outOfLimits, .tooLong,
      .tooMuchWork, .unreadableAudio:
      self = .audio(try Self.audioFailure(kind, from: &reader))
    case .ffmpegFailed:
      let what = try reader.text()
      self = .ffmpegFailed(what: what, reason: try reader.read())
    case .crashed: self = .crashed(signal: try reader.integer())
    case .killed: self = .killed(signal: try reader.integer())
    case .ffmpegNotStarted: self = .ffmpegNotStarted(reason: try reader.read())
    case .shortOfMemory: self = .shortOfMemory
    case .timeout: self = .timeout(processorSeconds: try reader.double())
    case .timeoutBeforeSound:
      self = .timeout(processorSeconds: try reader.double(), beforeSound: true)
    case .stalled: self = .stalled(seconds: try reader.double())
    case .outOfMemory: self = .outOfMemory(megabytes: try reader.count(in: 0...Int.max))
    case .unreadable: self = .unreadable(errno: try reader.integer())
    case .beyondEnd: self = .beyondEnd(seconds: try reader.double())
    case .noChannel: self = .noChannel(channels: try reader.count(in: 1...Int.max))
    case .changed: self = .changed
    // A worker that reports what only a parent can know gets the failure with the least effect: the
    // recording is decoded as a whole.
    case .notSplittable, .other: self = .notSplittable
    }
  }

  private static func audioFailure(
    _ kind: Kind,
    from reader: inout ByteReader
  ) throws(MalformedBytes) -> AudioFailure {
    switch kind {
    case .empty: return .empty
    case .gitLFSPointer: return .gitLFSPointer
    case .notAudio: return .notAudio(what: try reader.text())
    case .unsupported: return .unsupported(what: try reader.text())
    case .corrupt: return .corrupt(detail: try reader.text())
    case .outOfLimits:
      guard let bound = AudioLimits.Bound(rawValue: try reader.text()) else {
        throw MalformedBytes()
      }
      let found: Int = try reader.integer()
      return .outOfLimits(bound, found: found, limit: try reader.integer())
    case .tooLong:
      let hours = try reader.double()
      return .tooLong(hours: hours, limit: try reader.double())
    case .tooMuchWork: return .tooMuchWork(samplesPerByte: try reader.count(in: 1...Int.max))
    case .unreadableAudio: return .unreadable(errno: try reader.integer())
    case .crashed, .timeout, .stalled, .outOfMemory, .changed, .unreadable, .notSplittable, .other,
      .ffmpegFailed, .beyondEnd, .killed, .timeoutBeforeSound, .ffmpegNotStarted, .shortOfMemory,
      .noChannel:
      throw MalformedBytes()
    }
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
