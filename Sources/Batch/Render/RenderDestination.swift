import Glibc
import Outputs
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// The destination of `render`, checked before anything is read.
///
/// An existing file named by `-o` is replaced if it is empty, was made by wavethumb, or has a format
/// that cannot hold its mark. Under a default name only files made by wavethumb are replaced.
enum RenderDestination: ~Copyable {
  /// A device or pipe, or standard output, which has no path.
  struct Stream: ~Copyable {
    let descriptor: Descriptor
    let path: RawPath?
  }

  /// A folder, and the name of the file; without one, each output has its own name.
  struct Files: ~Copyable {
    let folder: Folder
    let name: RawPath?
  }

  case stream(Stream)
  case files(Files)

  init(
    _ output: RenderOptions.Output,
    of format: OutputFormat,
    names: [RawPath],
    unlike input: borrowing RenderInput,
    replacing mayReplace: ([UInt8]) -> Bool = Self.mayBeOurs
  ) throws {
    let path: RawPath? =
      switch output {
      case .standardOutput: nil
      case .file(let path), .preparedFile(let path): RawPath(bytes: path)
      case .namedAfterInput: names[0]
      }
    do {
      switch output {
      case .standardOutput: self = try Self.standardOutput(of: format, unlike: input)
      case .file(let path):
        self = try Self.named(
          RawPath(bytes: path),
          of: format,
          unlike: input,
          replacing: mayReplace
        )
      case .preparedFile(let path):
        self = try Self.named(
          RawPath(bytes: path),
          of: format,
          unlike: input,
          replacing: mayReplace,
          isPrepared: true
        )
      case .namedAfterInput:
        let folder = try Folder(at: ".")
        for name in names {
          // Unlike under a name that was typed, an empty file stays as well.
          try Self.refuse(name, named: name, in: folder, unlike: input) { start in
            OutputList.mark(ofFileBeginning: start) == .no
          }
        }
        self = .files(Files(folder: folder, name: nil))
      }
    } catch let failure as SystemFailure {
      throw Self.lost(path, errno: failure.errno)
    }
  }

  /// Returns whether a file with these first bytes is empty or may have been made by wavethumb.
  static func mayBeOurs(_ start: [UInt8]) -> Bool {
    start.isEmpty || OutputList.mark(ofFileBeginning: start) != .no
  }

  /// Whether writing cannot be undone, as for a pipe.
  var isStream: Bool {
    borrowing get {
      switch self {
      case .stream: true
      case .files: false
      }
    }
  }

  borrowing func write(_ output: any Output, of recording: OutputSource, as name: RawPath) throws {
    switch self {
    case .stream(let stream): try Self.send(output, of: recording, to: stream)
    case .files(let files):
      let isOwnName = files.name == nil
      try Self.write(
        output,
        of: recording,
        as: files.name ?? name,
        in: files.folder,
        isOwnName: isOwnName
      )
    }
  }

  private static func lost(_ path: RawPath?, errno: CInt) -> RunFailure {
    guard let path else { return .standardOutputLost(errno: errno) }
    return .fileUnwritable(path.bytes, errno: errno)
  }
}

extension RenderDestination {
  private static func standardOutput(
    of format: OutputFormat,
    unlike input: borrowing RenderInput
  ) throws -> RenderDestination {
    let name: RawPath = "standard output"
    if !format.isText, Terminal.isTerminal(STDOUT_FILENO) {
      throw RunFailure.pictureToTerminal
    }
    let descriptor = try Descriptor(duplicating: STDOUT_FILENO, name)
    try refuse(descriptor.status(name), of: name, unlike: input)
    return .stream(Stream(descriptor: descriptor, path: nil))
  }

