import Decoding
import Library
import Outputs
import System

/// Runs a command line as `wavethumb` does.
public enum CommandRun {
  /// Runs the words after the program's name, and stops early when `interruption` has a signal.
  public static func run(_ words: [[UInt8]], interruption: Interruption) -> ExitStatus {
    do {
      return run(try CommandLineParser.parse(words), interruption)
    } catch {
      return Announcement.refuse(words, because: error)
    }
  }

  /// Reports that there is no `/proc`, without which the arguments are unknown.
  public static func refuseWithoutProc() -> ExitStatus { Report(.normal).fail(.noProc) }

  private static func run(_ command: Command, _ interruption: Interruption) -> ExitStatus {
    switch command {
    case .scan(let options):
      let report = Report(options)
      if options.decoding.isolation == .off {
        LibraryOutput.silenceErrors()
      }
      FreedMemory.keep()
      let status = ScanRun(options, report: report, interruption: interruption).run()
      return ExpectationCheck.run(
        options, report: report, after: status, interruption: interruption)
    case .render(let options):
      let report = Report(options.verbosity)
      if options.decoding.isolation == .off {
        LibraryOutput.silenceErrors()
      }
      return RenderRun(options: options, report: report, interruption: interruption).run()
    case .merge(let options):
      let report = Report(options.verbosity)
      return MergeRun(options: options, report: report, interruption: interruption).run()
    case .cache(let options):
      interruption.release()
      return CacheRun(options: options, report: Report(options.verbosity)).run()
    case .verify(let options):
      let report = Report(options.verbosity)
      return VerifyRun(options, report: report, interruption: interruption).run()
    case .list(let options):
      return ListRun(options: options, report: Report(.normal), interruption: interruption).run()
    case .thumbnail(let options):
      let report = Report(.quiet)
      let status = RenderRun(options: options, report: report, interruption: interruption)
        .run()
      // File managers recognize success, failure and the signal that they sent.
      return status == .someFailed ? .couldNotRun : status
    case .desktop(let action): return DesktopRun(action: action, report: Report(.normal)).run()
    case .doctor: return DoctorRun().run()
    case .audiowaveform(let words):
      return AudiowaveformRun.run(words, interruption: interruption)
    case .completions(let shell): return Announcement.show(CompletionScript.text(for: shell))
    case .manual: return Announcement.show(ManualPage.text)
    case .help(let command): return Announcement.show(Help.page(command))
    case .version: return Announcement.show(Generator.name + "\n")
    }
  }
}
