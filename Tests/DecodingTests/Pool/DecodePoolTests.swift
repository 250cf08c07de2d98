import Glibc
import Testing
import WavethumbSystem

@testable import Decoding

@Suite struct DecodePoolTests {
  @Test(
    .enabled(if: WorkerSandbox.boundsMemory),
    arguments: [
      (Probe.crash, SIGSEGV),
      (.abort, SIGABRT),
      (.exit, 0),
    ]
  )
  func `a recording that kills two workers has crashed`(_ probe: Probe, signal: CInt) {
    let pool = WorkerPool.testing()
    #expect(pool.attempt(probe) == .failure(.crashed(signal: signal)))
    // A bad recording stops no other.
    #expect(pool.attempt(.openFile).isSuccess)
  }

  @Test func `an endless loop ends with the timeout`() {
    let pool = WorkerPool.testing(timeout: 1)
    #expect(pool.attempt(.loop) == .failure(.timeout(processorSeconds: 1)))
    #expect(pool.attempt(.openFile).isSuccess)
  }

  @Test func `waiting for a disk has ten times the limit and is no fault of the recording`() {
    // Ten times half a second, which the test takes.
    let pool = WorkerPool.testing(timeout: 0.5)
    let failure = DecodeFailure.stalled(seconds: 5)
    #expect(pool.attempt(.wait) == .failure(failure))
  }

  @Test(arguments: [SIGSEGV, SIGABRT, SIGSYS, SIGILL, SIGFPE])
  func `a signal caused by the decoder is a crash`(signal: CInt) {
    #expect(DecodeFailure(endedBy: signal) == .crashed(signal: signal))
  }

  @Test(arguments: [SIGKILL, SIGTERM, SIGXCPU, SIGBUS])
  func `a signal from outside is not a crash`(signal: CInt) {
    #expect(DecodeFailure(endedBy: signal) == .killed(signal: signal))
  }

  // Workers ignore SIGTERM; the parent handles it.
  @Test(arguments: [SIGKILL, SIGXCPU])
  func `a worker killed twice from outside has not crashed`(signal: CInt) throws {
    let pool = WorkerPool.testing(timeout: 60)
    let worker = try #require(startedWorker(of: pool))
    let ended = Locked<Result<CInt, DecodeFailure>?>(nil)
    // As if a first worker had died of the recording: the end of the second one decides.
    startThread {
      let result = pool.attempt(.loop, hasCrashed: true)
      ended.withLock { $0 = result }
    }
    // Until it is in the loop: a worker that is killed while it is idle is replaced without a word.
    while (WorkerSystem.processorTime(of: worker.process) ?? 1) < 0.1 {
      _ = poll(nil, 0, 10)
    }
    kill(worker.process, signal)
    while ended.withLock({ $0 == nil }) {
      _ = poll(nil, 0, 10)
    }

    let failure = DecodeFailure.killed(signal: signal)
    #expect(ended.withLock { $0 } == .failure(failure))
  }

  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `lack of memory differs from a crash`() {
    let answer = WorkerPool.testing().attempt(.exhaustMemory)
    #expect(answer == .failure(WorkerSandbox.outOfMemory))
  }

  @Test func `a dead idle worker is replaced silently`() throws {
    let pool = WorkerPool.testing()
    let worker = try #require(pool.workers.idle.first ?? startedWorker(of: pool))
    WorkerSystem.kill(worker.process)
    // Until it is gone, or the pool might send to a worker that is about to end.
    while WorkerSystem.processorTime(of: worker.process) != nil,
      WorkerSystem.reap(worker.process) == .running
    {}
    #expect(pool.attempt(.openFile).isSuccess)
    #expect(pool.workers.idle.first?.process != worker.process)
  }

  // Without a memory limit, a worker is replaced after one recording: it has grown too large.
  @Test(.enabled(if: WorkerSandbox.boundsMemory))
  func `a worker is reused`() throws {
    let pool = WorkerPool.testing()
    let worker = try #require(startedWorker(of: pool))
    for _ in 0..<5 {
      _ = pool.attempt(.openFile)
    }
    #expect(pool.workers.idle.map(\.process) == [worker.process])
    #expect(pool.workers.idle.map(\.recordings) == [5])
  }

  @Test func `a stop ends waiting`() throws {
    let pool = WorkerPool.testing(timeout: 60)
    let stop = try stopSignal()
    _ = pool.start()
    #expect(pool.attempt(.loop, cancel: stop.number) == .failure(.cancelled))
  }

  @Test func `three failed starts end all decoding with the reason`() {
    let starter = WorkerStarter(executable: "/nonexistent/wavethumb")
    let pool = WorkerPool.testing(starter: starter)
    let failure = DecodeFailure.noWorker(.notStarted(errno: ENOENT))
    #expect(pool.attempt(.openFile) == .failure(failure))
  }

  @Test func `a program that is not a worker is not waited for`() {
    let starter = WorkerStarter(executable: "/bin/true")
    let pool = WorkerPool.testing(starter: starter)
    let end = WorkerStartFailure.ended(status: 0, signal: 0)
    #expect(pool.attempt(.openFile) == .failure(.noWorker(end)))
  }

  @Test func `a filter that kills a worker is omitted`() throws {
    // The worker makes a forbidden call under this name.
    let forbidden = WorkerPool.folder + "ForbiddenWorker"
    unsafe unlink(forbidden)
    try #require(unsafe link(WorkerPool.folder + "TestWorker", forbidden) == 0)
    defer { unsafe unlink(forbidden) }
    let starter = WorkerStarter(executable: forbidden)
    let lost = SandboxReport.Missing(layer: .filter, reason: .tone(signal: SIGSYS))
    let report = try WorkerPool.testing(starter: starter).start().get()
    #expect(report.active == [.limits, .privileges, .landlock])
    #expect(report.missing == [lost])
    let strict = WorkerPool.testing(.require, starter: starter).start()
    #expect(strict == .failure(.noWorker(.layer(lost))))
  }

  @Test func `workers end when their pool does`() throws {
    var pool: WorkerPool? = .testing()
    let worker = try #require(pool.flatMap(startedWorker))
    pool = nil
    // The number belongs to no process: the worker was ended, and its status read.
    #expect(kill(worker.process, 0) == -1)
  }

  private func startedWorker(of pool: WorkerPool) -> Worker? {
    _ = pool.start()
    return pool.workers.idle.first
  }
}

extension Result {
  fileprivate var isSuccess: Bool {
    switch self {
    case .success: true
    case .failure: false
    }
  }
}
