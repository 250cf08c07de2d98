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
    let path = arguments.contains(Array("--ffmpeg".utf8)) ? "/usr/bin:/bin" : "/nowhere"
    try self.init(
      program: [Array(ProcessSetup.binary.utf8)] + arguments,
      in: folder,
      input: input,
      environment: ["PATH": path].merging(environment) { $1 }
    )
  }

  /// Runs a shell script in a folder, for at most ten minutes.
  init(script: String, in folder: String, input: [UInt8] = []) throws {
    let command = ["timeout", "-k", "1", "600", "sh", "-c", script]
    try self.init(
      program: command.map { Array($0.utf8) },
      in: folder,
      input: input,
      environment: ["PATH": "/usr/bin:/bin", "HOME": folder]
    )
  }

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
    let files = try (input: Spool(input), output: Spool(), errorOutput: Spool())
    let plan = ProcessSetup()
    plan.enter(folder)
    plan.connect(files.input.descriptor, to: 0)
    plan.connect(files.output.descriptor, to: 1)
    plan.connect(files.errorOutput.descriptor, to: 2)
    status = try plan.run(program: command, environment: environment)
    output = files.output.contents()
    let mark = "wavethumb: wrote "
    let lines = String(decoding: files.errorOutput.contents(), as: UTF8.self)
      .split(separator: "\n", omittingEmptySubsequences: false)
    self.errorOutput = lines.filter { !$0.hasPrefix(mark) }.joined(separator: "\n")
    wrote = lines.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }
}

/// An anonymous file as standard input or output of a command.
final class Spool {
  let descriptor: CInt

  init(_ contents: [UInt8] = []) throws {
    var name = Array("/tmp/wavethumb-spool-XXXXXX".utf8CString)
    descriptor = unsafe mkstemp(&name)
    guard descriptor >= 0 else { throw ProcessSetup.Failure.noSpool(errno: errno) }
    _ = unsafe unlink(name)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = unsafe contents.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    lseek(descriptor, 0, SEEK_SET)
  }

  deinit { close(descriptor) }

  func contents() -> [UInt8] {
    let size = max(0, Int(lseek(descriptor, 0, SEEK_END)))
    var bytes = [UInt8](repeating: 0, count: size)
    let count = unsafe bytes.withUnsafeMutableBytes {
      unsafe pread(descriptor, $0.baseAddress, $0.count, 0)
    }
    return Array(bytes.prefix(max(0, count)))
  }
}
