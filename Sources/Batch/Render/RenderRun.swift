import Codecs
import Decoding
import Outputs
import Thumbnails
import Waveform
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Makes the pictures or data of one recording.
struct RenderRun: Sendable {
  let options: RenderOptions
  let report: Report
  let interruption: Interruption

  /// Returns the exit status, after a message about each failure.
  func run() -> ExitStatus {
    do {
      // All threads share a single recording that is long enough.
      try RunThreads.with(decoders: options.decoding.width) { threads in
        try await render(on: threads)
      }
      return .success
    } catch {
      return report.fail(
        error,
        with: RenderInput.name(of: options.input),
        interruption: interruption
      )
    }
  }

  // One that cannot be read ends the run: the picture would look complete without it.
  private func overlays(readBy reading: RenderReading) async throws -> [WaveformMeasurement] {
    var overlays: [WaveformMeasurement] = []
    for path in options.pictures.overlays {
      do {
        let input = try RenderInput(.file(path.bytes))
        let read = try await reading.recording(of: input)
        overlays.append(read.recording.measurement)
      } catch {
        guard case .problem(let problem) = WorkError(error) else { throw error }
        let message = ManifestProblem(problem, isAlone: true).message
        throw RunFailure.badOverlay(path.bytes, detail: message)
      }
    }
    return overlays
  }

  private func render(on threads: RunThreads) async throws {
    report.say(ignored: options.recordings)
    try CacheFolder.refuseForeign(options.cache)
    let ffmpeg = try FFmpegProgram.requested(by: options.decoding)
    let input = try RenderInput(options.input)
    let names = outputs().names(of: recordingName)
    // Before anything is decoded: that a file of another program has the name should not be said after
    // an hour.
    let destination = try RenderDestination(
      options.output,
      of: options.format,
      names: names,
      unlike: input
    )
    let reading = RenderReading(
      options,
      ffmpeg: ffmpeg,
      report: report,
      interruption: interruption,
      on: threads
    )

    let (recording, source) = try await reading.recording(of: input)
    try interruption.check()
    let overlays = try await overlays(readBy: reading)
    try interruption.check()

    let marked = try marked(recording, from: input)
    let ffmpegForArt = FFmpegProgram.forArt(ffmpeg, options: options.decoding)
    let cover = try cover(of: input, from: reading.reader.pool, ffmpeg: ffmpegForArt)
    // Last: an old picture stays until all that the new one shows is there.
    try write(marked, over: cover, by: outputs(overlays: overlays), into: destination)
    reportDrawn(marked, over: cover, of: input, from: source, as: names)
    reading.reader.cache.summaries?.sweep()
    report.sayAll()
  }

  /// Reports the recording with its damage, and what of it the picture does not show.
  private func reportDrawn(
    _ recording: DecodedRecording,
    over cover: RecordingCover?,
    of input: borrowing RenderInput,
    from source: OutcomeSource,
    as names: [RawPath]
  ) {
    var facts = ManifestEntry.Facts(recording, range: options.pictures.range)
    facts.cover = cover.map(CoverEntry.init)
    let entry = ManifestEntry(path: input.name, content: .decoded(facts))
    var result = RecordingResult(entry, source: source)
    result.written = names.count
    report.finished(result)
    if let fault = cover?.fault {
      report.say(.plain(fault))
    }
    sayWritten(names)
    // An SVG has its captions as text, and the browser's letters.
    guard options.format == .png else { return }
    let omitted = OmittedCaptions(recording.facts.cues, in: options.pictures.look.typeface)
    if !omitted.isEmpty {
      report.say(.captionsLeftOut(omitted))
    }
  }

  private func sayWritten(_ names: [RawPath]) {
    switch options.output {
    case .standardOutput: break
    case .file(let path), .preparedFile(let path): report.say(.wrote([path]))
    case .namedAfterInput: report.say(.wrote(names.map(\.bytes)))
    }
  }

  /// A stream has the name of its picture.
  private var recordingName: RawPath {
    if case .standardInput = options.input, case .file(let output) = options.output {
      return RawPath(bytes: output).name
    }
    return RenderInput.name(of: options.input).name
  }

  private func outputs(overlays: [WaveformMeasurement] = []) -> OutputPlan {
    OutputPlan(options.pictures, formats: [options.format], overlays: overlays)
  }

  private func write(
    _ recording: DecodedRecording,
    over cover: RecordingCover? = nil,
    by plan: OutputPlan,
    into destination: borrowing RenderDestination
  ) throws {
    var shown = plan.source(for: recording, at: recordingName, over: cover)
    shown.isStopped = { [interruption] in interruption.requested }
    for (output, name) in zip(plan.outputs, plan.names(of: recordingName)) {
      try destination.write(output, of: shown, as: name)
    }
  }
}
