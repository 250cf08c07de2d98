package import WavethumbSystem

/// The sandbox of ffmpeg, which reads unchecked bytes outside our workers.
package struct FFmpegSandbox: Sendable, Equatable {
  /// The memory limit in bytes, including its libraries' data.
  // Ten times that of our workers: its libraries have far more data, and its demuxers hold whole
  // packets. Untuned.
  package static let memory: UInt64 = 512 << 20
  /// The limit of its address space in bytes, as in `set_limits` of `program.c`.
  // Libraries and threads reserve more than they use.
  static let addressSpace = 4 * memory

  package var layers = SandboxLayers.all
  /// The paths that ffmpeg may read and execute besides the recording; it may not write any.
  package var paths: [RawPath]

  /// Programs and libraries, and the devices and configuration files that libraries read.
  private static let systemPaths: [RawPath] = [
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/opt", "/nix/store",
    "/gnu/store", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/alternatives", "/etc/localtime",
    "/proc", "/sys/devices/system", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
  ]

  /// Returns the sandboxes that a program may need, the strictest first.
  static func candidates(for path: RawPath) -> [FFmpegSandbox] {
    [
      FFmpegSandbox(paths: systemPaths + paths(around: path)),
      // If its libraries are elsewhere, it may read every file, but still not write any.
      FFmpegSandbox(paths: ["/"]),
      FFmpegSandbox(layers: [.limits, .privileges, .landlock], paths: ["/"]),
    ]
  }

  private static func paths(around path: RawPath) -> [RawPath] {
    // A package manager may keep the program with its libraries in a folder of its own, to which the
    // entry on PATH is a link.
    let target = Environment.resolved(path)
    var paths = [path, target, target.parent]
    if target.parent.name == "bin" {
      let home = target.parent.parent
      paths += [home.appending("lib"), home.appending("lib64"), home.appending("libexec")]
    }
    // Named in the environment of ffmpeg as well.
    let libraries = Environment.value("LD_LIBRARY_PATH")?.bytes ?? []
    for folder in libraries.split(separator: UInt8(ascii: ":")) {
      paths.append(RawPath(bytes: Array(folder)))
    }
    return paths
  }
}
