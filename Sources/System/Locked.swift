import Glibc

/// A value that one thread at a time may touch.
///
/// `Mutex` does the same, but waits for its lock in a library that no sanitizer watches: all that
/// it guards looks like a race to them, and a real race would not be told from that.
@safe package final class Locked<Value: ~Copyable & Sendable>: Sendable {
  // Neither must move while threads wait; both are freed with the guard.
  private nonisolated(unsafe) let lock: UnsafeMutablePointer<pthread_mutex_t>
  private nonisolated(unsafe) let value: UnsafeMutablePointer<Value>

  package init(_ initial: consuming Value) {
    unsafe lock = .allocate(capacity: 1)
    unsafe lock.initialize(to: pthread_mutex_t())
    unsafe pthread_mutex_init(lock, nil)
    unsafe value = .allocate(capacity: 1)
    unsafe value.initialize(to: initial)
  }

  deinit {
    unsafe value.deinitialize(count: 1)
    unsafe value.deallocate()
    unsafe pthread_mutex_destroy(lock)
    unsafe lock.deallocate()
  }

  /// Lets `body` have the value to itself.
  package func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    unsafe pthread_mutex_lock(lock)
    defer { unsafe pthread_mutex_unlock(lock) }
    return try unsafe body(&value.pointee)
  }
}
