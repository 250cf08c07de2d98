import Codecs
package import System
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
    /// The number of parts that helpers have taken.
    var helped = 0
    var failure: DecodeFailure?
    var parts: [Part]
    /// The largest number of bytes read by one worker, as each may have to count the length.
    var bytesRead = 0
  }

  private struct Part {
    var decoded: DecodedPart?
    /// The progress; nil if done.
    var milliseconds: Int? = 0
    var points: SpooledPoints?
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
    (self.pool, self.split, self.request, self.descriptor) = (pool, split, request, descriptor)
    (self.cancel, self.progress) = (cancel, progress)
    state = Locked(State(parts: split.parts.map { _ in Part() }))
  }

  /// Decodes on this thread and at most `helpers` others, within the limit of working threads.
  ///
  /// Throws if the parts cannot be merged, so that the recording must be decoded as a whole.
  package func decode(
    helpers: Int, threads: CountingSemaphore
  ) throws(DecodeSplit.Indivisible) -> DecodeResult {
    for _ in 0..<min(helpers, split.parts.count - 1) {
      startThread { [self] in
        while threads.withOne({ help() }) {}
      }
    }
    while let index = take(helping: false) { decode(index) }
    // No helper takes another part once this thread finds none.
    for _ in 0..<state.withLock({ $0.helped }) { helped.wait() }
    let (parts, failure) = state.withLock { ($0.parts.compactMap(\.decoded), $0.failure) }
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
      for (part, kept) in zip(split.parts, state.withLock { $0.parts.map(\.points) }) {
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
    helped.signal()
    return true
  }

  private func take(helping: Bool) -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.next < split.parts.count else { return nil }
      defer { state.next += 1 }
      if helping { state.helped += 1 }
      return state.next
    }
  }

  private func decode(_ index: Int) {
    let spool = request.points.map { _ in PointsSpool() }
    let result: Result<DecodedPart, DecodeFailure> = pool.ask(
      .part(request, split.parts[index]), descriptor, cancel
    ) { event in
      if spool?.take(event) ?? false { return }
      event.report { soFar in
        let all = state.withLock { state in
          state.parts[index].milliseconds = soFar.milliseconds
          state.bytesRead = max(state.bytesRead, soFar.bytesRead)
          var all = split.position(afterMilliseconds: state.parts.map(\.milliseconds))
          all.bytesRead = state.bytesRead
          return all
        }
        progress(all)
      }
    }
    let points = spool?.takeAll()
    state.withLock { state in
      state.parts[index].points = points
      switch result {
      case .success(let part):
        state.parts[index].decoded = part
        state.parts[index].milliseconds = nil
      case .failure(let failure): state.failure = state.failure ?? failure
      }
    }
  }
}
