import Codecs
package import Decoding
import Waveform

/// The result of a recording.
package enum OutcomeStatus: String, CaseIterable, Sendable {
  case ok
  case failed
  case unsupported

  /// How a recording with a problem of that code ended.
  init(ofCode code: String) {
    self = code == OutcomeStatus.unsupported.rawValue ? .unsupported : .failed
  }
}

/// The reason why a path has no picture; its message is in `ProblemSentences`.
package enum FileProblem: Error, Sendable, Hashable {
  /// The kind of a path that is not a file.
  package enum NonFile: Sendable, Hashable {
    case pipe, socket, device, danglingLink, linkLoop, folder
  }

  /// The state of ffmpeg for a format that the libraries cannot read.
  package enum FFmpeg: Sendable, Hashable {
    case notAsked
    /// ffmpeg failed, with its message if any.
    case failed(reason: String?)
  }

  case empty
  case notAudio(looksLike: String?)
  case gitLFSPointer
  case unsupported(format: String?, ffmpeg: FFmpeg)
  case corrupt(detail: String?)
  case outOfLimits(what: String, found: String, limit: String)
  case outOfMemory(megabytes: Int)
  case tooLong(limitHours: Double)
  /// It has more samples per byte than any real recording.
  case tooMuchWork(samplesPerByte: Int)
  /// `--range` begins after its end.
  case beyondEnd(seconds: Double)
  /// The decoder made no progress within its time limit, or within the limit before the first
  /// samples.
  case timeout(processorSeconds: Double, beforeSound: Bool = false)
  case waited(seconds: Double)
  case crashed(signal: CInt)
  /// The system or a user killed the decoder.
  case killed(signal: CInt)
  case changed
  case unreadable(errno: CInt)
  case unreadableFolder(errno: CInt)
  case notAFile(NonFile)
  case writeFailed(errno: CInt)
  /// The name of its picture belongs to a file that wavethumb did not make.
  case foreignPicture
  /// Data files cannot hold this many channels; its pictures are drawn.
  case tooManyChannels

  package var code: String {
    switch self {
    case .empty: "empty"
    case .notAudio: "not-audio"
    case .gitLFSPointer: "git-lfs-pointer"
    case .unsupported: "unsupported"
    case .corrupt: "corrupt"
    case .outOfLimits, .outOfMemory, .beyondEnd, .tooMuchWork, .tooManyChannels: "out-of-limits"
    case .tooLong: "too-long"
    case .timeout: "timeout"
    case .crashed: "crashed"
    case .killed: "killed"
    case .changed: "changed"
    case .waited, .unreadable, .unreadableFolder: "unreadable"
    case .notAFile: "not-a-file"
    case .writeFailed, .foreignPicture: "write-failed"
    }
  }

  package var status: OutcomeStatus { OutcomeStatus(ofCode: code) }

  /// Whether the same content fails again, so that it need not be tried; otherwise the machine is
  /// at fault.
  package var isContentFault: Bool {
    switch self {
    case .empty, .notAudio, .gitLFSPointer, .unsupported, .corrupt, .outOfLimits, .outOfMemory,
      .tooLong, .tooMuchWork, .beyondEnd, .timeout, .crashed, .tooManyChannels:
      true
    case .waited, .killed, .changed, .unreadable, .unreadableFolder, .notAFile, .writeFailed,
      .foreignPicture:
      false
    }
  }

  /// The limit that the file exceeds, if it can be raised.
  package var limit: RememberedProblem.Limit? {
    switch self {
    case .timeout(let seconds, _): .timeout(seconds: seconds)
    case .outOfMemory(let megabytes): .memory(megabytes: megabytes)
    case .tooLong(let hours): .duration(hours: hours)
    case .tooMuchWork(let samples): .work(samplesPerByte: samples)
    case .empty, .notAudio, .gitLFSPointer, .unsupported, .corrupt, .outOfLimits, .beyondEnd,
      .waited, .crashed, .killed, .changed, .unreadable, .unreadableFolder, .notAFile,
      .writeFailed, .foreignPicture, .tooManyChannels:
      nil
    }
  }

  package var isOfFolder: Bool {
    if case .unreadableFolder = self { true } else { false }
  }

  /// Whether `--ffmpeg` might help.
  package var waitsForFFmpeg: Bool {
    if case .unsupported(_, .notAsked) = self { true } else { false }
  }

  /// The cause, and the cure if there is one.
  package var message: String { message(curedBy: ProblemSentences.cure(self)) }

  /// The message for a single recording.
  package var loneMessage: String { message(curedBy: ProblemSentences.cure(self, isAlone: true)) }

  private func message(curedBy cure: String?) -> String {
    let cause = [ProblemSentences.cause(self), detail].compactMap(\.self).joined(separator: ": ")
    let sentence = cause.prefix(1).uppercased() + cause.dropFirst()
    return [sentence, cure].compactMap { $0.map { "\($0)." } }
      .joined(separator: " ")
  }

  /// The detail that differs between files with the same cause.
  package var detail: String? {
    switch self {
    case .corrupt(let words), .unsupported(_, .failed(reason: let words)):
      // Messages of libraries end differently.
      words.map {
        PrintableName.text($0.utf8.prefix(200).trimmingSuffix(while: " .\n".utf8.contains))
      }
    case .outOfLimits(let what, let found, let limit):
      PrintableName.text(
        "\(Self.grouped(found)) \(what), and \(Self.grouped(limit)) is the limit".utf8)
    case .beyondEnd(let seconds): "it lasts \(WaveformTime.spoken(seconds))"
    case .empty, .notAudio, .gitLFSPointer, .unsupported(_, .notAsked), .outOfMemory, .tooLong,
      .tooMuchWork, .timeout, .waited, .crashed, .killed, .changed, .unreadable, .unreadableFolder,
      .notAFile,
      .writeFailed, .foreignPicture, .tooManyChannels:
      nil
    }
  }

  private static func grouped(_ number: String) -> String {
    Int(number).map(Numerals.grouped) ?? number
  }
}

