import Codecs
import Decoding
import Outputs
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// One recording on its way through a run: open, recognize, decode, draw, write.
struct RecordingWork {
  /// The result of opening a recording.
  enum Opening {
    case ended(JobEvent)
    case opened(OpenRecording)
  }

  /// Cached results, beside which others are measured.
  struct KnownPart {
    let recording: DecodedRecording
    let lacking: Measures
  }

  let context: ScanContext
  let plan: ScanPlan
  let job: RecordingJob
  let path: RawPath
  /// Whether an earlier run drew pictures of this recording.
  let hadPictures: Bool
  /// Whether an earlier run wrote any file of this recording, including placeholders.
  private let hadFiles: Bool

  init(_ job: RecordingJob, of plan: ScanPlan, with context: ScanContext) {
    self.context = context
    self.plan = plan
    self.job = job
    path = plan.path(job)
    let last = plan.record(job.index)
    hadPictures = last?.isDecoded ?? false
    hadFiles = last.map { record in record.isDecoded || plan.hasSizes(record) } ?? false
  }

  /// Opens and digests the recording, and ends the work on one whose content is known.
  func open() -> Opening {
    // A cancelled group has either seen the signal in another child, or cannot continue.
    if Task.isCancelled || context.interruption.requested { return .ended(.stopped(nil)) }
    do {
      let file = try context.library.open(path)
      let before = try identity(of: file)
      // A new style of a library is drawn without reading it.
      if let digest = plan.unchangedDigest(job) {
        let result = try known(file, identity: before, digest: digest)
        if let result { return .ended(try ended(result, file, before)) }
      }
      let digest = try context.reader.digest(
        of: file,
        at: path,
        size: before.size,
        wasDecoded: plan.lastDigest(job) != nil
      )
      if let digest {
        let result = try known(file, identity: before, digest: digest)
        if let result { return .ended(try ended(result, file, before)) }
        // A copy waits, and is then found in the cache, if that has room.
        let isBegun = context.reader.cache.begin(digest)
        if !isBegun, !job.flags.contains(.secondTry) {
          var copy = job
          copy.flags.insert(.copy)
          return .ended(.later(copy))
        }
      }
      return .opened(OpenRecording(job, file: file, identity: before, digest: digest))
    } catch {
      return .ended(result(of: error))
    }
  }

  /// Returns the step unless somebody has written the file while it was read: a picture of half of it
  /// would last.
  private func ended(
    _ step: JobEvent,
    _ file: borrowing Descriptor,
    _ before: FileIdentity
  ) throws -> JobEvent {
    let isUnchanged = try identity(of: file) == before
    return isUnchanged ? step : changed()
  }

  /// Decodes and draws the recording alone.
  func decode(_ recording: OpenRecording, firstTrySeconds: Double?) async -> JobEvent {
    let meter = context.meter
    let number = job.index
    let cost = plan.cost(job)
    let known = knownPart(of: recording)
    let read = await context.reader.decode(
      recording.file.number,
      at: path,
      isDivided: job.flags.contains(.dominatesTail),
      lacking: known?.lacking,
      within: firstTrySeconds
    ) { soFar in
      meter.update(soFar, of: number, costing: cost)
    }
    return finish(recording, read, beside: known, isFirstTry: firstTrySeconds != nil)
  }

  /// Draws a decoded recording, unless its file has changed since it was opened.
  ///
  /// `known` has the results that were not measured again.
  func finish(
    _ recording: OpenRecording,
    _ read: ReadRecording,
    beside known: KnownPart? = nil,
    isFirstTry: Bool
  ) -> JobEvent {
    defer {
      if let digest = recording.digest {
        context.reader.cache.end(digest)
      }
    }
    if isFirstTry, read.hasNoEnd { return .later(job) }
    do {
      // Nothing counts or is cached of a file that changed while it was read, a failure least of all.
      guard try identity(of: recording.file) == recording.identity else { return changed() }
      let result = try decoded(recording, read, beside: known)
      return try ended(finished(result), recording.file, recording.identity)
    } catch {
      return result(of: error)
    }
  }

  /// A file that has changed is read once more. One that keeps changing is a recording that is
  /// still being made, and is left for the next run.
  private func changed() -> JobEvent {
    guard job.flags.contains(.secondTry) else { return .later(job) }
    return finished(RecordingResult(path, .decoding(.changed)))
  }

