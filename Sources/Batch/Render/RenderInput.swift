import Glibc
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

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

  init(_ input: RenderOptions.Input) throws {
    let name = Self.name(of: input)
    let isStandard = input == .standardInput
    let descriptor = try Self.descriptor(of: input, named: name)
    let status = try descriptor.status(name)
    // Only standard input is waited for, as a named pipe may have no writer. A terminal would wait for
    // somebody to type a recording.
    let isReadable: Bool
    if isStandard {
      isReadable = status.kind != .folder && !Terminal.isTerminal(descriptor.number)
    } else {
      isReadable = status.kind == .file
    }
    guard isReadable else { throw FileProblem.notAFile(.init(status.kind)) }
    // A shell may have read the beginning of the file already.
    let isAtStart = status.kind == .file && lseek(descriptor.number, 0, SEEK_CUR) == 0
    isStream = isStandard && !isAtStart
    self.name = name
    self.descriptor = descriptor
    self.status = status
  }

  /// Returns the first bytes, without advancing.
  borrowing func read(_ count: Int) throws(SystemFailure) -> [UInt8] {
    try descriptor.read(min(count, Int(clamping: status.identity.size)), name)
  }

  private static func descriptor(
    of input: RenderOptions.Input,
    named name: RawPath
  ) throws -> Descriptor {
    switch input {
    case .standardInput: try Descriptor(duplicating: STDIN_FILENO, name)
    case .file: try opened(name)
    }
  }

  private static func opened(_ path: RawPath) throws -> Descriptor {
    do throws(SystemFailure) {
      return try Folder(at: ".").open(path)
    } catch {
      switch error.errno {
      case ENOENT, ENOTDIR: throw RunFailure.inputMissing(path.bytes)
      case ENXIO: throw FileProblem.notAFile(.socket)
      default: throw error
      }
    }
  }
}
