import WavethumbBytes
package import WavethumbSystem

/// The installed ffmpeg, which reads formats that our libraries cannot.
package final class FFmpegProgram: Sendable {
  package let path: RawPath
  /// Identifies this version of ffmpeg in keys.
  package let version: String
  private let known = Locked<FFmpegSandbox?>(nil)

  package static func onPath() -> FFmpegProgram? {
    found(in: Environment.value("PATH")?.bytes ?? Array("/usr/local/bin:/usr/bin:/bin".utf8))
  }

  /// Returns the ffmpeg in a list of folders in the syntax of `PATH`.
  package static func found(in list: [UInt8]) -> FFmpegProgram? {
    for folder in list.split(separator: UInt8(ascii: ":")) {
      let path = RawPath(bytes: Array(folder)).appending("ffmpeg")
      // A program in the current folder is ignored, because the folder may belong to someone else.
      guard path.isAbsolute, let status = FFmpegSystem.executable(path) else { continue }
      return FFmpegProgram(path, status)
    }
    return nil
  }

  private init(_ path: RawPath, _ status: FileStatus) {
    self.path = path
    let identity = status.identity
    // Asking ffmpeg for its version would start a process in every run; an update changes these.
    version = "\(identity.size) \(identity.modified) \(StableHash.of(path.bytes))"
  }

  /// Returns the strictest sandbox in which ffmpeg runs, determined once.
  package func sandbox(cancel: CInt?) -> FFmpegSandbox {
    known.withLock { known in
      if let known { return known }
      let sandbox = Self.strictestSandbox(for: path, cancel: cancel)
      // A trial that was cancelled has failed for a reason of its own.
      let isCancelled = cancel.map(DescriptorSystem.isReadable) ?? false
      if !isCancelled {
        known = sandbox
      }
      return sandbox
    }
  }

  /// Returns the strictest sandbox in which a program still prints its version.
  static func strictestSandbox(for path: RawPath, cancel: CInt?) -> FFmpegSandbox {
    let candidates = FFmpegSandbox.candidates(for: path)
    // If none works, recordings fail in the strictest one with a reason of their own.
    return candidates.first { runs(path, in: $0, cancel) } ?? candidates[0]
  }

  // Loading a library from a sleeping disk is slow.
  private static let trialSeconds = 10.0

  private static func runs(_ path: RawPath, in sandbox: FFmpegSandbox, _ cancel: CInt?) -> Bool {
    var plan = FFmpegPlan(path: path, arguments: ["-version"], sandbox: sandbox)
    plan.processorSeconds = 60
    do {
      let nothing = try Folder(at: "/").open("dev/null")
      let process = try FFmpegProcess.start(plan, input: nothing.number)
      return process.end(within: trialSeconds, cancel: cancel) == .exit(0)
    } catch {
      return false
    }
  }
}