  private func result(of error: any Error) -> JobEvent {
    switch WorkError(error) {
    case .problem(let problem):
      return finished(RecordingResult(path, problem))
    case .run(let failure): return .stopped(failure)
    case .cancelled: return .stopped(nil)
    }
  }

  /// Adds the text of the entry, and placeholders for pictures that a recording does not have if
  /// the run makes any.
  private func finished(_ result: RecordingResult) -> JobEvent {
    var result = result
    result.hiddenChange = hiddenChange(in: result)
    // Where the decoding program did not start, nothing is known that the last run did not know: its
    // pictures stay.
    if result.problem?.keepsPictures ?? false {
      result.kept = lastEntry
    } else if lacksFFmpeg(for: result.problem) {
      result.kept = lastEntry
      result.isForMissingFFmpeg = result.kept != nil
    }
    if needsPlaceholder(for: result) {
      do throws(WorkError) {
        let placeholder = context.outputPlan.placeholder(at: path)
        let written = try write(placeholder, context.outputPlan.pictures)
        result.entry.pictures = written.pictures
        result.outputs = result.entry.outputs
      } catch {
        // The problem of the recording itself is reported.
        guard case .problem = error else { return self.result(of: error) }
      }
    }
    // Spelled here and not when the manifest is written: children share the work, and 96 bytes a
    // recording stay instead of its facts.
    let entry = result.kept ?? result.entry
    result.text = entry.text(pathToOutput: context.pathToOutput)
    return .finished(job, result)
  }

  /// Returns how the recording differs from the last scan if neither its size nor its time does.
  // A flipped bit leaves both. Drawing it anew makes its digest the expected one, and `verify` would
  // find it whole from then on.
  private func hiddenChange(in result: RecordingResult) -> HiddenChange? {
    guard let record = plan.record(job.index), let last = record.identity else { return nil }
    guard let identity = result.identity, let digest = result.entry.digest else { return nil }
    guard let lastDigest = record.digest, digest != lastDigest else { return nil }
    // A file that was written just before the scan may have been written again at the same time.
    let isSeenSettled = !record.flags.contains(.racy)
    guard isSeenSettled, last.matches(identity, ignoringInode: true) else { return nil }
    guard let index = plan.ledgerIndex(job.index), let entry = try? plan.previous.entry(index),
      let lastTags = entry.facts?.tags, let tags = result.facts?.tags
    else { return .content }
    return tags == lastTags ? .content : .tags
  }

  private func needsPlaceholder(for result: RecordingResult) -> Bool {
    guard context.outputPlan.options.makesPlaceholders ?? false else { return false }
    // Pictures of an earlier run are better than plain ones.
    guard result.kept == nil else { return false }
    return result.problem?.mayHavePlaceholder ?? false
  }

  /// Returns whether an ffmpeg that this machine lacks, or that this run may not use, drew the recording:
  /// as with one that does not start, nothing is known that the last run did not know.
  private func lacksFFmpeg(for problem: ManifestProblem?) -> Bool {
    let asked = context.ffmpegOfSettings
    guard asked != .off else { return false }
    let isLimited = asked.retry(of: path) != .never && !context.reader.triesFFmpeg(for: path)
    guard context.reader.ffmpeg == nil || isLimited else { return false }
    guard problem?.waitsForFFmpeg ?? false else { return false }
    return lastEntry?.facts?.isByFFmpeg ?? false
  }

  /// The entry of the last run, as a stale one; nil if that run made nothing of the recording.
  private var lastEntry: ManifestEntry? {
    guard hadPictures, let index = plan.ledgerIndex(job.index) else { return nil }
    guard var entry = try? plan.previous.entry(index), entry.facts != nil else { return nil }
    entry.isStale = true
    return entry
  }
}

// Before decoding.
extension RecordingWork {
  private func identity(of file: borrowing Descriptor) throws -> FileIdentity {
    let status = try file.status(path)
    guard status.kind == .file else { throw FileProblem.notAFile(.init(status.kind)) }
    return status.identity
  }

