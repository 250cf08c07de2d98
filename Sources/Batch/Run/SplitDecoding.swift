import Synchronization

/// Decodes one file with several workers at once, where it is long enough to be worth it.
struct SplitDecoding {
  // What is shorter than this in bytes is shorter than two parts in minutes, whatever the format.
  private static let fewestBytes = 1 << 20

  let pool: WorkerPool
  let request: DecodeRequest
  /// How many workers at once.
  let width: Int
  let cancel: CInt?

  /// Decodes the whole file; `progress` hears of milliseconds of audio decoded so far by all workers together.
  func decode(
    descriptor: CInt, progress: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> Result<DecodedRecording, DecodeFailure> {
    if let result = decodeParts(descriptor, progress) { return result }
    return pool.decode(
      descriptor: descriptor, request: request, cancel: cancel, progress: progress)
  }

  /// Nothing where the recording has to be decoded as a whole.
  private func decodeParts(
    _ descriptor: CInt, _ progress: @escaping @Sendable (Int) -> Void
  ) -> Result<DecodedRecording, DecodeFailure>? {
    guard width > 1, let size = WorkerSystem.size(of: descriptor), size >= Self.fewestBytes,
      case .success(let probed) = pool.probe(
        descriptor: descriptor, request: request, cancel: cancel),
      let split = DecodeSplit(of: probed, byteCount: size)
    else { return nil }
    let round = PartRound(split.parts, progress)
    let work = { @Sendable in
      while let index = round.next() {
        let part = pool.decode(
          split.parts[index], descriptor: descriptor, request: request, cancel: cancel
        ) { round.heard(milliseconds: $0, of: index) }
        round.finish(part, index)
      }
    }
    let helpers = (1..<min(width, split.parts.count)).count { _ in
      startThread {
        work()
        round.leave()
      }
    }
    work()
    for _ in 0..<helpers { round.awaitHelper() }
    return round.outcome(of: split)
  }
}

/// The parts of one recording, taken up by whoever is free.
private final class PartRound: Sendable {
  private struct State {
    var taken = 0
    var milliseconds: [Int]
    var parts: [DecodedPart?]
    var failure: DecodeFailure?
  }

  private let state: Mutex<State>
  private let ended = Bell()
  private let progress: @Sendable (Int) -> Void

  init(_ parts: [DecodePart], _ progress: @escaping @Sendable (Int) -> Void) {
    self.progress = progress
    state = Mutex(
      State(
        milliseconds: Array(repeating: 0, count: parts.count),
        parts: Array(repeating: nil, count: parts.count)))
  }

  /// The next part that nobody has taken; none once one has failed.
  func next() -> Int? {
    state.withLock { state in
      guard state.failure == nil, state.taken < state.parts.count else { return nil }
      defer { state.taken += 1 }
      return state.taken
    }
  }

  func heard(milliseconds: Int, of index: Int) {
    progress(
      state.withLock { state in
        state.milliseconds[index] = milliseconds
        return state.milliseconds.reduce(0, +)
      })
  }

  func finish(_ part: Result<DecodedPart, DecodeFailure>, _ index: Int) {
    state.withLock { state in
      switch part {
      case .success(let part): state.parts[index] = part
      case .failure(let failure): state.failure = state.failure ?? failure
      }
    }
  }

  func leave() {
    ended.ring()
  }

  func awaitHelper() {
    ended.wait()
  }

  /// What all parts together came to; nothing where only the whole can tell.
  func outcome(of split: DecodeSplit) -> Result<DecodedRecording, DecodeFailure>? {
    let (parts, failure) = state.withLock { ($0.parts.compactMap(\.self), $0.failure) }
    switch failure {
    case nil: return split.recording(of: parts).map { .success($0) }
    // The whole has its own say about what is wrong, and where.
    case .audio, .notSplittable, .changed: return nil
    case .some(let failure): return .failure(failure)
    }
  }
}
