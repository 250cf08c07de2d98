import Glibc
import Testing

@testable import Decoding

@Suite struct WorkerSandboxTests {
  @Test func `all layers are in effect on a capable kernel`() throws {
    let pool = WorkerPool.testing(.require)
    let report = try pool.start().get()
    #expect(report == SandboxReport(inWorkers: true, active: .all, missing: []))
  }

  // Several layers refuse each of these, so that a hole in one would not show here. Hence the tests of each
  // layer alone.
  @Test(arguments: [
    Probe.openFile, .connect, .execute, .signalParent, .writeToRecording, .reopenForWriting, .fork,
    .mapExecutable, .raiseLimit,
  ])
  func `the full sandbox refuses every probe`(_ probe: Probe) {
    switch WorkerPool.testing().attempt(probe) {
    case .success(let answer): #expect(answer != 0)
    // The seccomp filter kills the process at calls that decoding does not need.
    case .failure(let failure): #expect(failure == .crashed(signal: SIGSYS))
    }
  }

  @Test(arguments: [
    (Probe.openFile, EACCES),
    (.execute, EACCES),
    (.reopenForWriting, EACCES),
    (.signalParent, EPERM),
    (.connect, EACCES),
  ])
  func `Landlock alone refuses files, network and processes`(_ probe: Probe, error: CInt) {
    let pool = WorkerPool.testing(layers: .landlock)
    #expect(pool.attempt(probe) == .success(error))
  }

  @Test(arguments: [
    Probe.connect, .execute, .signalParent, .fork, .mapExecutable, .raiseLimit, .writeToRecording,
  ])
  func `the filter alone kills`(_ probe: Probe) {
    let pool = WorkerPool.testing(layers: .filter)
    #expect(pool.attempt(probe) == .failure(.crashed(signal: SIGSYS)))
  }

  // An answer and no signal: libsndfile looks for companions of a recording, and goes on without them.
  @Test(arguments: [Probe.openFile, .reopenForWriting])
  func `the filter alone hides files`(_ probe: Probe) {
    let pool = WorkerPool.testing(layers: .filter)
    #expect(pool.attempt(probe) == .success(ENOENT))
  }

  // No new descriptor may be opened, and the recording's is open for reading only.
  @Test(arguments: [
    (Probe.openFile, EMFILE),
    (.connect, EMFILE),
    (.reopenForWriting, EMFILE),
    (.writeToRecording, EBADF),
  ])
  func `limits alone refuse resources`(_ probe: Probe, error: CInt) {
    let pool = WorkerPool.testing(layers: .limits)
    #expect(pool.attempt(probe) == .success(error))
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory), arguments: [SandboxLayers.limits, .all])
  func `a worker cannot allocate two gibibytes`(_ layers: SandboxLayers) {
    let pool = WorkerPool.testing(layers: layers)
    #expect(pool.attempt(.mapTwoGibibytes) == .success(ENOMEM))
  }

  @Test(arguments: [Probe.showMemory, .takeNewPrivileges, .raiseLimit])
  func `a worker without privileges is refused`(_ probe: Probe) {
    let pool = WorkerPool.testing(layers: [.limits, .privileges])
    #expect(pool.attempt(probe) == .success(EPERM))
  }

  // No layer is needed for that: the parent opens the recording anew before it passes the descriptor.
  @Test func `a worker gets writable descriptors as read-only`() {
    let pool = WorkerPool.testing(layers: [])
    let descriptor = unsafe open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    let question = Probe.writeToRecording.question
    let answer: Result<CInt, DecodeFailure> = pool.ask(question, about: descriptor, cancel: nil) {
      _ in
    }
    #expect(answer == .success(EBADF))
  }

  // What is refused above is refused by the sandbox, and not because the probe fails anywhere.
  @Test func `without a sandbox the probes succeed`() {
    let pool = WorkerPool.testing(layers: [])
    for probe in [Probe.openFile, .connect, .signalParent, .mapTwoGibibytes, .fork, .mapExecutable]
    {
      #expect(pool.attempt(probe) == .success(0), "\(probe)")
    }
  }
}