  /// Returns the result of a recording that need not be decoded, or nil.
  private func known(
    _ file: borrowing Descriptor,
    identity: FileIdentity,
    digest: ContentDigest?
  ) throws -> JobEvent? {
    // Copied or touched: its files were made of the same content, with the same settings.
    let hasLastContent = digest != nil && digest == plan.lastDigest(job)
    let isUpToDate = job.flags.contains(.upToDate) && hasLastContent
    if isUpToDate, var result = plan.result(job.index, .digest) {
      result.identity = identity
      result.entry.digest = digest
      return .finished(job, result)
    }
    guard let digest, !context.redoesAll else { return nil }
    let kept = keptData(digest)
    var result: RecordingResult
    let retry = context.reader.retry(of: path)
    switch context.reader.cache.lookup(digest, retry: retry) {
    case .nothing, .part: return nil
    case .whole(let recording):
      // Points are not in the cache: for data that lacks them the recording is decoded again.
      guard needsNoPoints(kept) else { return nil }
      result = try drawn(
        recording,
        from: file,
        identity: identity,
        digest: digest,
        keeping: kept,
        source: .summary
      )
    case .failure(let failure):
      result = RecordingResult(path, failure, identity: identity, digest: digest)
      result.isRemembered = failure.isRemembered
    }
    return finished(result)
  }

  /// Returns the cached results of a recording if some of those that are asked for are missing.
  private func knownPart(of recording: OpenRecording) -> KnownPart? {
    guard let digest = recording.digest, !context.redoesAll else { return nil }
    let retry = context.reader.retry(of: path)
    guard case .part(let known, let lacking) = context.reader.cache.lookup(digest, retry: retry)
    else { return nil }
    return KnownPart(recording: known, lacking: lacking)
  }
}

// From a measurement to a result.
extension RecordingWork {
  private func decoded(
    _ open: OpenRecording,
    _ read: ReadRecording,
    beside known: KnownPart?
  ) throws -> RecordingResult {
    let digest = open.digest
    let cached = digest.flatMap { digest in context.reader.cache.store(read, of: digest) }
    switch read.result {
    case .success(var recording):
      // A file whose first bytes were those of no recording is not digested, and cannot be decoded.
      guard let digest else { return RecordingResult(path, .decoding(.changed)) }
      if let known {
        recording.measurement.addResults(missingFrom: known.recording.measurement)
      }
      var result = try drawn(
        recording,
        from: open.file,
        identity: open.identity,
        digest: digest,
        keeping: keptData(digest),
        source: .decoded
      )
      result.isIndivisible = read.isIndivisible
      result.secondsDecoded = recording.measurement.mix.duration
      return result
    case .failure(let failure):
      guard case .problem(let problem) = WorkError(failure) else { throw failure }
      if let cached, let digest {
        return RecordingResult(path, cached, identity: open.identity, digest: digest)
      }
      return RecordingResult(path, problem, identity: open.identity, digest: digest)
    }
  }

  /// Writes the outputs of a measured recording, and returns its result; `kept` are files that are up
  /// to date.
  private func drawn(
    _ decoded: DecodedRecording,
    from file: borrowing Descriptor,
    identity: FileIdentity,
    digest: ContentDigest,
    keeping kept: [RawPath: WrittenFile],
    source: OutcomeSource
  ) throws -> RecordingResult {
    let beside = context.markersBeside(path)
    let options = context.outputPlan.options
    let recording = decoded.marked(by: options.markers, given: beside.cues, in: options.range)
    let cover = try context.covers?.cover(of: path, openAs: file.number, in: context.library)
    let shown = shown(recording, over: cover)
    var facts = measuredFacts(of: recording, shownAs: shown, bytes: Int(identity.size))
    facts.markersDigest = beside.fingerprint
    facts.cover = cover.map(CoverEntry.init)

    let pictures: [PictureFile]
    do {
      let written = try write(shown, context.outputPlan.outputs, keeping: kept)
      pictures = written.pictures
      facts.dataFiles = written.data
      try copyArt(cover?.found, &facts.cover, of: shown)
    } catch {
      guard case .problem(let problem) = error else { throw error }
      return RecordingResult(path, problem, identity: identity, digest: digest)
    }
    // After the pictures, whose styles it names.
    facts.alt = recording.alternativeText(
      of: path,
      styles: pictures.map(\.facts.style),
      range: options.range,
      playhead: shown.look.playhead
    )

    let entry = ManifestEntry(
      path: path,
      bytes: Int(identity.size),
      digest: digest,
      content: .decoded(facts),
      pictures: pictures
    )
    var result = result(of: entry, keeping: kept, source: source)
    result.omittedCaptions = omittedCaptions(of: recording)
    result.identity = identity
    return result
  }

  /// Returns the result of a recording whose files are written; `kept` are those that were up to date.
  private func result(
    of entry: ManifestEntry,
    keeping kept: [RawPath: WrittenFile],
    source: OutcomeSource
  ) -> RecordingResult {
    var result = RecordingResult(entry, source: source)
    result.written = entry.outputs.count
    result.outputs = entry.outputs.filter { file in kept[file.path.path] == nil }
    return result
  }

