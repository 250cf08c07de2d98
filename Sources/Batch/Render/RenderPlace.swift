import Glibc
import Library
import Outputs
import System

/// The destination of `render`, checked before anything is read.
///
/// An existing file named by `-o` is replaced if it is empty, was made by wavethumb, or has a format
/// that cannot hold its mark. Under a default name only files made by wavethumb are replaced.
enum RenderPlace: ~Copyable {
  /// Standard output, or a device or pipe.
  struct Stream: ~Copyable {
    let descriptor: Descriptor
    let failure: @Sendable (CInt) -> RunFailure
  }

  struct NamedFile: ~Copyable {
    let name: RawPath
    let folder: Folder
  }

  case stream(Stream)
  case file(NamedFile)
  case folder(Folder)

  init(
    _ output: RenderOptions.Output, of format: OutputFormat, names: [RawPath],
    _ input: borrowing RenderInput, replacing mayReplace: ([UInt8]) -> Bool = Self.mayBeOurs
  ) throws(JobStop) {
    switch output {
    case .standardOutput: self = try Self.standardOutput(format, input)
    case .file(let path): self = try Self.named(RawPath(bytes: path), format, input, mayReplace)
    case .preparedFile(let path):
      self = try Self.named(RawPath(bytes: path), format, input, mayReplace, isPrepared: true)
    case .namedAfterInput:
      let folder = try Self.failing(names[0]) { _ throws(SystemFailure) in try Folder(at: ".") }
      for name in names {
        try Self.refuse(name, named: name, in: folder, input) {
          OutputList.ownership(ofFileBeginning: $0) == .no
        }
      }
      self = .folder(folder)
    }
  }

  /// Returns whether a file with these first bytes is empty or may have been made by wavethumb.
  static func mayBeOurs(_ start: [UInt8]) -> Bool {
    start.isEmpty || OutputList.ownership(ofFileBeginning: start) != .no
  }

  /// Whether writing cannot be undone, as for a pipe.
  var isStream: Bool {
    borrowing get {
      switch self {
      case .stream: true
      case .file: false
      case .folder: false
      }
    }
  }

  borrowing func put(
    _ output: any Output, of recording: OutputSource, as name: RawPath
  ) throws(JobStop) {
    switch self {
    case .stream(let stream): try Self.send(output, recording, to: stream)
    case .file(let file): try Self.write(output, recording, as: file.name, in: file.folder)
    case .folder(let folder):
      try Self.write(output, recording, as: name, in: folder, isOwnName: true)
    }
  }
}

extension RenderPlace {
  private static func standardOutput(
    _ format: OutputFormat, _ input: borrowing RenderInput
  ) throws(JobStop) -> RenderPlace {
    if !format.isText, Terminal.isTerminal(STDOUT_FILENO) { throw .refused(.pictureToTerminal) }
    let copy = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
    if copy < 0 { throw .run(.standardOutputLost(errno: errno)) }
    let descriptor = Descriptor(owning: copy)
    let status: FileStatus
    do {
      status = try descriptor.status("standard output")
    } catch {
      throw .run(.standardOutputLost(errno: error.errno))
    }
    try refuse(status, "standard output", input)
    return .stream(Stream(descriptor: descriptor) { .standardOutputLost(errno: $0) })
  }

  private static func named(
    _ path: RawPath, _ format: OutputFormat, _ input: borrowing RenderInput,
    _ mayReplace: ([UInt8]) -> Bool, isPrepared: Bool = false
  ) throws(JobStop) -> RenderPlace {
    let here = try failing(path) { _ throws(SystemFailure) in try Folder(at: ".") }
    let status: FileStatus
    do {
      status = try here.status(of: path)
    } catch  where error.isMissing {
      // A new file would replace a link that leads nowhere.
      let isLink = try failing(path) { path throws(SystemFailure) in
        try here.statusIfPresent(of: path) != nil
      }
      if isLink { throw .run(.foreignFile(path.bytes)) }
      return try .file(named(path.name, in: path.parent, for: path))
    } catch {
      throw .refused(.outputUnwritable(path.bytes, errno: error.errno))
    }
    switch status.kind {
    case .folder: throw .refused(.outputUnwritable(path.bytes, errno: EISDIR))
    case .file where isPrepared && status.identity.size == 0:
      // The program that made the file keeps it open, and would not see another file renamed over
      // it.
      return try .stream(opened(path))
    case .file:
      // Renaming onto a link would replace the link.
      guard let target = Environment.existing(path) else {
        throw .refused(.outputUnwritable(path.bytes, errno: errno))
      }
      try refuse(target, named: path, in: here, input) { !mayReplace($0) }
      return try .file(named(target.name, in: target.parent, for: path))
    case .link, .pipe, .socket, .device:
      let stream = try opened(path)
      if !format.isText, Terminal.isTerminal(stream.descriptor.number) {
        throw .refused(.pictureToTerminal)
      }
      return .stream(stream)
    }
  }

