import Waveform

/// Why there is no picture of one path; the sentence is `ProblemSentences`'s.
public enum FileProblem: Error, Sendable, Hashable {
  /// What stands where a file was expected.
  public enum Impostor: Sendable, Hashable {
    case pipe, socket, device, danglingLink, linkLoop, folder
  }

  /// What became of ffmpeg, which reads what the libraries cannot.
  public enum FFmpeg: Sendable, Hashable {
    case notAsked
    /// It said why, or nothing.
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
  /// `--range` begins after its end.
  case beyondEnd(seconds: Double)
  case timeout(processorSeconds: Double)
  case waited(seconds: Double)
  case crashed(signal: CInt)
  case changed
  case unreadable(errno: CInt)
  case unreadableFolder(errno: CInt)
  case notAFile(Impostor)
  case writeFailed(errno: CInt)
  /// What the manifest of an earlier run says of a file that has not changed since.
  case remembered(code: String, message: String)
  /// A picture that wavethumb did not draw has the name of one that it would.
  case foreignPicture

  /// The code of the manifest.
  public var code: String {
    switch self {
    case .remembered(let code, _): code
    case .empty: "empty"
    case .notAudio: "not-audio"
    case .gitLFSPointer: "git-lfs-pointer"
    case .unsupported: "unsupported"
    case .corrupt: "corrupt"
    case .outOfLimits, .outOfMemory, .beyondEnd: "out-of-limits"
    case .tooLong: "too-long"
    case .timeout: "timeout"
    case .crashed: "crashed"
    case .changed: "changed"
    case .waited, .unreadable, .unreadableFolder: "unreadable"
    case .notAFile: "not-a-file"
    case .writeFailed, .foreignPicture: "write-failed"
    }
  }

  public var status: OutcomeStatus {
    code == OutcomeStatus.unsupported.rawValue ? .unsupported : .failed
  }

  /// Whether `--ffmpeg` might help, also where only the manifest says so.
  var waitsForFFmpeg: Bool {
    switch self {
    case .unsupported(_, .notAsked): true
    case .remembered(_, let message): message.hasSuffix("\(ProblemSentences.askForFFmpeg).")
    default: false
    }
  }

  /// One sentence or two: the cause, and the cure where there is one.
  public var message: String {
    message(curedBy: ProblemSentences.cure(self))
  }

  func message(curedBy cure: String?) -> String {
    if case .remembered(_, let message) = self { return message }
    let cause = [ProblemSentences.cause(self), detail].compactMap(\.self).joined(separator: ": ")
    let sentence = cause.prefix(1).uppercased() + cause.dropFirst()
    return [sentence, cure].compactMap { $0.map { "\($0)." } }
      .joined(separator: " ")
  }

  /// What differs between files that fail for the same cause.
  var detail: String? {
    switch self {
    case .remembered(_, let message): RememberedMessage(message).detail
    case .corrupt(let detail):
      // Libraries end their words as they like.
      detail.map { ShownName.text($0.utf8.prefix(200).trimmingSuffix(while: " .\n".utf8.contains)) }
    case .unsupported(_, .failed(let reason)):
      reason.map {
        ShownName.text($0.utf8.prefix(200).trimmingSuffix(while: " .\n".utf8.contains))
      }
    case .outOfLimits(let what, let found, let limit):
      ShownName.text("\(Self.grouped(found)) \(what), and \(Self.grouped(limit)) is the limit".utf8)
    case .beyondEnd(let seconds): "it lasts \(WaveformTime.spoken(seconds))"
    default: nil
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
