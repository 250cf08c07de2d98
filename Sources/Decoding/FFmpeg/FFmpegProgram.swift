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
      let sandbox = FFmpegSandbox.strictest(for: path, cancel: cancel)
      // A trial that was cancelled has failed for a reason of its own.
      let isCancelled = cancel.map(DescriptorSystem.isReadable) ?? false
      if !isCancelled {
        known = sandbox
      }
      return sandbox
    }
  }
}
