import Codecs
import System
import Waveform

/// A long recording whose parts are decoded by its own thread and by idle ones.
///
/// The parts and their merged result depend on the file alone, not on the number of threads.
package final class SharedDecoding: Sendable {
  /// Smaller files are never long enough for two parts.
  package static let leastBytes = 2 << 20

  // The last column of a spectrogram extends beyond a part; its cost must be small.
  private static let leastColumns = 128

  private struct State {
    var next = 0
    var helping = 0
    var isAwaited = false
    var failure: DecodeFailure?
    var decoded: [DecodedPart?]
    /// The progress of each part; nil if done.
    var milliseconds: [Int?]
    /// The largest number of bytes read by one worker, as each may have to count the length.
    var bytesRead = 0
    /// The points of each part, if requested.
    var points: [SpooledPoints?]
  }

  private let pool: WorkerPool
  private let split: DecodeSplit
  private let request: DecodeRequest
  private let descriptor: CInt
  private let cancel: CInt?
  private let progress: @Sendable (DecodedSoFar) -> Void
  private let state: Locked<State>
  private let helped = CountingSemaphore()

  /// Probes a recording; returns nil if it is too short to share.
  ///
  /// `progress` is called from any thread with the progress of all parts together. The descriptor
  /// must stay open until `decode` returns.
  package init?(
    _ pool: WorkerPool, descriptor: CInt, request: DecodeRequest, cancel: CInt?,
    progress: @escaping @Sendable (DecodedSoFar) -> Void
  ) throws(DecodeSplit.Indivisible) {
    guard request.range == nil, request.mostSamples == nil, pool.answersAtOnce,
      request.columns ?? Self.leastColumns >= Self.leastColumns,
      let size = WorkerSystem.size(of: descriptor), size >= Self.leastBytes,
      case .success(let probed) = pool.probe(
        descriptor: descriptor, request: request, cancel: cancel, progress: progress),
      let split = try DecodeSplit(of: probed, byteCount: size)
    else { return nil }
    self.pool = pool
    self.split = split
    self.request = request
    self.descriptor = descriptor
    self.cancel = cancel
    self.progress = progress
    let count = split.parts.count
    state = Locked(
      State(
        decoded: Array(repeating: nil, count: count),
        milliseconds: Array(repeating: 0, count: count),
        points: Array(repeating: nil, count: count)))
  }

  /// Decodes on this thread and at most `helpers` others, within the limit of working threads.
  ///
  /// Throws if the parts cannot be merged, so that the recording must be decoded as a whole.
  package func decode(
    helpers: Int, threads: ThreadLimit
  ) throws(DecodeSplit.Indivisible) -> DecodeResult {
    for _ in 0..<min(helpers, split.parts.count - 1) {
      startThread { [self] in
        while threads.withOne({ help() }) {}
      }
    }
    while let index = take(helping: false) { decode(index) }
    awaitHelpers()
    let (parts, failure) = state.withLock { ($0.decoded.compactMap { $0 }, $0.failure) }
    switch failure {
    case nil:
      guard let recording = split.recording(of: parts) else { throw DecodeSplit.Indivisible() }
      return joined(recording)
    case .notSplittable?, .audio?: throw DecodeSplit.Indivisible()
    case .some(let failure): return .failure(failure)
    }
  }

  private func joined(_ recording: DecodedRecording) -> DecodeResult {
    guard let shape = request.pointShape(of: recording) else { return .success(recording) }
    var points = JoinedPoints(shape)
    do {
      for (part, kept) in zip(split.parts, state.withLock { $0.points }) {
        if let kept { try points.add(kept, of: part.frames) }
      }
      return points.recording(recording, request)
    } catch {
      return .failure(error)
    }
  }

  /// Decodes a part on another thread; returns false if none is left.
  private func help() -> Bool {
    guard let index = take(helping: true) else { return false }
    decode(index)
    let isLast = state.withLock { state in
      state.helping -= 1
      return state.isAwaited && state.helping == 0
    }
    if isLast { helped.signal() }
    return true
  }

  private func take(helping: Bool) -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < split.parts.count else { return nil }
      defer { state.next += 1 }
      if helping { state.helping += 1 }
      return state.next
    }
  }

  private func awaitHelpers() {
    let mustWait = state.withLock { state in
      state.isAwaited = true
      return state.helping > 0
    }
    if mustWait { helped.wait() }
  }

  private func decode(_ index: Int) {
    let spool = request.points.map { _ in PointsSpool() }
    var part = split.parts[index]
    part.known = state.withLock { state in
      // The previous part ends slightly after its last frame, too late for this part to use.
      state.decoded.prefix(max(0, index - 1)).last { $0?.last != nil }??.last
    }
    let result = pool.decode(
      part, descriptor: descriptor, request: request, cancel: cancel
    ) { event in
      if spool?.take(event) ?? false { return }
      event.report { soFar in
        let all = state.withLock { state in
          state.milliseconds[index] = soFar.milliseconds
          state.bytesRead = max(state.bytesRead, soFar.bytesRead)
          var all = split.position(afterMilliseconds: state.milliseconds)
          all.bytesRead = state.bytesRead
          return all
        }
        progress(all)
      }
    }
    let points = spool?.takeAll()
    state.withLock { state in
      state.points[index] = points
      switch result {
      case .success(let part):
        state.decoded[index] = part
        state.milliseconds[index] = nil
      case .failure(let failure): state.failure = state.failure ?? failure
      }
    }
  }
}

/// Limits the number of threads that work at the same time.
package final class ThreadLimit: Sendable {
  private let free = CountingSemaphore()

  package init(_ count: Int) { free.signalAll(count) }

  /// Waits until fewer threads than the limit are working, then does the work.
  package func withOne<Value>(_ work: () -> Value) -> Value {
    free.wait()
    defer { free.signal() }
    return work()
  }
}
