import Codecs
import Decoding
public import Library
import Outputs
import System
import Thumbnails
import Waveform

/// Makes the pictures or data of one recording.
public struct RenderRun: Sendable {
  let options: RenderOptions
  let report: Report
  let interruption: Interruption

  /// Creates a run of `render`, which stops early when `interruption` has a signal.
  public init(_ options: RenderOptions, report: Report, interruption: Interruption) {
    self.options = options
    self.report = report
    self.interruption = interruption
  }

  /// Performs the action and returns the exit status.
  public func run() -> ExitStatus {
    let name = RenderInput.name(of: options.input)
    do throws(JobStop) {
      try render()
      return .success
    } catch {
      switch error {
      case .run(let failure): return report.fail(failure)
      case .problem(let problem):
        report.fail(name.bytes, problem)
        return .someFailed
      case .cancelled:
        report.say(.renderStopped)
        return ExitStatus(rawValue: interruption.exitStatus()) ?? .interrupted
      }
    }
  }

  private func overlays(_ reading: RenderReading) throws(JobStop) -> [WaveformMeasurement] {
    var overlays: [WaveformMeasurement] = []
    for path in options.pictures.overlays {
      do throws(JobStop) {
        let input = try RenderInput(.file(path.bytes))
        overlays.append(try reading.recording(of: input).recording.measurement)
      } catch {
        guard case .problem(let problem) = error else { throw error }
        throw .refused(.badOverlay(path.bytes, detail: problem.loneMessage))
      }
    }
    return overlays
  }

  private func render() throws(JobStop) {
    report.say(ignored: options.recordings)
    do { try CacheFolder.refuseForeign(options.cache) } catch { throw .run(error) }
    let ffmpeg = try ffmpeg()
    let input = try RenderInput(options.input)
    let maker = RenderMaking(options, interruption)
    let place = try RenderPlace(options.output, of: options.format, names: maker.names, input)
    let reading = RenderReading(options, ffmpeg, report, interruption)
    let (recording, source) = try reading.recording(of: input) { maker.show($0, in: place) }
    if interruption.requested { throw .cancelled }
    let overlays = try overlays(reading)
    if interruption.requested { throw .cancelled }
    let marked = try RenderMarkers(options).marked(recording, input)
    let cover = try RenderCover(
      options, reading.pool, ffmpeg, cancel: interruption.descriptor
    ).cover(of: input)
    try maker.make(of: marked, under: overlays, over: cover, into: place)
    var made = ManifestEntry.Made(marked, range: options.pictures.range)
    made.cover = cover.map(CoverEntry.init)
    var result = RecordingResult(
      ManifestEntry(path: input.name, content: .made(made)), source: source)
    result.written = maker.names.count
    report.finished(result)
    if let fault = cover?.fault { report.say(.plain(fault)) }
    sayWritten(maker.names)
    let unwritten = OmittedCaptions(marked.facts.cues, in: options.pictures.look.typeface)
    if options.format == .png, !unwritten.isEmpty { report.say(.captionsLeftOut(unwritten)) }
    // The progress thread may outlive the run, so the last messages are printed here.
    report.sayAll()
  }

  private func sayWritten(_ names: [RawPath]) {
    switch options.output {
    case .standardOutput: break
    case .file(let path), .preparedFile(let path): report.say(.wrote([path]))
    case .namedAfterInput: report.say(.wrote(names.map(\.bytes)))
    }
  }

  private func ffmpeg() throws(JobStop) -> FFmpegProgram? {
    do {
      return try FFmpegProgram.wanted(by: options.decoding)
    } catch {
      throw .run(error)
    }
  }
}