  /// Returns the recording with the look of its pictures.
  private func shown(_ recording: DecodedRecording, over cover: RecordingCover?) -> OutputSource {
    // Art may be needed for the page only.
    let behind = context.outputPlan.options.cover == nil ? nil : cover
    var shown = context.outputPlan.source(for: recording, at: path, over: behind)
    shown.isStopped = { [interruption = context.interruption] in interruption.requested }
    return shown
  }

  /// Returns the facts of a recording that are known before its pictures are drawn.
  private func measuredFacts(
    of recording: DecodedRecording,
    shownAs shown: OutputSource,
    bytes: Int
  ) -> ManifestEntry.Facts {
    let options = context.outputPlan.options
    var facts = ManifestEntry.Facts(recording, bytes: bytes, range: options.range)
    facts.levels = shown.measurement.mix.levels(shown.look.scaling)
    switch options.colorBy {
    case .pitch:
      facts.pitches = shown.measurement.tones?.rampPositions(WaveformSummary.levelCount) ?? []
    case .bands:
      facts.bands = shown.measurement.bandHeights(shown.look.scaling)
    case nil:
      break
    }
    return facts
  }

  private func omittedCaptions(of recording: DecodedRecording) -> OmittedCaptions {
    guard context.outputPlan.setsLetters else { return OmittedCaptions() }
    let typeface = context.outputPlan.options.look.typeface
    // A thousand long names in tags take a tenth of a second and more.
    return OmittedCaptions(recording.facts.cues, in: typeface) { context.interruption.requested }
  }
}

// Writing the files of a recording.
extension RecordingWork {
  /// Writes these outputs, except the data in `kept`, which is up to date.
  func write(
    _ shown: OutputSource,
    _ outputs: [any Output],
    keeping kept: [RawPath: WrittenFile] = [:]
  ) throws(WorkError) -> (pictures: [PictureFile], data: [DataFile]) {
    var pictures: [PictureFile] = []
    var data: [DataFile] = []
    for output in outputs {
      let name = OutputPlan.name(of: path, output)
      let written: (file: WrittenFile?, picture: PictureFacts?)
      if let file = kept[name] {
        written = (file, nil)
      } else {
        written = try context.output.write(output, of: shown, as: name, isListed: hadFiles)
      }

      let format = type(of: output).format
      guard let file = written.file, let path = RelativePath(name) else {
        data.append(DataFile(lacking: format))
        continue
      }
      if let picture = written.picture {
        pictures.append(PictureFile(picture, at: path, file: file))
      } else {
        data.append(DataFile(format, at: path, file: file, key: output.key))
      }
    }
    return (pictures, data)
  }

  /// Copies embedded art into the output for the page.
  func copyArt(
    _ found: RecordingCover.Found?,
    _ entry: inout CoverEntry?,
    of shown: OutputSource
  ) throws(WorkError) {
    // That a recording has no art is a fault of its pictures only.
    if context.outputPlan.options.cover == nil {
      entry?.fault = nil
    }
    guard context.covers?.copiesArt == true, let art = entry?.art, art.source == .embedded else {
      return
    }
    entry?.key = RecordingCover.largeArt
    guard let copy = found.flatMap(CoverCopy.init),
      let path = CoverCopy.path(of: art.file.digest, mediaType: art.mediaType)
    else { return }
    do {
      // Its name is a digest, which no other program gives a file in this folder: one with other bytes
      // is a damaged copy, if it is near enough to the one due.
      _ = try context.output.write(copy, of: shown, as: path, isListed: true)
      entry?.art?.isCopied = true
      entry?.key = CoverCopy.key(art.file.digest)
    } catch {
      // A page without this cover is better than a recording without its picture.
      guard case .problem = error else { throw error }
    }
  }
}

/// A recording that was opened to be decoded.
final class OpenRecording: Sendable {
  let job: RecordingJob
  let file: Descriptor
  /// Size, times and inode before the file was read.
  let identity: FileIdentity
  /// The digest that this process has computed; nil if the first bytes are those of no recording.
  let digest: ContentDigest?

  init(
    _ job: RecordingJob,
    file: consuming Descriptor,
    identity: FileIdentity,
    digest: ContentDigest?
  ) {
    self.job = job
    self.file = file
    self.identity = identity
    self.digest = digest
  }
}
