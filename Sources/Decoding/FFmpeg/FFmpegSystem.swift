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
}
