import Glibc
import Library
import System

/// The recording of `render`: open, but not read yet.
struct RenderInput: ~Copyable {
  /// The name in messages; its last component is used in the names of pictures.
  let name: RawPath
  let descriptor: Descriptor
  let status: FileStatus
  /// Whether it can only be read once, from its current position.
  let isStream: Bool

  static func name(of input: RenderOptions.Input) -> RawPath {
    switch input {
    case .file(let path): RawPath(bytes: path)
    case .standardInput: "standard input"
    }
  }

  init(_ input: RenderOptions.Input) throws(JobStop) {
    let name = Self.name(of: input)
    let isStandard = input == .standardInput
    let descriptor = isStandard ? try Self.standardInput() : try Self.opened(name)
    let status = try descriptor.recordingStatus(name)
    // Only standard input is waited for, as a named pipe may have no writer.
    let isReadable =
      isStandard
      ? status.kind != .folder && !Terminal.isTerminal(descriptor.number) : status.kind == .file
    guard isReadable else { throw .problem(.notAFile(.init(status.kind))) }
    // A shell may have read the beginning of the file already.
    isStream = isStandard && (status.kind != .file || lseek(descriptor.number, 0, SEEK_CUR) != 0)
    self.name = name
    self.descriptor = descriptor
    self.status = status
  }

  /// Returns the first bytes, without advancing.
  borrowing func read(_ count: Int) throws(JobStop) -> [UInt8] {
    let count = min(count, Int(clamping: status.identity.size))
    return try JobStop.reading { () throws(SystemFailure) in try descriptor.read(count, name) }
  }

  private static func opened(_ path: RawPath) throws(JobStop) -> Descriptor {
    do {
      return try Folder(at: ".").open(path)
    } catch {
      switch error.errno {
      case ENOENT, ENOTDIR: throw .refused(.inputMissing(path.bytes))
      case ENXIO: throw .problem(.notAFile(.socket))
      default: throw .problem(.unreadable(errno: error.errno))
      }
    }
  }

  private static func standardInput() throws(JobStop) -> Descriptor {
    let copy = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
    if copy < 0 { throw .problem(.unreadable(errno: errno)) }
    return Descriptor(owning: copy)
  }
}
