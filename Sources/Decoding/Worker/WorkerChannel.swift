import CSandbox
import Glibc

/// One end of the socket between parent and worker: whole packets, and a descriptor with the first.
package struct WorkerChannel: Sendable {
  package enum Readiness { case packet, cancelled, nothing }

  package let descriptor: CInt

  /// Sends one packet, and returns whether the other side received it.
  package func send(_ packet: [UInt8], passing passed: CInt? = nil, waiting: Bool = true) -> Bool {
    let error = unsafe packet.withUnsafeBytes { bytes in
      unsafe sandbox_send(
        descriptor,
        bytes.baseAddress,
        bytes.count,
        passed ?? -1,
        waiting ? 1 : 0
      )
    }
    return error == 0
  }

  /// Receives one packet, and its descriptor if that is accepted; otherwise the kernel closes descriptors
  /// that a hostile worker sends. Returns nil if the other side has closed its end.
  func receive(acceptsDescriptor: Bool = false) -> (packet: [UInt8], descriptor: CInt?)? {
    var passed: CInt = -1
    let packet = unsafe [UInt8](unsafeUninitializedCapacity: WorkerMessage.maximumPacketSize) {
      buffer,
      count in
      var received = 0
      repeat {
        if acceptsDescriptor {
          received = unsafe sandbox_receive(descriptor, buffer.baseAddress, buffer.count, &passed)
        } else {
          received = unsafe recv(descriptor, buffer.baseAddress, buffer.count, 0)
        }
      } while received < 0 && errno == EINTR
      count = max(received, 0)
    }
    if packet.isEmpty { return nil }
    let sent = passed < 0 ? nil : passed
    return (packet, sent)
  }

  /// Waits for a packet, the end of the other side, or a cancellation.
  package func wait(milliseconds: CInt, cancel: CInt?) -> Readiness {
    var awaited = [
      pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: cancel ?? -1, events: Int16(POLLIN), revents: 0),
    ]
    guard unsafe poll(&awaited, 2, milliseconds) > 0 else { return .nothing }
    // Cancellation first: a worker that sends without end must not delay it.
    if awaited[1].revents != 0 { return .cancelled }
    if awaited[0].revents != 0 { return .packet }
    return .nothing
  }

  package func close() { _ = Glibc.close(descriptor) }
}
