import Glibc
import WavethumbBatch
import WavethumbSystem

/// The setup of a process: folder, descriptors and arguments.
@safe final class ProcessSetup {
  enum Failure: Error {
    case cannotStart(errno: CInt)
    case hangs
    case noSpool(errno: CInt)
  }

  // The options of a sanitizer must reach every process.
  private static let sanitizers = ["TSAN_OPTIONS", "LSAN_OPTIONS"].compactMap { name in
    Environment.value(name).map { Array("\(name)=".utf8) + $0.bytes }
  }

  private var folder = "/"
  private var actions = unsafe posix_spawn_file_actions_t()

  init() {
    unsafe posix_spawn_file_actions_init(&actions)
  }

  deinit {
    unsafe posix_spawn_file_actions_destroy(&actions)
  }

  /// Sets the current folder of the process.
  func enter(_ folder: String) {
    self.folder = folder
  }

  /// Gives the process one of our descriptors under a number of its own.
  func connect(_ descriptor: CInt, to number: CInt) {
    unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
  }

  /// Opens a file for writing as a descriptor of the process.
  func connect(writing path: String, to number: CInt) {
    unsafe posix_spawn_file_actions_addopen(&actions, number, path, O_WRONLY, 0)
  }

  /// Runs wavethumb and returns its exit status, or 128 plus the signal.
  func run(_ arguments: [[UInt8]], environment: [String: String] = [:]) throws -> CInt {
    try run(program: [Array(Self.binary.utf8)] + arguments, environment: environment)
  }

  /// Runs any program; its name is the first argument.
  func run(program command: [[UInt8]], environment: [String: String] = [:]) throws -> CInt {
    // A soft limit, so that a worker can set its own.
    let limit = ["/usr/bin/prlimit", "--cpu=\(Self.maximumProcessorSeconds):"]
    // `posix_spawn` has no portable action that changes the folder.
    let prefix = (["env", "-C", folder] + limit).map { Array($0.utf8) }
    let arguments = CStrings(prefix + command)
    let variables = environment.map { name, value in Array("\(name)=\(value)".utf8) }
    let environment = CStrings(variables + Self.sanitizers)
    var process: pid_t = 0
    let error = unsafe posix_spawn(
      &process,
      "/usr/bin/env",
      &actions,
      nil,
      arguments.pointers,
      environment.pointers
    )
    guard error == 0 else { throw Failure.cannotStart(errno: error) }
    return try Self.exitStatus(waitingFor: process)
  }

  /// A command that computes longer is killed by a signal.
  // So that a loop without end costs a minute and not the ten below.
  private static let maximumProcessorSeconds = 60
  /// A command that takes longer hangs, even on a busy machine.
  private static let maximumMilliseconds = 600_000

  private static func exitStatus(waitingFor process: pid_t) throws -> CInt {
    var status: CInt = 0
    // Polled, because a wait with a timeout would need a handler of SIGCHLD, of which the tests of
    // one process share one.
    for _ in 0..<maximumMilliseconds {
      if unsafe waitpid(process, &status, WNOHANG) == process { return exitStatus(of: status) }
      usleep(1000)
    }
    kill(process, SIGKILL)
    _ = unsafe waitpid(process, &status, 0)
    throw Failure.hangs
  }

  /// Returns what a shell would report: the exit status, or 128 plus the signal.
  // Swift does not import WIFSIGNALED and WEXITSTATUS, which are macros.
  private static func exitStatus(of status: CInt) -> CInt {
    let signal = status & 0x7F
    let exit = status >> 8 & 0xFF
    return signal == 0 ? exit : 128 + signal
  }

  /// Sends SIGTERM to a shell command after this much processor time; returns its exit status and
  /// its remaining processor time in seconds, or nil if it ended before.
  static func interrupt(
    _ command: String,
    after seconds: Double
  ) throws -> (status: CInt, processorSeconds: Double)? {
    // With `exec` the command has the shell's process, and gets its signal.
    let script = "exec \(command) >/dev/null 2>&1"
    let arguments = CStrings(["sh", "-c", script].map { Array($0.utf8) })
    let environment = CStrings(sanitizers)
    var process: pid_t = 0
    let error = unsafe posix_spawn(
      &process,
      "/bin/sh",
      nil,
      nil,
      arguments.pointers,
      environment.pointers
    )
    guard error == 0 else { throw Failure.cannotStart(errno: error) }
    var status = CInt(0)
    var usage = rusage()
    var before = 0.0
    // Processor time, not wall time: the signal comes at the same work on a busy machine.
    while before < seconds {
      if unsafe waitpid(process, &status, WNOHANG) == process { return nil }
      usleep(1000)
      before = processorSeconds(of: process) ?? before
    }
    kill(process, SIGTERM)
    _ = unsafe wait4(process, &status, 0, &usage)
    // The signal came after the work was done.
    let exitStatus = exitStatus(of: status)
    if exitStatus == 0 { return nil }
    let total = usage.ru_utime.seconds + usage.ru_stime.seconds
    return (exitStatus, total - before)
  }

  private static func processorSeconds(of process: pid_t) -> Double? {
    var clock = clockid_t()
    var time = timespec()
    guard unsafe clock_getcpuclockid(process, &clock) == 0,
      unsafe clock_gettime(clock, &time) == 0
    else { return nil }
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// The path of the command, beside the test bundle.
  // Not by a name in PATH, where an installed wavethumb would be tested.
  static var binary: String {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let length = unsafe readlink("/proc/self/exe", &path, path.count)
    let bundle = path.prefix(max(0, length)).map(UInt8.init(bitPattern:))
    let slash = bundle.lastIndex(of: UInt8(ascii: "/")) ?? 0
    return String(decoding: bundle[...slash], as: UTF8.self) + "wavethumb"
  }
}

extension timeval {
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) * 1e-6 }
}

/// A null-terminated array of C strings for `posix_spawn`.
@safe private final class CStrings {
  let pointers: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
  private let count: Int

  init(_ arguments: [[UInt8]]) {
    count = arguments.count
    unsafe pointers = .allocate(capacity: arguments.count + 1)
    for (index, word) in arguments.enumerated() {
      unsafe pointers[index] = strdup((word + [0]).map(CChar.init(bitPattern:)))
    }
    unsafe pointers[arguments.count] = nil
  }

  deinit {
    for index in 0..<count {
      unsafe free(pointers[index])
    }
    unsafe pointers.deallocate()
  }
}
