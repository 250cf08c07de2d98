import Glibc

/// The body of a thread, as an object whose address fits the argument of a C function.
private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}

/// Starts a detached thread that runs the body once; returns false if there is no thread left.
@discardableResult
package func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
  var thread = pthread_t()
  // Retained here and released by the thread, because the C function knows nothing of references.
  let box = unsafe Unmanaged.passRetained(ThreadBody(body))
  let status = unsafe pthread_create(
    &thread,
    nil,
    { argument in
      guard let argument = unsafe argument else { return nil }
      let body = unsafe Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
      body.run()
      return nil
    },
    box.toOpaque()
  )
  guard status == 0 else {
    // The thread that would have taken the body does not exist.
    unsafe box.release()
    return false
  }

  // Nobody waits for the end of a thread; what it does is awaited by other means.
  pthread_detach(thread)
  return true
}
