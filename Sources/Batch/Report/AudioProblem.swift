import Codecs
import Glibc

extension FileProblem {
  /// The failure of a decoder as users are told of it.
  init(_ failure: AudioFailure) {
    self =
      switch failure {
      case .empty: .empty
      case .notAudio(let what): .notAudio(looksLike: what.isEmpty ? nil : what)
      case .gitLFSPointer: .gitLFSPointer
      case .unsupported(let what):
        .unsupported(format: what.isEmpty ? nil : what, ffmpeg: .notAsked)
      case .corrupt(let detail): .corrupt(detail: detail.isEmpty ? nil : detail)
      case .outOfLimits(let bound, let found, let limit):
        .outOfLimits(what: Self.unit(of: bound), found: found, limit: limit)
      case .tooLong(_, let limit): .tooLong(limitHours: limit)
      case .unreadable(let number): .unreadable(errno: number)
      }
  }

  /// Whether the same content fails again, so that it need not be tried.
  public var isOfContent: Bool {
    switch self {
    case .empty, .notAudio, .gitLFSPointer, .unsupported, .corrupt, .outOfLimits, .outOfMemory,
      .tooLong, .timeout:
      true
    // Decoders do not kill themselves: that is a system short of memory, or somebody's hand.
    case .crashed(let signal): signal != SIGKILL && signal != SIGTERM
    case .waited, .changed, .unreadable, .unreadableFolder, .notAFile, .writeFailed,
      .foreignPicture:
      false
    }
  }

  private static func unit(of bound: AudioLimits.Bound) -> String {
    switch bound {
    case .channels: "channels"
    case .sampleRate: "Hz"
    }
  }
}
