import CSandbox
import Glibc
import TestSupport
import Testing
import WavethumbSystem

@testable import Decoding

/// Perl takes the place of a compromised ffmpeg.
private let hasPerl = unsafe access("/usr/bin/perl", X_OK) == 0

@Suite(.enabled(if: hasPerl)) struct `The sandbox around ffmpeg` {
  // Attempts as Perl code. Where one is refused, the errno is the exit status; where it succeeds, the
  // status is 0.
  private static let write = "open(F, '>', '/tmp/wavethumb-sandbox') or exit $!+0"
  private static let append = "open(F, '>>', '/dev/shm/wavethumb-sandbox') or exit $!+0"
  private static let talk =
    "use Socket; socket(S, PF_INET, SOCK_STREAM, 0) or exit $!+0;"
    + "connect(S, sockaddr_in(1, INADDR_LOOPBACK)) or exit $!+0"
  private static let start = "defined(fork) or exit $!+0"
  private static let signal = "kill('CONT', getppid) or exit $!+0"
  // fchmodat2, setxattrat, removexattrat and file_setattr: newer than the headers of many systems, so that
  // the filter has their numbers. An older kernel would answer ENOSYS if the filter let them through.
  private static let newer =
    "my $n = '/nowhere'; for (452, 463, 466, 469) { syscall($_, -100, $n, 0, 0, 0, 0);"
    + "exit 1 if $! != \(EACCES) } exit \(EACCES)"
  private static let read = "open(F, '<', '/tmp') or exit $!+0"

  /// Runs an attempt in the sandbox and returns how it ended; its exit status is the errno.
  private func end(_ attempt: String, in sandbox: FFmpegSandbox) throws -> WorkerSystem.End? {
    let nothing = try Folder(at: "/").open("dev/null")
    let plan = FFmpegPlan(path: "/usr/bin/perl", arguments: ["-e", attempt], sandbox: sandbox)
    let process = try FFmpegProcess.start(plan, input: nothing.number)
    // Far more seconds than Perl needs, for a busy machine.
    return process.end(within: 20, cancel: nil)
  }

  @Test(arguments: [
    (write, EACCES),
    (append, EACCES),
    (talk, EACCES),
    (newer, EACCES),
    (start, EPERM),
    (signal, EPERM),
  ])
  func `ffmpeg's system call filter alone refuses calls`(attempt: String, error: CInt) throws {
    let sandbox = FFmpegSandbox(layers: .filter, paths: [])
    #expect(try end(attempt, in: sandbox) == .exit(error))
  }

  // Version 4 is the first that refuses network connections, which Linux has since 6.7.
  @Test(
    .enabled(if: sandbox_landlock_abi() >= 4),
    arguments: [
      (write, EACCES),
      (append, EACCES),
      (talk, EACCES),
      (read, EACCES),
    ]
  )
  func `Landlock alone refuses ffmpeg`(attempt: String, error: CInt) throws {
    let sandbox = FFmpegSandbox(layers: .landlock, paths: ["/usr", "/lib", "/lib64", "/etc"])
    #expect(try end(attempt, in: sandbox) == .exit(error))
  }

  @Test func `limits alone refuse memory, processor time and file sizes to ffmpeg`() throws {
    let sandbox = FFmpegSandbox(layers: .limits, paths: [])
    // 4 GB. Perl dies of it in one way or another, and not of our waiting for it.
    let memory = try end("my @x = map { 'x' x 1_000_000 . $_ } 1 .. 4000", in: sandbox)
    #expect(memory != .exit(0))
    #expect(memory != nil)

    // The name is removed at once, so that nothing is left if the limit ends the program.
    let bytes =
      "open(F, '+>', '/tmp/wavethumb-' . $$) or exit 1; unlink '/tmp/wavethumb-' . $$;"
      + "syswrite(F, 'x') or exit $!+0"
    #expect(try end(bytes, in: sandbox) == .exit(EFBIG))
  }

  @Test func `ffmpeg's full sandbox allows only reading the recording`() throws {
    let sandbox = FFmpegProgram.strictestSandbox(for: "/usr/bin/env", cancel: nil)
    #expect(sandbox.layers == .all)
    for attempt in [Self.write, Self.append, Self.talk, Self.start, Self.signal] {
      let end = try end(attempt, in: sandbox)
      #expect(end != .exit(0))
      #expect(end != nil)
    }
    #expect(try end("open(F, '<', '/usr/bin/env') or exit $!+0", in: sandbox) == .exit(0))
  }

  // Recordings of root, and of nobody (65534), of which the group and others may read one kind.
  @Test(
    .enabled(if: geteuid() == 0),
    arguments: [0, 65534],
    [mode_t(0o600), 0o644]
  )
  func `a superuser's program has no capability, and reads the recording of any user`(
    owner: uid_t,
    mode: mode_t
  ) throws {
    let tree = try TemporaryTree()
    try tree.write("recording", text: "sound")
    let path = tree.path.appending("recording")
    path.withTerminatedBytes { name in
      _ = unsafe chown(name, owner, gid_t(owner))
      _ = unsafe chmod(name, mode)
    }
    let recording = try tree.folder.open("recording")
    // Without capabilities, a file of another user could not be opened again; it is read through the
    // descriptor.
    let attempt =
      "open(S, '<', '/proc/self/status') or exit 1;"
      + "while (<S>) { exit 2 if /^Cap(Prm|Eff|Inh|Amb):\\s*0*[1-9a-f]/ }"
      + "open(F, '<', '/proc/self/fd/0') or exit 3; exit(<F> eq 'sound' ? 0 : 4)"
    let plan = FFmpegPlan(
      path: "/usr/bin/perl",
      arguments: ["-e", attempt],
      sandbox: FFmpegSandbox(layers: .privileges, paths: [])
    )

    let process = try FFmpegProcess.start(plan, input: recording.number)
    #expect(process.end(within: 20, cancel: nil) == .exit(0))
  }
}