  private static func opened(_ path: RawPath) throws(JobStop) -> Stream {
    // A pipe without a reader is not waited for.
    let flags = O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let stream = try failing(path) { path throws(SystemFailure) in
      try PathCall(.open, folder: AT_FDCWD, path: path).open(flags)
    }
    return Stream(descriptor: stream) { .render(.outputUnwritable(path.bytes, errno: $0)) }
  }

  private static func named(
    _ name: RawPath, in folder: RawPath, for path: RawPath
  ) throws(JobStop) -> NamedFile {
    let folder = try failing(path) { _ throws(SystemFailure) in try Folder(at: folder) }
    return NamedFile(name: name, folder: folder)
  }

  /// Throws if what exists must be kept: no file, the input itself, or a file for which `mustStay`
  /// returns true.
  private static func refuse(
    _ path: RawPath, named: RawPath, in folder: borrowing Folder, _ input: borrowing RenderInput,
    _ mustStay: ([UInt8]) -> Bool
  ) throws(JobStop) {
    let start: [UInt8]
    do {
      let file = try folder.open(path, followingLinks: false)
      let status = try file.status(path)
      try refuse(status, named, input)
      guard status.kind == .file else { throw JobStop.run(.foreignFile(named.bytes)) }
      start = try file.read(Ownership.startLength, path)
    } catch let stop as JobStop {
      throw stop
    } catch let failure as SystemFailure where failure.isMissing {
      return
    } catch {
      // A link, or a file that cannot be read, may be another program's.
      throw .run(.foreignFile(named.bytes))
    }
    if mustStay(start) { throw .run(.foreignFile(named.bytes)) }
  }

  private static func refuse(
    _ status: FileStatus, _ path: RawPath, _ input: borrowing RenderInput
  ) throws(JobStop) {
    // A terminal or the null device may be input and output at once.
    guard status.kind == .file, input.status.kind == .file,
      status.identity.inode == input.status.identity.inode,
      status.identity.device == input.status.identity.device
    else { return }
    throw .refused(.outputIsInput(path.bytes))
  }
}

extension RenderPlace {
  private static func write(
    _ output: any Output, _ recording: OutputSource, as name: RawPath,
    in folder: borrowing Folder, isOwnName: Bool = false
  ) throws(JobStop) {
    do {
      var file = try FileWriting(AtomicFile(name, in: folder), type(of: output).format.kind)
      _ = try file.fill(output, recording)
      let written = file.finish()
      guard isOwnName, let there = try unmarked(name, in: folder) else { return try file.commit() }
      if there != written { throw JobStop.run(.foreignFile(name.bytes)) }
    } catch {
      throw JobStop(error) { .refused(.outputUnwritable(name.bytes, errno: $0.errno)) }
    }
  }

  /// Returns the existing file of a format without a mark: it is ours if it has exactly the bytes
  /// to be written.
  private static func unmarked(
    _ name: RawPath, in folder: borrowing Folder
  ) throws(SystemFailure) -> WrittenFile? {
    guard folder.fileSize(of: name) != nil else { return nil }
    let file = try folder.open(name)
    let start = try file.read(Ownership.startLength, name)
    guard OutputList.ownership(ofFileBeginning: start) == .askTheJournal else { return nil }
    return try file.writtenFile(.data, name)
  }

  /// Writes bytes to a pipe or socket; a closed reader is not an error.
  private static func send(
    _ output: any Output, _ recording: OutputSource, to stream: borrowing Stream
  ) throws(JobStop) {
    var channel = OutputChannel(.descriptor(stream.descriptor.number))
    do throws(OutputFailure) {
      _ = try output.write(recording) { bytes throws(OutputFailure) in
        if recording.isStopped() { throw .stopped }
        channel.write(bytes)
        if channel.failure != nil { throw .notTaken }
      }
    } catch {
      guard case .notTaken = error else { throw JobStop(error) }
    }
    channel.flush()
    if let number = channel.failure, !channel.hasNoListener { throw .run(stream.failure(number)) }
  }

  private static func failing<Value: ~Copyable>(
    _ path: RawPath, _ body: (RawPath) throws(SystemFailure) -> Value
  ) throws(JobStop) -> Value {
    do {
      return try body(path)
    } catch {
      throw .refused(.outputUnwritable(path.bytes, errno: error.errno))
    }
  }
}
