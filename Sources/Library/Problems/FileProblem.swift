package import Decoding
package import WavethumbSystem

/// The reason why a path has no picture; `ProblemText` has its code, cause and cure.
package enum FileProblem: Error, Sendable, Equatable {
  /// The kind of a path that is not a file, as words for a message.
  package enum NonFile: String, Sendable {
    case pipe = "a named pipe, not a file"
    case socket = "a socket, not a file"
    case device = "a device, not a file"
    case danglingLink = "a broken link"
    case linkLoop = "a circular link"
    case folder = "a folder, not a file"

    package init(_ kind: FileStatus.Kind) {
      self =
        switch kind {
        case .pipe: .pipe
        case .socket: .socket
        case .folder: .folder
        case .link: .danglingLink
        case .device, .file: .device
        }
    }
  }

  /// The file could not be opened, read or decoded.
  case decoding(DecodeFailure)
  case unreadableFolder(errno: CInt)
  case notAFile(NonFile)
  case writeFailed(errno: CInt)
  /// The name of its picture belongs to a file that wavethumb did not make.
  case foreignPicture
  /// The file system does not distinguish its picture's name from that of another recording.
  case sharedName([UInt8])
  /// Data files cannot hold this many channels; its pictures are drawn.
  case tooManyChannels

  package static func unreadable(errno: CInt) -> FileProblem {
    .decoding(.unreadable(errno: errno))
  }
}
