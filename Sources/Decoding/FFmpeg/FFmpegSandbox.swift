import Glibc
package import System

/// What ffmpeg may do: it meets bytes that nobody checked, outside our decoders' walls.
package struct FFmpegSandbox: Sendable, Equatable {
  /// Bytes of memory, all of its libraries' own data included.
  package static let memory: UInt64 = 512 << 20
  // A library on a disk that sleeps is slow to load.
  private static let trialSeconds = 10.0

  package var layers = SandboxLayers.all
  /// What may be read and executed besides the recording; nothing may be written.
  package var places: [RawPath]

  /// Folders where programs and their libraries lie, and the few devices and notes that libraries
  /// look at.
  private static let systemPlaces: [RawPath] = [
    "/usr", "/lib", "/lib32", "/lib64", "/libx32", "/bin", "/sbin", "/opt", "/nix/store",
    "/gnu/store", "/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/alternatives", "/etc/localtime",
    "/proc", "/sys/devices/system", "/dev/null", "/dev/zero", "/dev/random", "/dev/urandom",
  ]

  /// The narrowest walls behind which the program still says its version.
  static func lightest(for path: RawPath, cancel: CInt?) -> FFmpegSandbox {
    let strict = FFmpegSandbox(places: systemPlaces + places(around: path))
    // Where its libraries lie elsewhere, it may read all there is, and still write nothing.
    let wide = FFmpegSandbox(places: ["/"])
    let unfiltered = FFmpegSandbox(layers: [.limits, .privileges, .landlock], places: ["/"])
    for walls in [strict, wide, unfiltered] where walls.hold(path, cancel) { return walls }
    return strict
  }

  private static func places(around path: RawPath) -> [RawPath] {
    let target = Environment.resolved(path)
    var places = [path, target, target.parent]
    if target.parent.name == "bin" {
      let home = target.parent.parent
      places += [home.appending("lib"), home.appending("lib64"), home.appending("libexec")]
    }
    let libraries = Environment.value("LD_LIBRARY_PATH")?.bytes ?? []
    return places + libraries.split(separator: UInt8(ascii: ":")).map { RawPath(bytes: Array($0)) }
  }

  private func hold(_ path: RawPath, _ cancel: CInt?) -> Bool {
    guard let nothing = FFmpegSystem.nothing() else { return false }
    var plan = FFmpegPlan(path: path, words: ["-version"], walls: self)
    plan.processorSeconds = 60
    guard case .success(let process) = plan.start(on: nothing.number) else { return false }
    defer { process.close() }
    return process.end(within: Self.trialSeconds, cancel: cancel) == .exit(0)
  }
}
