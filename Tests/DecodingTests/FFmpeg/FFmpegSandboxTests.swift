import CSandbox
import Glibc
import System
import Testing

@testable import Decoding

/// A program that can try anything stands in for an ffmpeg that was taken over.
private let hasPerl = unsafe access("/usr/bin/perl", X_OK) == 0

@Suite(.enabled(if: hasPerl)) struct `The walls around ffmpeg` {
  private static let write = "open(F, '>', '/tmp/wavethumb-wall') or exit $!+0"
  private static let append = "open(F, '>>', '/dev/shm/wavethumb-wall') or exit $!+0"
  private static let talk =
    "use Socket; socket(S, PF_INET, SOCK_STREAM, 0) or exit $!+0;"
    + "connect(S, sockaddr_in(1, INADDR_LOOPBACK)) or exit $!+0"
  private static let start = "defined(fork) or exit $!+0"
  private static let signal = "kill('CONT', getppid) or exit $!+0"
  private static let read = "open(F, '<', '/tmp') or exit $!+0"

  /// How a program ends that does something and exits with the errno that it was refused with.
  private func end(_ deed: String, _ walls: FFmpegSandbox) throws -> FFmpegProcess.End {
    guard let nothing = FFmpegSystem.nothing() else { return .killed }
    let plan = FFmpegPlan(path: "/usr/bin/perl", words: ["-e", deed], walls: walls)
    let process = try plan.start(on: nothing.number).get()
    defer { process.close() }
    return process.end(within: 20, cancel: nil)
  }

  @Test(arguments: [
    (write, EACCES), (append, EACCES), (talk, EACCES), (start, EPERM), (signal, EPERM),
  ])
  func `the filter alone refuses`(deed: String, error: CInt) throws {
    #expect(try end(deed, FFmpegSandbox(layers: .filter, places: [])) == .exit(error))
  }

  @Test(
    .enabled(if: sandbox_landlock_abi() >= 4),
    arguments: [(write, EACCES), (append, EACCES), (talk, EACCES), (read, EACCES)])
  func `Landlock alone refuses`(deed: String, error: CInt) throws {
    let walls = FFmpegSandbox(layers: .landlock, places: ["/usr", "/lib", "/lib64", "/etc"])
    #expect(try end(deed, walls) == .exit(error))
  }

  @Test func `limits alone refuse memory, processor time and bytes in files`() throws {
    let walls = FFmpegSandbox(layers: .limits, places: [])
    let memory = try end("my @x = map { 'x' x 1_000_000 . $_ } 1 .. 4000", walls)
    #expect(memory != .exit(0) && memory != .killed)
    let bytes =
      "open(F, '+>', '/tmp/wavethumb-' . $$) or exit 1; unlink '/tmp/wavethumb-' . $$;"
      + "syswrite(F, 'x') or exit $!+0"
    #expect(try end(bytes, walls) == .exit(EFBIG))
  }

  @Test func `behind all of them nothing remains, and what is to be read can be`() throws {
    let walls = FFmpegSandbox.lightest(for: "/usr/bin/env", cancel: nil)
    #expect(walls.layers == .all)
    for deed in [Self.write, Self.append, Self.talk, Self.start, Self.signal] {
      let end = try end(deed, walls)
      #expect(end != .exit(0) && end != .killed)
    }
    #expect(try end("open(F, '<', '/usr/bin/env') or exit $!+0", walls) == .exit(0))
  }
}
