import Decoding
import Outputs
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// Runs a command line as `wavethumb` does.
public enum CommandRun {
  /// Runs the arguments after the program's name, and stops early when `interruption` has a signal.
  public static func run(_ arguments: [[UInt8]], interruption: Interruption) -> ExitStatus {
    do {
      return run(try CommandLineParser.parse(arguments), interruption: interruption)
    } catch {
      return Announcement.refuse(arguments, because: error)
    }
  }

  /// Reports that there is no `/proc`, without which the arguments are unknown.
  public static func refuseWithoutProc() -> ExitStatus { Report(.normal).fail(.noProc) }

  private static func run(_ command: Command, interruption: Interruption) -> ExitStatus {
    switch command {
    case .scan(let options): scan(options, interruption: interruption)
    case .render(let options): render(options, interruption: interruption)
    case .merge(let options): merge(options, interruption: interruption)
    case .cache(let options): cache(options, interruption: interruption)
    case .verify(let options): verify(options, interruption: interruption)
    case .list(let options): list(options, interruption: interruption)
    case .thumbnail(let options): thumbnail(options, interruption: interruption)
    case .desktop(let action): DesktopRun(action: action, report: Report(.normal)).run()
    case .doctor: DoctorRun().run()
    case .audiowaveform(let arguments):
      AudiowaveformRun.run(arguments, interruption: interruption)
    case .completions(let shell): Announcement.show(CompletionScript.text(for: shell))
    case .manual: Announcement.show(ManualPage.text)
    case .shortHelp(let command): Announcement.show(ShortHelp.page(command, width: helpWidth))
    case .help(let command): Announcement.show(Help.page(command, width: helpWidth))
    case .helpOnExpectations: Announcement.show(Help.pageOnExpectations(width: helpWidth))
    case .version: Announcement.show(Generator.name + "\n")
    }
  }

  private static var helpWidth: Int {
    Help.width(ofColumns: OutputChannel.standardOutput.columns)
  }

  private static func scan(
    _ options: ScanOptions,
    interruption: Interruption
  ) -> ExitStatus {
    let report = Report(options)
    silenceDecoders(options.decoding)
    FreedMemory.keep()
    do {
      let start = try ScanStart(options, report: report, interruption: interruption)
      // Before the run, which replaces the manifest that says what is known already.
      var check = ExpectationCheck(before: start.options, interruption: interruption)
      let status = ScanRun(start, report: report, interruption: interruption).run()
      let checked = check.run(report: report, after: status)
      report.endEvents()
      if checked == .unexpected, let failure = report.lostEvents { return report.fail(failure) }
      return checked
    } catch {
      return report.end(after: error, interruption: interruption)
    }
  }

  private static func render(
    _ options: RenderOptions,
    interruption: Interruption
  ) -> ExitStatus {
    let report = Report(options.verbosity)
    silenceDecoders(options.decoding)
    return RenderRun(options: options, report: report, interruption: interruption).run()
  }

  private static func merge(
    _ options: MergeOptions,
    interruption: Interruption
  ) -> ExitStatus {
    let report = Report(options.verbosity)
    return MergeRun(options: options, report: report, interruption: interruption).run()
  }

  private static func cache(
    _ options: CacheOptions,
    interruption: Interruption
  ) -> ExitStatus {
    // It never looks at the descriptor: a signal ends it at once, and each step leaves a whole cache.
    interruption.release()
    return CacheRun(options: options, report: Report(options.verbosity)).run()
  }

  private static func verify(
    _ options: VerifyOptions,
    interruption: Interruption
  ) -> ExitStatus {
    let report = Report(options.verbosity)
    return VerifyRun(options, report: report, interruption: interruption).run()
  }

  private static func list(
    _ options: ListOptions,
    interruption: Interruption
  ) -> ExitStatus {
    ListRun(options: options, report: Report(.normal), interruption: interruption).run()
  }

  // Quiet: a file manager shows no message, and asks for a picture of each recording of a folder.
  private static func thumbnail(
    _ options: RenderOptions,
    interruption: Interruption
  ) -> ExitStatus {
    let run = RenderRun(options: options, report: Report(.quiet), interruption: interruption)
    let status = run.run()
    // File managers recognize success, failure and the signal that they sent.
    if status == .someFailed { return .couldNotRun }
    return status
  }

  /// Silences decoders that run in this process; those of workers print to nothing.
  private static func silenceDecoders(_ options: DecodeOptions) {
    if options.isolation == .off {
      LibraryOutput.silenceErrors()
    }
  }
}
