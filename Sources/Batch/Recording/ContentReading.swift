import Codecs
import Decoding
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

/// Recognizes and digests an open recording; one on a network or user-space file system on a thread
/// of its own.
///
/// No call ends a read from a server that does not answer. The thread that is stuck in one is left
/// behind with a descriptor of its own, and ends with the process; the run goes on without the
/// recording, and obeys signals.
// Not for a local disk: a process with a thread that waits for one cannot end in any case, and a thread for
// each of 100,000 short recordings took a fifth of the time of their first scan.
final class ContentReading: Sendable {
  /// A digest, or nil for a file whose first bytes are those of no recording.
  private typealias Answer = Result<ContentDigest?, SystemFailure>

  private struct State {
    var bytesRead = 0
    var answer: Answer?
    /// Whether the caller gave up waiting.
    var isAbandoned = false
  }

  // A signal is obeyed within this time. Whoever waits is woken by the answer.
  private static let tickSeconds = 0.1
  private static let pieceSize = ContentDigester.blockSize

  private let state = Locked(State())
  private let isDone = CountingSemaphore()
  private let path: RawPath
  private let size: Int
  private let usesFFmpeg: Bool
  private let interruption: Interruption

  private init(of path: RawPath, size: Int, usesFFmpeg: Bool, interruption: Interruption) {
    self.path = path
    self.size = size
    self.usesFFmpeg = usesFFmpeg
    self.interruption = interruption
  }

  /// Returns the digest of a file of a size, or nil if its first bytes are those of no recording.
  ///
  /// Throws `WorkError.cancelled` after a signal, and a failure if nothing was read for so many seconds.
  static func digest(
    of file: borrowing Descriptor,
    at path: RawPath,
    size: Int64,
    usesFFmpeg: Bool,
    seconds: Double,
    interruption: Interruption
  ) throws -> ContentDigest? {
    let reading = ContentReading(
      of: path,
      size: Int(clamping: size),
      usesFFmpeg: usesFFmpeg,
      interruption: interruption
    )
    guard file.mayStopAnswering else {
      reading.read(file)
      return try reading.wait(seconds: seconds)
    }
    let copy = try Descriptor(duplicating: file.number, path)
    let number = copy.release()
    if !startThread({ reading.read(Descriptor(owning: number)) }) {
      // Without a thread from the system it is read here.
      reading.read(Descriptor(owning: number))
    }
    return try reading.wait(seconds: seconds)
  }

  private func wait(seconds: Double) throws -> ContentDigest? {
    var bytesRead = 0
    var lastProgress = MonotonicClock.seconds
    while !isDone.wait(atMost: Self.tickSeconds) {
      let now = MonotonicClock.seconds
      let progress = state.withLock { state in state.bytesRead }
      if progress > bytesRead {
        bytesRead = progress
        lastProgress = now
      }
      let isStuck = now - lastProgress >= seconds
      guard isStuck || interruption.requested else { continue }
      state.withLock { state in state.isAbandoned = true }
      if interruption.requested { throw WorkError.cancelled }
      throw DecodeFailure.stalled(seconds: seconds)
    }
    // The digest may be of a part.
    if interruption.requested { throw WorkError.cancelled }
    guard let answer = state.withLock({ state in state.answer }) else { throw WorkError.cancelled }
    return try answer.get()
  }

  private func read(_ file: borrowing Descriptor) {
    let answer = Answer { () throws(SystemFailure) in try digest(of: file) }
    state.withLock { state in state.answer = answer }
    isDone.signal()
  }

  // Ends at the size that the file had: one that grows for ever is not read for ever.
  private func digest(of file: borrowing Descriptor) throws(SystemFailure) -> ContentDigest? {
    var digester = ContentDigester()
    var start = 0
    repeat {
      let piece = try file.read(min(Self.pieceSize, size - start), from: start, path)
      if start == 0 {
        let start = Array(piece.prefix(FirstBytes.count))
        guard FirstBytes.mayBeRecording(start, usingFFmpeg: usesFFmpeg) else { return nil }
      }
      digester.add(piece)
      start += piece.count
      let isAbandoned = state.withLock { state in
        state.bytesRead = start
        return state.isAbandoned
      }
      // A file that was cut has another identity by now.
      if piece.isEmpty || isAbandoned || interruption.requested { break }
    } while start < size
    return digester.digest
  }
}
