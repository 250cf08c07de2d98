import Bytes
import Codecs
import Decoding
import Library
import Outputs
import System
import Thumbnails
import Waveform

/// Why the work on a recording ends before its picture.
enum WorkStop: Error {
  case problem(FileProblem)
  case ended(RunFailure)
  case cancelled
}

/// One recording on its way through a run: open, recognise, decode, draw, write.
struct RecordingWork {
  /// What a look at a recording came to.
  enum Look {
    case ended(JobResult)
    /// It changed while it was looked at.
    case changed
    /// It has to be decoded, and nobody else decodes the same content meanwhile.
    case unknown(OpenRecording)
  }

  /// A recording that waits to be decoded.
  final class OpenRecording {
    let file: Descriptor
    let identity: FileIdentity
    let digest: ContentDigest?
    /// The digest was taken of the open file by this process.
    let isDigestOurs: Bool

    init(
      file: consuming Descriptor, identity: FileIdentity, digest: ContentDigest?,
      isDigestOurs: Bool
    ) {
      self.file = file
      (self.identity, self.digest, self.isDigestOurs) = (identity, digest, isDigestOurs)
    }
  }

  private static let mostTries = 2

  let tools: ScanTools
  let queue: JobQueue
  let job: RecordingJob

  func perform() -> JobResult {
    for _ in 0..<Self.mostTries {
      switch look() {
      case .ended(let result): return result
      case .changed: continue
      case .unknown(let recording):
        let patience = queue.firstTrySeconds(of: job, tools.pool.timeout)
        let read = decode(recording.file, within: patience)
        if let result = finish(recording, read, isFirstTry: patience != nil) { return result }
      }
    }
    return .finished(job, RecordingResult(job.path, .changed), secondsDecoded: 0)
  }

  /// Opens the recording, and ends the work on one whose content is known.
  func look() -> Look {
    if tools.interruption.requested { return .ended(.cancelled) }
    do throws(WorkStop) {
      let file = try open()
      let before = try identity(of: file)
      let digest = try knownDigest(of: file, before)
      if let result = try known(file, before, digest) {
        return try identity(of: file) == before ? .ended(result) : .changed
      }
      if let digest, !queue.claim(digest) { return .ended(.parked(job, digest)) }
      let isOurs = digest != nil && job.trustedDigest == nil
      return .unknown(
        OpenRecording(file: file, identity: before, digest: digest, isDigestOurs: isOurs))
    } catch {
      return .ended(result(of: error))
    }
  }

  /// Draws what was decoded of an open recording; answers nothing where it changed meanwhile.
  func finish(
    _ recording: OpenRecording, _ read: ReadRecording, isFirstTry: Bool
  ) -> JobResult? {
    defer { if let digest = recording.digest { queue.release(digest) } }
    if isFirstTry, read.hasNoEnd { return .putOff(job) }
    do throws(WorkStop) {
      let (result, seconds) = try decoded(recording, read)
      let isSame = try identity(of: recording.file) == recording.identity
      return isSame ? .finished(job, result, secondsDecoded: seconds) : nil
    } catch {
      return result(of: error)
    }
  }

  private func result(of stop: WorkStop) -> JobResult {
    switch stop {
    case .problem(let problem):
      takeUpLastData()
      return .finished(job, RecordingResult(job.path, problem), secondsDecoded: 0)
    case .ended(let failure): return .ended(failure)
    case .cancelled: return .cancelled
    }
  }
}

// What is known of a recording before it is decoded.
extension RecordingWork {
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
    guard status.kind == .file else { throw .problem(.notAFile(status.kind.nonFile)) }
    return status.identity
  }

  /// What comes of a recording that need not be decoded.
  private func known(
    _ file: borrowing Descriptor, _ identity: FileIdentity, _ digest: ContentDigest?
  ) throws(WorkStop) -> JobResult? {
    if job.isOtherwiseUnchanged, let digest, digest == job.lastDigest {
      return .unchanged(job, identity, digest)
    }
    takeUpLastData()
    guard let digest, !tools.redoesAll else { return nil }
    let kept = keptData(digest)
    var result: RecordingResult
    switch tools.recordings.content(digest, identity.size, of: trace(identity)) {
    case nil: return nil
    case .success(let recording)?:
      guard needsNoPoints(kept) else { return nil }
      result = try drawn(recording, file, identity, digest, keeping: kept, source: .summary)
    case .failure(let failure)?:
      result = RecordingResult(job.path, FileProblem(failure), identity, digest)
      result.isRemembered = true
    }
    return .finished(job, result, secondsDecoded: 0)
  }

  /// The content's digest, where it is known already or worth knowing before anything is decoded.
  private func knownDigest(
    of file: borrowing Descriptor, _ identity: FileIdentity
  ) throws(WorkStop) -> ContentDigest? {
    if let trusted = job.trustedDigest { return trusted }
    let mayBeKnown =
      job.lastDigest != nil || job.sharesItsSize || tools.recordings.mayHold(size: identity.size)
    let (meter, number) = (tools.meter, job.index)
    return mayBeKnown ? try digest(of: file) { meter.noteRead($0, of: number) } : nil
  }

  private func digest(
    of file: borrowing Descriptor, progress: (Int) -> Void = { _ in }
  ) throws(WorkStop) -> ContentDigest {
    do {
      return try file.contentDigest(job.path, cancel: tools.interruption, progress: progress)
    } catch {
      switch error {
      case .failed(let failure): throw .problem(.unreadable(errno: failure.errno))
      case .cancelled: throw .cancelled
      }
    }
  }
}