  private static func named(
    _ path: RawPath,
    of format: OutputFormat,
    unlike input: borrowing RenderInput,
    replacing mayReplace: ([UInt8]) -> Bool,
    isPrepared: Bool = false
  ) throws -> RenderDestination {
    let here = try Folder(at: ".")
    let status: FileStatus
    do throws(SystemFailure) {
      status = try here.status(of: path)
    } catch {
      guard error.isMissing else { throw error }
      // A new file would replace a link that leads nowhere.
      if try here.statusIfPresent(of: path) != nil { throw RunFailure.foreignFile(path.bytes) }
      return .files(Files(folder: try Folder(at: path.parent), name: path.name))
    }
    switch status.kind {
    case .folder: throw SystemFailure(.open, errno: EISDIR, at: path)
    case .file where isPrepared && status.identity.size == 0:
      // The program that made the file keeps it open, and would not see another file renamed over
      // it.
      return .stream(Stream(descriptor: try opened(path), path: path))
    case .file:
      // Renaming onto a link would replace the link.
      guard let target = Environment.existing(path) else {
        throw SystemFailure(.open, errno: errno, at: path)
      }
      try refuse(target, named: path, in: here, unlike: input) { start in !mayReplace(start) }
      return .files(Files(folder: try Folder(at: target.parent), name: target.name))
    case .link, .pipe, .socket, .device:
      let stream = try opened(path)
      if !format.isText, Terminal.isTerminal(stream.number) {
        throw RunFailure.pictureToTerminal
      }
      return .stream(Stream(descriptor: stream, path: path))
    }
  }

  /// Opens what exists for writing, without waiting for the reader of a pipe.
  private static func opened(_ path: RawPath) throws(SystemFailure) -> Descriptor {
    try PathCall(.open, folder: AT_FDCWD, path: path)
      .open(O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)
  }

  /// Throws if what exists must be kept: no file, the input itself, or a file for which `mustStay`
  /// returns true.
  private static func refuse(
    _ path: RawPath,
    named: RawPath,
    in folder: borrowing Folder,
    unlike input: borrowing RenderInput,
    _ mustStay: ([UInt8]) -> Bool
  ) throws(RunFailure) {
    let start: [UInt8]
    do {
      let file = try folder.open(path, followingLinks: false)
      let status = try file.status(path)
      try refuse(status, of: named, unlike: input)
      guard status.kind == .file else { throw RunFailure.foreignFile(named.bytes) }
      start = try file.read(OutputMark.startLength, path)
    } catch let failure as RunFailure {
      throw failure
    } catch let failure as SystemFailure where failure.isMissing {
      return
    } catch {
      // A link, or a file that cannot be read, may be another program's.
      throw .foreignFile(named.bytes)
    }
    if mustStay(start) { throw .foreignFile(named.bytes) }
  }

  private static func refuse(
    _ status: FileStatus,
    of path: RawPath,
    unlike input: borrowing RenderInput
  ) throws(RunFailure) {
    // A terminal or the null device may be input and output at once.
    guard status.kind == .file, input.status.kind == .file,
      status.identity.inode == input.status.identity.inode,
      status.identity.device == input.status.identity.device
    else { return }
    throw .outputIsInput(path.bytes)
  }
}

extension RenderDestination {
  private static func write(
    _ output: any Output,
    of recording: OutputSource,
    as name: RawPath,
    in folder: borrowing Folder,
    isOwnName: Bool
  ) throws {
    do {
      let kind = type(of: output).format.kind
      var file = try FileWriting(AtomicFile(name, in: folder), of: kind)
      _ = try file.fill(with: output, of: recording)
      let written = file.finish()
      guard isOwnName else { return try file.commit() }
      // Asked once more: since the first look, which was before decoding, another program may have made
      // a file of that name.
      let existing = try Ownership.of(name, in: folder) { there, _ throws(SystemFailure) in
        if try there.writtenFile(kind, at: name) == written { return .due }
        let start = try there.read(OutputMark.startLength, name)
        return OutputList.mark(ofFileBeginning: start) == .yes ? .ours : .foreign
      }
      switch existing {
      case .missing, .ours: try file.commit()
      case .due: return
      case .foreign: throw RunFailure.foreignFile(name.bytes)
      }
    } catch let failure as SystemFailure {
      throw RunFailure.fileUnwritable(name.bytes, errno: failure.errno)
    }
  }

  /// Writes bytes to a pipe or socket; a closed reader is not an error.
  private static func send(
    _ output: any Output,
    of recording: OutputSource,
    to stream: borrowing Stream
  ) throws {
    var channel = OutputChannel(stream.descriptor.number)
    do throws(OutputFailure) {
      _ = try output.write(recording) { bytes throws(OutputFailure) in
        if recording.isStopped() { throw .stopped }
        channel.write(bytes)
        if channel.failure != nil { throw .rejected }
      }
    } catch {
      // If nobody takes the bytes, the channel has the reason. A pattern behind `catch` would be
      // shorter, but Swift 6.2 crashes at it.
      guard case .rejected = error else { throw error }
    }
    channel.flush()
    if let number = channel.failure, !channel.hasNoListener {
      throw lost(stream.path, errno: number)
    }
  }
}