extension Collection where SubSequence: BidirectionalCollection {
  fileprivate func trimmingSuffix(while isIdle: (Element) -> Bool) -> SubSequence {
    var kept = self[...]
    while let last = kept.last, isIdle(last) { kept.removeLast() }
    return kept
  }
}

extension FileProblem {
  package init(_ failure: DecodeFailure) {
    self =
      switch failure {
      case .audio(let audio): FileProblem(audio)
      case .ffmpegFailed(let what, let reason):
        .unsupported(format: what, ffmpeg: .failed(reason: reason))
      case .crashed(let signal): .crashed(signal: signal)
      case .killed(let signal): .killed(signal: signal)
      case .timeout(let seconds, let isBeforeSound):
        .timeout(processorSeconds: seconds, beforeSound: isBeforeSound)
      case .waited(let seconds): .waited(seconds: seconds)
      case .outOfMemory(let megabytes): .outOfMemory(megabytes: megabytes)
      case .beyondEnd(let seconds): .beyondEnd(seconds: seconds)
      case .changed: .changed
      case .unreadable(let number): .unreadable(errno: number)
      case .notSplittable, .cancelled, .noWorker: .crashed(signal: 0)
      }
  }

  private init(_ failure: AudioFailure) {
    self =
      switch failure {
      case .empty: .empty
      case .notAudio(let what): .notAudio(looksLike: what.isEmpty ? nil : what)
      case .gitLFSPointer: .gitLFSPointer
      case .unsupported(let what): .unsupported(format: what, ffmpeg: .notAsked)
      case .corrupt(let detail): .corrupt(detail: detail.isEmpty ? nil : detail)
      case .outOfLimits(let bound, let found, let limit):
        .outOfLimits(what: bound.words, found: "\(found)", limit: "\(limit)")
      case .tooLong(_, let limit): .tooLong(limitHours: limit)
      case .tooMuchWork(let limit): .tooMuchWork(samplesPerByte: limit)
      case .unreadable(let number): .unreadable(errno: number)
      }
  }
}

extension AudioLimits.Bound {
  fileprivate var words: String {
    switch self {
    case .channels: "channels"
    case .sampleRate: "Hz"
    }
  }
}