// From a descriptor to a result.
extension RecordingWork {
  /// Gets the measurement by whatever can read the recording.
  private func decode(
    _ file: borrowing Descriptor, within patience: Double?
  ) -> ReadRecording {
    var isIndivisible = false
    if job.isLeftAlone {
      do throws(DecodeSplit.Indivisible) {
        if let result = try decodeTogether(file) { return ReadRecording(result: result) }
      } catch {
        isIndivisible = true
      }
    }
    let result = tools.pool.decode(
      descriptor: file.number, request: tools.request, within: patience,
      cancel: tools.interruption.descriptor, progress: note)
    var read = ReadRecording(result, file.number, or: tools.ffmpeg, progress: note)
    read.isIndivisible = isIndivisible
    return read
  }

  private func note(_ soFar: DecodedSoFar) {
    tools.meter.note(soFar, of: job.index, costing: job.cost)
  }

  /// Has other threads help where they have nothing else to do; nothing where it is too short.
  private func decodeTogether(
    _ file: borrowing Descriptor
  ) throws(DecodeSplit.Indivisible) -> Result<DecodedRecording, DecodeFailure>? {
    let (meter, job) = (tools.meter, job)
    return try SharedDecoding(
      tools.pool, descriptor: file.number, request: tools.request,
      cancel: tools.interruption.descriptor
    ) {
      meter.note($0, of: job.index, costing: job.cost)
    }?.decode(helpers: tools.width - 1, threads: tools.threads)
  }

  private func decoded(
    _ open: OpenRecording, _ read: ReadRecording
  ) throws(WorkStop) -> (RecordingResult, seconds: Double) {
    let (identity, known) = (open.identity, open.digest)
    switch read.result {
    case .success(let recording):
      let told = known ?? recording.digest
      let digest = if let told { told } else { try self.digest(of: open.file) }
      remember(read, digest, open, isOurs: told == nil)
      var result = try drawn(
        recording, open.file, identity, digest, keeping: keptData(digest), source: .decoded)
      result.isIndivisible = read.isIndivisible
      return (result, recording.measurement.mix.duration)
    case .failure(.cancelled): throw .cancelled
    case .failure(let failure):
      if let ending = failure.endsTheRun { throw .ended(ending) }
      let problem = FileProblem(failure)
      guard problem.isContentFault else {
        return (RecordingResult(job.path, problem, identity, known), 0)
      }
      // The first bytes show an unsupported format; only what cost time is worth remembering.
      if case .audio(.unsupported) = failure {
        return (RecordingResult(job.path, problem, identity), 0)
      }
      let digest = if let known { known } else { try self.digest(of: open.file) }
      remember(read, digest, open, isOurs: known == nil)
      return (RecordingResult(job.path, problem, identity, digest), 0)
    }
  }

  /// What the file is known by besides its content.
  private func trace(_ identity: FileIdentity) -> FileTrace {
    FileTrace(tools.libraryPath.appending(job.path), identity)
  }

  private func remember(
    _ read: ReadRecording, _ digest: ContentDigest, _ open: OpenRecording, isOurs: Bool
  ) {
    let isTold = !isOurs && !open.isDigestOurs
    tools.recordings.remember(
      read, digest, open.identity.size, toldOf: isTold ? trace(open.identity) : nil)
  }

  private func drawn(
    _ decoded: DecodedRecording, _ file: borrowing Descriptor, _ identity: FileIdentity,
    _ digest: ContentDigest, keeping kept: [RawPath: WrittenFile], source: OutcomeSource
  ) throws(WorkStop) -> RecordingResult {
    let beside = tools.markersBeside(job.path)
    let options = tools.making.options
    let recording = decoded.marked(by: options.markers, beside.cues, in: options.range)
    let cover = try cover(file)
    var coverEntry = cover.map(CoverEntry.init)
    let written: WrittenOutputs
    do {
      let writing = OutputWriting(tools: tools, kept: kept)
      written = try writing.write(
        recording, job.path, over: options.cover == nil ? nil : cover, wasWritten: job.hadPictures)
      try writing.copyArt(cover?.found, &coverEntry, of: recording, at: job.path)
    } catch {
      switch error {
      case .problem(let problem): return RecordingResult(job.path, problem, identity, digest)
      case .ended, .cancelled: throw error
      }
    }
    var made = ManifestEntry.Made(recording, range: options.range)
    made.alt = recording.alternativeText(
      of: job.path, styles: written.pictures.map(\.facts.style), range: options.range,
      playhead: written.playhead)
    made.markersDigest = beside.fingerprint
    made.cover = coverEntry
    (made.levels, made.dataFiles) = (written.levels, written.data)
    let entry = ManifestEntry(
      path: job.path, bytes: Int(identity.size), digest: digest, content: .made(made),
      pictures: written.pictures)
    var result = RecordingResult(entry, source: source)
    result.written = entry.files.count
    if tools.making.setsLetters {
      result.omittedCaptions = OmittedCaptions(recording.facts.cues, in: options.look.typeface) {
        tools.interruption.requested
      }
    }
    result.identity = identity
    return result
  }

  /// The art that the pictures are laid over, where that is wanted.
  private func cover(_ file: borrowing Descriptor) throws(WorkStop) -> RecordingCover? {
    do throws(DecodeFailure) {
      return try tools.covers?.cover(of: job.path, file.number, in: tools.library)
    } catch {
      if let ending = error.endsTheRun { throw .ended(ending) }
      throw .cancelled
    }
  }
}
