import Glibc

/// One run of the real binary, with its exit status and output.
struct CommandRun {
  let status: CInt
  let output: [UInt8]
  /// Standard error, without the lines that name files written by render.
  let errorOutput: String
  /// The files named in those lines.
  let wrote: [String]

  /// Standard output.
  var text: String { String(decoding: output, as: UTF8.self) }
  /// The lines of standard output that are not empty.
  var lines: [Substring] { text.split(separator: "\n") }
  /// The lines of `errorOutput` that are not empty.
  var errorLines: [Substring] { errorOutput.split(separator: "\n") }

  /// Runs wavethumb in a folder, with arguments as bytes and an otherwise empty environment. Only
  /// with `--ffmpeg` does it find the ffmpeg that some machines have.
  init(
    _ arguments: [[UInt8]],
    in folder: String = "/",
    input: [UInt8] = [],
    environment: [String: String] = [:]
  ) throws {
    let needsFFmpeg = arguments.contains(Array("--ffmpeg".utf8))
    let path = needsFFmpeg ? "/usr/bin:/bin" : "/nowhere"
    try self.init(
      program: [Array(ProcessSetup.binary.utf8)] + arguments,
      in: folder,
      input: input,
      environment: ["PATH": path].merging(environment) { $1 }
    )
  }

  /// Runs a shell script in a folder, for at most ten minutes.
  // The folder is the home as well, so that no test sees the cache of the user.
  init(script: String, in folder: String, input: [UInt8] = []) throws {
    let command = ["timeout", "-k", "1", "600", "sh", "-c", script]
    try self.init(
      program: command.map { Array($0.utf8) },
      in: folder,
      input: input,
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder]
    )
  }

  /// Runs wavethumb with the words of a line, which has no quotes.
  init(_ line: String, in folder: String = "/", environment: [String: String] = [:]) throws {
    let arguments = line.split(separator: " ").map { Array($0.utf8) }
    try self.init(arguments, in: folder, environment: environment)
  }

  private init(
    program command: [[UInt8]],
    in folder: String,
    input: [UInt8],
    environment: [String: String]
  ) throws {
    // Files, not pipes: a command that prints more than a pipe holds would wait for a reader.
    let inputFile = try Spool(input)
    let outputFile = try Spool()
    let errorFile = try Spool()
    let setup = ProcessSetup()
    setup.enter(folder)
    setup.connect(inputFile.descriptor, to: STDIN_FILENO)
    setup.connect(outputFile.descriptor, to: STDOUT_FILENO)
    setup.connect(errorFile.descriptor, to: STDERR_FILENO)
    status = try setup.run(program: command, environment: environment)
    output = outputFile.contents()

    // Most tests expect no error output at all, and the names of files that were written are no error.
    let mark = "wavethumb: wrote "
    let messages = String(decoding: errorFile.contents(), as: UTF8.self)
    let lines = messages.split(separator: "\n", omittingEmptySubsequences: false)
    errorOutput = lines.filter { !$0.hasPrefix(mark) }.joined(separator: "\n")
    wrote = lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }
}

/// An anonymous file as standard input or output of a command.
final class Spool {
  let descriptor: CInt

  /// Creates a file with these contents, to be read from its beginning.
  init(_ contents: [UInt8] = []) throws {
    var name = Array("/tmp/wavethumb-spool-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw ProcessSetup.Failure.noSpool(errno: errno) }
    _ = unsafe unlink(name)
    // Another command that starts meanwhile must not inherit it.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = unsafe contents.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  /// Returns all that was written into it.
  func contents() -> [UInt8] {
    let size = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    return Array(bytes.prefix(max(0, count)))
  }
}
