import Glibc
import Synchronization
import Testing

@testable import Batch

private final class Census: Sendable {
  let inside = Atomic<Int>(0)
  let most = Atomic<Int>(0)
}

@Test func `as many jobs block at once as there are threads`() async {
  let threads = JobThreads(count: 5)
  #expect(threads.start())
  defer { threads.close() }
  let census = Census()
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<10 {
      group.addTask(executorPreference: threads) {
        let now = census.inside.add(1, ordering: .relaxed).newValue
        census.most.max(now, ordering: .relaxed)
        usleep(20_000)
        census.inside.subtract(1, ordering: .relaxed)
      }
    }
  }
  #expect(census.most.load(ordering: .relaxed) == 5)
}
