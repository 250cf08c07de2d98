package import Glibc
import WavethumbSystem

/// The bits of a mode that this process gives to no new file or folder.
package enum FileMask {
  // From /proc: `umask` returns the mask only to a caller that sets another one, and tests that create
  // files at that moment, on other threads, would get theirs by that.
  package static func current() throws -> mode_t {
    let status = try Folder(at: "/proc/self").open("status").read(4096, "status")
    let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
    let digits = lines.first { $0.hasPrefix("Umask:") }?.split(separator: "\t").last
    guard let digits, let mask = mode_t(digits, radix: 8) else {
      throw SystemFailure(.read, errno: EINVAL, at: "/proc/self/status")
    }
    return mask
  }
}
