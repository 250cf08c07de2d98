import Codecs
import Waveform
import WavethumbSystem

/// A long recording whose parts are decoded side by side, each by a child task.
///
/// The parts and their merged result depend on the file alone, not on the number of tasks.
package final class SharedDecoding: Sendable {
  /// Smaller files are never long enough for two parts.
  // Two parts have six minutes: at 48 kbit/s, which is little, they are 2 MiB.
  package static let minimumBytes = 2 << 20

  // The last column of a spectrogram extends beyond a part; its cost must be small. With
  // eight parts of 16 columns each, one column more is a sixteenth.
  private static let minimumColumns = 128

  /// The progress of the parts, to which their tasks report while they run.
  private struct Progress {
    /// The milliseconds decoded of each part; nil if it is done.
    var milliseconds: [Int?]
  }

  private struct Part: Sendable {
    let index: Int
    let decoded: Result<DecodedPart, DecodeFailure>
    let points: SpooledPoints?
  }

  private let pool: WorkerPool
  private let split: DecodeSplit
  private let request: DecodeRequest
  private let descriptor: CInt
  private let cancel: CInt?
  private let progress: @Sendable (DecodedSoFar) -> Void
  private let state: Locked<Progress>

  /// Probes a recording; returns nil if it is too short to share.
  ///
  /// `progress` is called from any thread with the progress of all parts together. The descriptor
  /// must stay open until `decode` returns.
  package init?(
    _ pool: WorkerPool,
    descriptor: CInt,
    request: DecodeRequest,
    cancel: CInt?,
    progress: @escaping @Sendable (DecodedSoFar) -> Void
  ) throws(DecodeSplit.Indivisible) {
    let isWhole = request.range == nil && request.maximumSamples == nil
    let columns = request.measures.spectrogramColumns ?? Self.minimumColumns
    guard isWhole, pool.answersAtOnce, columns >= Self.minimumColumns,
      let size = DescriptorSystem.size(of: descriptor), size >= Self.minimumBytes
    else { return nil }
    let answer = pool.probe(
      descriptor: descriptor,
      request: request,
      cancel: cancel,
      progress: progress
    )
    guard case .success(let probed) = answer,
      let split = try DecodeSplit(of: probed, byteCount: size)
    else { return nil }
    self.pool = pool
    self.split = split
    self.request = request
    self.descriptor = descriptor
    self.cancel = cancel
    self.progress = progress
    state = Locked(Progress(milliseconds: split.parts.map { _ in 0 }))
  }

  /// Decodes at most `width` parts at once, each in a child task that blocks its thread.
  ///
  /// Throws if the parts cannot be merged, so that the recording must be decoded as a whole.
  package func decode(width: Int) async throws(DecodeSplit.Indivisible) -> DecodeResult {
    let parts = await decodedParts(width: width)
    var decoded: [DecodedPart] = []
    for part in parts {
      switch part.decoded {
      case .success(let measured): decoded.append(measured)
      // What cannot be decoded from the middle may be decoded from the beginning.
      case .failure(.notSplittable), .failure(.audio): throw DecodeSplit.Indivisible()
      case .failure(let failure): return .failure(failure)
      }
    }
    guard let recording = split.recording(of: decoded) else { throw DecodeSplit.Indivisible() }
    return joined(recording, points: parts.map(\.points))
  }

  /// Returns the parts in order; after a failure, those that were begun by then, the failed one
  /// first.
  private func decodedParts(width: Int) async -> [Part] {
    await withTaskGroup(of: Part.self) { group in
      var waiting = split.parts.indices[...]
      var parts: [Part] = []
      for _ in 0..<max(1, width) {
        guard let index = waiting.popFirst() else { break }
        group.addTask { self.decode(index) }
      }
      while let part = await group.next() {
        if case .failure = part.decoded {
          // The rest would be decoded for nothing. Parts that run are awaited, as their descriptor is
          // the caller's.
          parts.insert(part, at: 0)
          waiting = waiting.prefix(0)
        } else {
          parts.append(part)
        }
        if let index = waiting.popFirst() {
          group.addTask { self.decode(index) }
        }
      }
      let hasFailed = parts.first.map { $0.decoded.isFailure } ?? false
      if hasFailed { return parts }
      return parts.sorted { $0.index < $1.index }
    }
  }

  private func joined(
    _ recording: DecodedRecording,
    points kept: [SpooledPoints?]
  ) -> DecodeResult {
    guard let shape = request.pointShape(of: recording) else { return .success(recording) }
    var points = JoinedPoints(shape)
    do {
      for (part, kept) in zip(split.parts, kept) {
        if let kept {
          try points.add(kept, of: part.frames)
        }
      }
      return points.recording(recording, request)
    } catch {
      return .failure(error)
    }
  }

  private func decode(_ index: Int) -> Part {
    let spool = request.points.map { _ in PointsSpool() }
    let result: Result<DecodedPart, DecodeFailure> = pool.ask(
      .part(request, split.parts[index]),
      about: descriptor,
      cancel: cancel
    ) { event in
      if spool?.add(event) ?? false { return }
      event.report { report($0, of: index) }
    }
    // A part that failed stays where it was, so that progress does not jump.
    if case .success = result {
      state.withLock { $0.milliseconds[index] = nil }
    }
    return Part(index: index, decoded: result, points: spool?.finish())
  }

  /// Reports the progress of all parts together.
  private func report(_ soFar: DecodedSoFar, of index: Int) {
    let all = state.withLock { state in
      state.milliseconds[index] = soFar.milliseconds
      return split.position(afterMilliseconds: state.milliseconds)
    }
    // Outside the lock: the caller's closure may take locks of its own.
    progress(all)
  }
}

extension Result {
  fileprivate var isFailure: Bool {
    if case .failure = self { return true }
    return false
  }
}
