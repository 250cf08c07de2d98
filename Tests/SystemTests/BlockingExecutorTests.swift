import Glibc
import Testing
import WavethumbSystem

@Suite struct `The executor for tasks that block` {
  // The limit makes a failure of what would be a test without end.
  @Test(.timeLimit(.minutes(1)))
  func `tasks run side by side although each blocks its thread`() async {
    let executor = BlockingExecutor(maximum: 3)
    defer { executor.end() }
    // Each task waits for the two others, and blocks its thread: with fewer threads none would end.
    let arrived = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask(executorPreference: executor) {
          arrived.withLock { $0 += 1 }
          while arrived.withLock({ $0 }) < 3, !Task.isCancelled {
            usleep(100)
          }
        }
      }
    }
    #expect(arrived.withLock { $0 } == 3)
  }

  @Test func `at most the given number of threads run tasks`() async {
    let executor = BlockingExecutor(maximum: 2)
    defer { executor.end() }
    // Many more tasks than threads, since a thread too many starts only if two tasks arrive at the
    // right moment: the count of threads has to grow before the thread runs.
    let threads = Locked<Set<pthread_t>>([])
    let finished = await withTaskGroup(of: Int.self) { group in
      for number in 0..<500 {
        group.addTask(executorPreference: executor) {
          threads.withLock { _ = $0.insert(pthread_self()) }
          // Each task also goes on after a suspension.
          await Task.yield()
          threads.withLock { _ = $0.insert(pthread_self()) }
          return number
        }
      }
      return await group.reduce(into: Set<Int>()) { $0.insert($1) }
    }
    #expect(finished.count == 500)
    #expect(threads.withLock { $0.count } <= 2)
  }

  // Without threads, the children have only the thread that waits for them: it must run them while it
  // waits. A system that gives no thread (`ulimit -u`) is the same case.
  @Test(arguments: [0, 2])
  func `work on the calling thread may have children on others`(threads: Int) {
    let own = BlockingExecutor(maximum: 0)
    let others = BlockingExecutor(maximum: threads)
    defer { others.end() }
    #expect(own.hasThreads == false)
    #expect(others.hasThreads == (threads > 0))

    let sum = own.performHere {
      await withTaskGroup(of: Int.self) { group in
        for number in 1...100 {
          group.addTask(executorPreference: threads > 0 ? others : own) {
            number
          }
        }
        return await group.reduce(0, +)
      }
    }
    #expect(sum == 5050)
  }

  @Test func `children of a task stay on its executor`() async {
    // With one thread, a child that runs elsewhere runs in Swift's own pool, where it must not block.
    let executor = BlockingExecutor(maximum: 1)
    defer { executor.end() }
    let isSame = await withTaskExecutorPreference(executor) {
      await Self.runsChildOnSameThread()
    }
    #expect(isSame)
  }

  @concurrent private static func runsChildOnSameThread() async -> Bool {
    let thread = UInt(pthread_self())
    async let child = currentThread()
    return await child == thread
  }

  @concurrent private static func currentThread() async -> UInt { UInt(pthread_self()) }
}
