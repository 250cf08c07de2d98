import Glibc

/// A count of free places or of waiting work. Corresponds to `sem_t`.
// Swift has none but that of Dispatch, which this program does not link.
@safe package final class CountingSemaphore: Sendable {
  // The semaphore must not move while threads wait on it; it is freed with this object.
  private nonisolated(unsafe) let semaphore: UnsafeMutablePointer<sem_t>

  package init(_ count: Int = 0) {
    unsafe semaphore = .allocate(capacity: 1)
    unsafe semaphore.initialize(to: sem_t())
    unsafe sem_init(semaphore, 0, UInt32(count))
  }

  deinit {
    unsafe sem_destroy(semaphore)
    unsafe semaphore.deallocate()
  }

  package func signal() { unsafe sem_post(semaphore) }

  /// Waits for at most so many seconds; returns whether the count was above 0 by then.
  package func wait(atMost seconds: Double) -> Bool {
    var end = timespec()
    // The only clock of `sem_timedwait`. If somebody sets it, one tick of the progress line, the
    // one caller, is too long or too short.
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while unsafe sem_timedwait(semaphore, &end) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  /// Waits until the count is above 0, and lowers it.
  package func wait() {
    // Fails only if a signal interrupts it.
    while unsafe sem_wait(semaphore) != 0 {}
  }

  /// Does the work while at most as many threads as the count do so.
  package func withOne<Value>(_ work: () -> Value) -> Value {
    wait()
    defer { signal() }
    return work()
  }
}
