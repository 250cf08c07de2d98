package import Bytes
import Codecs

extension DecodeFailure: ByteCoded {
  private enum Kind: UInt8 {
    case empty = 1
    case notAudio, gitLFSPointer, unsupported, corrupt, outOfLimits, tooLong, unreadableAudio
    case crashed, timeout, waited, outOfMemory, changed, unreadable, notSplittable, other
    case ffmpegFailed, beyondEnd, killed, tooMuchWork, timeoutBeforeSound
  }

  /// Encodes a failure for the cache.
  package func encoded() -> [UInt8] {
    var writer = ByteWriter()
    append(to: &writer)
    return writer.bytes
  }

  /// Decodes the output of `encoded`.
  package init?(encoded bytes: some Collection<UInt8>) {
    var reader = ByteReader([UInt8](bytes))
    do {
      try self.init(from: &reader)
      try reader.finish()
    } catch {
      return nil
    }
  }

  package func append(to writer: inout ByteWriter) {
    switch self {
    case .audio(let failure): Self.append(failure, to: &writer)
    case .ffmpegFailed(let what, let reason):
      writer.append(Kind.ffmpegFailed.rawValue)
      writer.append(what)
      writer.append(optional: reason) { $0.append($1) }
    case .crashed(let signal):
      writer.append(Kind.crashed.rawValue)
      writer.append(signal)
    case .killed(let signal):
      writer.append(Kind.killed.rawValue)
      writer.append(signal)
    case .timeout(let seconds, let isBeforeSound):
      writer.append((isBeforeSound ? Kind.timeoutBeforeSound : .timeout).rawValue)
      writer.append(seconds)
    case .waited(let seconds):
      writer.append(Kind.waited.rawValue)
      writer.append(seconds)
    case .outOfMemory(let megabytes):
      writer.append(Kind.outOfMemory.rawValue)
      writer.append(Int64(megabytes))
    case .unreadable(let error):
      writer.append(Kind.unreadable.rawValue)
      writer.append(error)
    case .beyondEnd(let seconds):
      writer.append(Kind.beyondEnd.rawValue)
      writer.append(seconds)
    case .changed: writer.append(Kind.changed.rawValue)
    case .notSplittable: writer.append(Kind.notSplittable.rawValue)
    case .cancelled, .noWorker: writer.append(Kind.other.rawValue)
    }
  }

  private static func append(_ failure: AudioFailure, to writer: inout ByteWriter) {
    switch failure {
    case .empty: writer.append(Kind.empty.rawValue)
    case .gitLFSPointer: writer.append(Kind.gitLFSPointer.rawValue)
    case .notAudio(let what):
      writer.append(Kind.notAudio.rawValue)
      writer.append(what)
    case .unsupported(let what):
      writer.append(Kind.unsupported.rawValue)
      writer.append(what)
    case .corrupt(let detail):
      writer.append(Kind.corrupt.rawValue)
      writer.append(detail)
    case .outOfLimits(let bound, let found, let limit):
      writer.append(Kind.outOfLimits.rawValue)
      writer.append(bound.rawValue)
      writer.append(Int64(found))
      writer.append(Int64(limit))
    case .tooLong(let hours, let limit):
      writer.append(Kind.tooLong.rawValue)
      writer.append(hours)
      writer.append(limit)
    case .tooMuchWork(let limit):
      writer.append(Kind.tooMuchWork.rawValue)
      writer.append(Int64(limit))
    case .unreadable(let error):
      writer.append(Kind.unreadableAudio.rawValue)
      writer.append(error)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    guard let kind = Kind(rawValue: try reader.integer()) else { throw MalformedBytes() }
    switch kind {
    case .empty: self = .audio(.empty)
    case .gitLFSPointer: self = .audio(.gitLFSPointer)
    case .notAudio: self = .audio(.notAudio(what: try reader.text()))
    case .unsupported: self = .audio(.unsupported(what: try reader.text()))
    case .corrupt: self = .audio(.corrupt(detail: try reader.text()))
    case .outOfLimits:
      guard let bound = AudioLimits.Bound(rawValue: try reader.text()) else {
        throw MalformedBytes()
      }
      let found = Int(try reader.integer(Int64.self))
      let limit = Int(try reader.integer(Int64.self))
      self = .audio(.outOfLimits(bound, found: found, limit: limit))
    case .tooLong:
      let hours = try reader.double()
      self = .audio(.tooLong(hours: hours, limit: try reader.double()))
    case .tooMuchWork:
      self = .audio(.tooMuchWork(samplesPerByte: try reader.count(in: 1...Int.max)))
    case .unreadableAudio: self = .audio(.unreadable(errno: try reader.integer()))
    case .ffmpegFailed:
      let what = try reader.text()
      let reason = try reader.optional { reader throws(MalformedBytes) in try reader.text() }
      self = .ffmpegFailed(what: what, reason: reason)
    case .crashed: self = .crashed(signal: try reader.integer())
    case .killed: self = .killed(signal: try reader.integer())
    case .timeout: self = .timeout(processorSeconds: try reader.double())
    case .timeoutBeforeSound:
      self = .timeout(processorSeconds: try reader.double(), beforeSound: true)
    case .waited: self = .waited(seconds: try reader.double())
    case .outOfMemory: self = .outOfMemory(megabytes: try reader.count(in: 0...Int.max))
    case .unreadable: self = .unreadable(errno: try reader.integer())
    case .beyondEnd: self = .beyondEnd(seconds: try reader.double())
    case .changed: self = .changed
    case .notSplittable, .other: self = .notSplittable
    }
  }
}
