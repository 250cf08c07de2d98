import Bytes
import Codecs
import Decoding
import System
import Waveform

/// One recording on its way through a run: open, recognise, decode, draw, write.
struct RecordingWork {
  private static let mostTries = 2

  let tools: ScanTools
  let job: RecordingJob

  func perform() -> JobResult {
    for _ in 0..<Self.mostTries {
      switch look() {
      case .ended(let result): return result
      case .changed: continue
      case .unknown(let recording):
        let decoding = RecordingDecoding(tools: tools, mayBeShared: job.isLeftAlone)
        if let result = finish(recording, decoding.decode(recording.file)) { return result }
      }
    }
    return .finished(failed(.changed, nil, nil))
  }

  /// Opens the recording, and ends the work on one whose content is known.
  func look() -> Look {
    if tools.interruption.requested { return .ended(.cancelled) }
    do throws(WorkStop) {
      let file = try open()
      let before = try identity(of: file)
      let digest = try knownDigest(of: file, before)
      if let result = try known(before, digest) {
        return try identity(of: file) == before ? .ended(result) : .changed
      }
      if let digest, !tools.inFlight.claim(digest) { return .ended(.parked(job, digest)) }
      return .unknown(OpenRecording(file: file, identity: before, digest: digest))
    } catch {
      return .ended(result(of: error))
    }
  }

  /// Draws what was decoded of an open recording; answers nothing where it changed meanwhile.
  func finish(_ recording: OpenRecording, _ read: ReadRecording) -> JobResult? {
    defer { if let digest = recording.digest { tools.inFlight.release(digest) } }
    do throws(WorkStop) {
      let finished = try decoded(recording, read)
      return try identity(of: recording.file) == recording.identity ? .finished(finished) : nil
    } catch {
      return result(of: error)
    }
  }

  private func result(of stop: WorkStop) -> JobResult {
    switch stop {
    case .problem(let problem): .finished(failed(problem, nil, nil))
    case .ended(let failure): .ended(failure)
    case .cancelled: .cancelled
    }
  }

  private func open() throws(WorkStop) -> Descriptor {
    do {
      return try tools.library.open(job.path)
    } catch {
      throw .problem(.unreadable(errno: error.errno))
    }
  }

  private func identity(of file: borrowing Descriptor) throws(WorkStop) -> FileIdentity {
    let status: FileStatus
    do {
      status = try file.status(job.path)
    } catch {
      throw .problem(.unreadable(errno: error.errno))
    }
    guard status.kind == .file else { throw .problem(.notAFile(status.kind.impostor)) }
    return status.identity
  }

  /// What comes of a recording that need not be decoded.
  private func known(
    _ identity: FileIdentity, _ digest: ContentDigest?
  ) throws(WorkStop) -> JobResult? {
    guard let digest else { return nil }
    if job.isOtherwiseUnchanged, digest == job.lastDigest {
      return .finished(unchanged(identity, digest))
    }
    guard !tools.redoesAll else { return nil }
    switch tools.recordings.content(digest, identity.size) {
    case nil: return nil
    case .success(let recording)?:
      return .finished(try drawn(recording, identity, digest, source: .summary))
    case .failure(let problem)?:
      var outcome = failed(FileProblem(problem), identity, digest)
      outcome.outcome.isRemembered = true
      return .finished(outcome)
    }
  }

  /// The content's digest, where it is known already or worth knowing before anything is decoded.
  private func knownDigest(
    of file: borrowing Descriptor, _ identity: FileIdentity
  ) throws(WorkStop) -> ContentDigest? {
    if let trusted = job.trustedDigest { return trusted }
    let mayBeKnown =
      job.lastDigest != nil || job.sharesItsSize || tools.recordings.mayHold(size: identity.size)
    return mayBeKnown ? try digest(of: file) : nil
  }

  private func digest(of file: borrowing Descriptor) throws(WorkStop) -> ContentDigest {
    do {
      return try file.contentDigest(job.path, cancel: tools.interruption)
    } catch {
      switch error {
      case .failed(let failure): throw .problem(.unreadable(errno: failure.errno))
      case .cancelled: throw .cancelled
      }
    }
  }

  private func decoded(
    _ open: OpenRecording, _ read: ReadRecording
  ) throws(WorkStop) -> FinishedRecording {
    let (identity, known) = (open.identity, open.digest)
    switch read.result {
    case .success(let recording):
      var digest = known ?? recording.digest
      if digest == nil { digest = try self.digest(of: open.file) }
      guard let digest else { return failed(.changed, identity, nil) }
      tools.recordings.remember(read, digest, identity.size)
      var finished = try drawn(recording, identity, digest, source: .decoded)
      finished.secondsDecoded = recording.measurement.mix.duration
      return finished
    case .failure(.cancelled): throw .cancelled
    case .failure(let failure):
      if let ending = failure.endsTheRun { throw .ended(ending) }
      let problem = FileProblem(failure)
      guard problem.isContentFault else { return failed(problem, identity, known) }
      // An unsupported format is known by a glance; only what cost time is worth remembering.
      if case .audio(.unsupported) = failure { return failed(problem, identity, nil) }
      let digest = if let known { known } else { try self.digest(of: open.file) }
      tools.recordings.remember(read, digest, identity.size)
      return failed(problem, identity, digest)
    }
  }

  private func unchanged(_ identity: FileIdentity, _ digest: ContentDigest) -> FinishedRecording {
    FinishedRecording(
      index: job.index, identity: identity, digest: digest, entry: .asBefore,
      outcome: FileOutcome(path: job.path.bytes, source: .digest))
  }

  private func drawn(
    _ decoded: DecodedRecording, _ identity: FileIdentity, _ digest: ContentDigest,
    source: OutcomeSource
  ) throws(WorkStop) -> FinishedRecording {
    let beside = tools.markersBeside(job.path)
    let options = tools.making.options
    let recording = decoded.marked(by: options.markers, beside.cues, in: options.range)
    let written: WrittenOutputs
    do {
      written = try OutputWriting(tools: tools).write(recording, job.path)
    } catch {
      switch error {
      case .problem(let problem): return failed(problem, identity, digest)
      case .ended, .cancelled: throw error
      }
    }
    let summary = recording.measurement.mix
    let entry = ManifestEntry(
      path: job.path, bytes: Int(identity.size), digest: digest,
      content: .success(
        .init(
          facts: recording.facts, summary: summary, thumbnails: written.thumbnails,
          data: written.data, markersFingerprint: beside.fingerprint, range: options.range)),
      wayToOutput: tools.wayToOutput)
    var outcome = FileOutcome(path: job.path.bytes, source: source)
    outcome.isTruncated = summary.truncated
    outcome.isSilent = summary.silent
    outcome.written = written.sizes.count
    return FinishedRecording(
      index: job.index, identity: identity, digest: digest, entry: .text(entry.text()),
      markers: beside.fingerprint, sizes: written.sizes, outcome: outcome)
  }

  private func failed(
    _ problem: FileProblem, _ identity: FileIdentity?, _ digest: ContentDigest?
  ) -> FinishedRecording {
    let entry = ManifestEntry(
      path: job.path, bytes: identity.map { Int($0.size) }, digest: digest,
      content: .failure(problem))
    return FinishedRecording(
      index: job.index, identity: identity, digest: digest, entry: .text(entry.text()),
      outcome: FileOutcome(path: job.path.bytes, source: nil, problem: problem))
  }
}

/// Why the work on a recording ends before its picture.
enum WorkStop: Error {
  case problem(FileProblem)
  case ended(RunFailure)
  case cancelled
}
