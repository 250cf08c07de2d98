import Glibc
import Testing
import WavethumbSystem

@Suite struct `The executor for tasks that block` {
  @Test func `tasks run side by side although each blocks its thread`() async {
    let executor = BlockingExecutor(maximum: 3)
    defer { executor.end() }
    // Each task waits for the two others: with fewer threads none would ever end.
    let arrived = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<3 {
        group.addTask(executorPreference: executor) {
          arrived.withLock { $0 += 1 }
          while arrived.withLock({ $0 }) < 3 {
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
