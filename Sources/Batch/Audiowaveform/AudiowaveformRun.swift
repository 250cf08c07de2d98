import Decoding
import Outputs
import Waveform
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// One conversion with audiowaveform's options.
struct AudiowaveformRun: Sendable {
  private let options: AudiowaveformOptions
  private let report = Report(.quiet)
  private let interruption: Interruption

  /// Performs a call; the status is 0 or 1, as for audiowaveform.
  static func run(_ arguments: [[UInt8]], interruption: Interruption) -> ExitStatus {
    do {
      switch try AudiowaveformParser.parse(arguments) {
      case .help: return Announcement.show(AudiowaveformText.help)
      case .version: return Announcement.show(AudiowaveformText.version)
      case .make(let options):
        return AudiowaveformRun(options: options, interruption: interruption).run()
      }
    } catch {
      // Not 2, as for wrong options elsewhere: scripts that were written for audiowaveform know 0 and 1.
      AudiowaveformText.say(AudiowaveformText.text(error))
      return .couldNotRun
    }
  }

  private func run() -> ExitStatus {
    do {
      try RunThreads.with(decoders: options.render.decoding.width) { threads in
        try await make(on: threads)
      }
      return .success
    } catch {
      _ = report.fail(
        error,
        with: RenderInput.name(of: options.render.input),
        interruption: interruption
      )
      report.sayAll()
      return .couldNotRun
    }
  }

  private func make(on threads: RunThreads) async throws {
    let input = try RenderInput(options.render.input)
    let destination = try RenderDestination(
      options.render.output,
      of: format,
      names: [],
      unlike: input,
      replacing: AudiowaveformFile.isOne(beginning:)
    )
    // Without ffmpeg: audiowaveform reads no more formats than our libraries.
    let reading = RenderReading(
      options.render,
      ffmpeg: nil,
      report: report,
      interruption: interruption,
      on: threads
    )
    var recording = try await reading.recording(of: input, raw: options.raw).recording
    try interruption.check()
    // A picture finds its own scale when it is drawn.
    if options.form != .png, options.look.amplitude == .full {
      recording.points = try recording.points?.amplified { interruption.requested }
    }
    if options.form == .png, options.look.hasBorder, !options.isQuiet {
      AudiowaveformText.say("axis labels are not drawn; --no-axis-labels asks for none")
    }
    var shown = OutputSource(
      facts: recording.facts,
      measurement: recording.measurement,
      stem: input.name.stem,
      points: recording.points
    )
    shown.isStopped = { [interruption] in interruption.requested }
    try destination.write(output, of: shown, as: input.name)
  }

  private var output: any Output {
    switch options.form {
    case .dat: DatOutput(zoom: options.points)
    case .json: PeaksOutput(zoom: options.points)
    case .txt: PointsText(zoom: options.points)
    case .png: AudiowaveformPicture(options.look)
    }
  }

  private var format: OutputFormat { type(of: output).format }
}
