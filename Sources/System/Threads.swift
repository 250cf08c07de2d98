import Glibc

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
    unsafe clock_gettime(CLOCK_REALTIME, &end)
    let nanoseconds = end.tv_nsec + Int(seconds * 1e9)
    end.tv_sec += nanoseconds / 1_000_000_000
    end.tv_nsec = nanoseconds % 1_000_000_000
    while unsafe sem_timedwait(semaphore, &end) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }

  package func wait() {
    while unsafe sem_wait(semaphore) != 0 {}
  }

  /// Does the work while at most as many threads as the count do so.
  package func withOne<Value>(_ work: () -> Value) -> Value {
    wait()
    defer { signal() }
    return work()
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a detached thread that runs the body once; returns false if there is no thread left.
@discardableResult
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  var thread = pthread_t()
  let box = unsafe Unmanaged.passRetained(ThreadBody(body))
  let status = unsafe pthread_create(
    &thread, nil,
    { argument in
      guard let argument = unsafe argument else { return nil }
      let body = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
      body.run()
      return nil
    }, box.toOpaque())
  if status == 0 {
    pthread_detach(thread)
  }
  if status != 0 {
    unsafe box.release()
  }
  return status == 0
}
