import CSandbox
import Glibc
import WavethumbSystem

/// The calls around ffmpeg that need `unsafe`.
enum FFmpegSystem {
  /// Returns the status of an executable program, or nil if there is none.
  static func executable(_ path: RawPath) -> FileStatus? {
    path.withTerminatedBytes { name in
      var found = stat()
      guard unsafe stat(name, &found) == 0, unsafe access(name, X_OK) == 0 else { return nil }
      let status = FileStatus(found)
      return status.kind == .file ? status : nil
    }
  }

  /// Returns whether child processes may use this much processor time.
  static func allows(processorSeconds seconds: Double) -> Bool {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit) == 0 else {
      return true
    }
    return Double(limit.rlim_max) >= seconds
  }

  /// Whether a program may use all the memory of its sandbox: the user may have set a lower limit.
  static var allowsMemory: Bool {
    let memory = FFmpegSandbox.memory
    guard allows(RLIMIT_DATA, memory), allows(RLIMIT_AS, FFmpegSandbox.addressSpace) else {
      return false
    }
    // The system may refuse memory without a limit that one can ask for.
    return AddressSpace.canMap(bytes: Int(memory))
  }

  private static func allows(_ resource: __rlimit_resource, _ bytes: UInt64) -> Bool {
    var limit = rlimit()
    guard unsafe getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return true }
    return UInt64(limit.rlim_max) >= bytes
  }

  /// The path by which ffmpeg opens its input, so that it never gets the name of a file.
  static let inputPath = "file:/proc/self/fd/0"

  static func start(
    _ plan: FFmpegPlan,
    input: CInt
  ) throws(WorkerStartFailure) -> FFmpegProcess {
    var running = sandbox_running()
    let arguments = list([plan.path] + plan.arguments.map { RawPath($0) })
    let environment = list(plan.environment)
    let readablePaths = list(plan.sandbox.paths)
    let error = plan.path.withTerminatedBytes { path in
      unsafe arguments.withUnsafeBufferPointer { arguments in
        unsafe environment.withUnsafeBufferPointer { environment in
          unsafe readablePaths.withUnsafeBufferPointer { readablePaths in
            var program = unsafe sandbox_program(
              path: path,
              arguments: arguments.baseAddress,
              environment: environment.baseAddress,
              places: readablePaths.baseAddress,
              input: input,
              layers: CInt(plan.sandbox.layers.rawValue),
              memory: FFmpegSandbox.memory,
              processor_seconds: plan.processorSeconds
            )
            return unsafe sandbox_start_program(&program, &running)
          }
        }
      }
    }
    if error != 0 { throw .notStarted(errno: error) }
    return FFmpegProcess(
      output: Descriptor(owning: running.output),
      standardError: Descriptor(owning: running.errors),
      process: running.pid
    )
  }

  /// Returns zero-terminated texts, ended by an empty one.
  private static func list(_ texts: [RawPath]) -> [CChar] {
    var list: [CChar] = []
    // A text with a zero would be two, and an empty one the end of the list.
    for text in texts where !text.isEmpty && !text.bytes.contains(0) {
      list += text.bytes.map(CChar.init(bitPattern:))
      list.append(0)
    }
    return list + [0]
  }
}
