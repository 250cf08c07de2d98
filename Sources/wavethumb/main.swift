import Batch
import Decoding
import Glibc
import Library
import System

WorkerProcess.runIfAsked()
StandardDescriptors.occupy()
LibraryOutput.silence()
let interruption = Interruption()
OutputChannel.turnSignalsIntoErrors()
let words = CommandArguments.words()
let status: ExitStatus
do {
  let isLinked = CommandArguments.programName == Array("audiowaveform".utf8)
  switch isLinked ? .audiowaveform(words) : try CommandLineParser.parse(words) {
  case .scan(let options):
    let report = Report(options)
    if options.decoding.isolation == .off { LibraryOutput.silenceErrors() }
    FreedMemory.keep()
    let run = ScanRun(options, report: report, interruption: interruption)
    status = ExpectationCheck.run(
      options, report: report, after: run.run(), interruption: interruption)
  case .render(let options):
    if options.decoding.isolation == .off { LibraryOutput.silenceErrors() }
    status = RenderRun(options, report: Report(options.verbosity), interruption: interruption).run()
  case .merge(let options):
    status = MergeRun(options, report: Report(options.verbosity), interruption: interruption).run()
  case .cache(let options):
    interruption.release()
    status = CacheRun(options, report: Report(options.verbosity)).run()
  case .verify(let options):
    status = VerifyRun(options, report: Report(options.verbosity), interruption: interruption).run()
  case .list(let options):
    status = ListRun(options, report: Report(.normal), interruption: interruption).run()
  case .thumbnail(let options):
    let run = RenderRun(options, report: Report(.quiet), interruption: interruption)
    // File managers recognize success, failure and the signal that they sent.
    let ended = run.run()
    status = ended == .someFailed ? .couldNotRun : ended
  case .desktop(let action): status = DesktopRun(action, report: Report(.normal)).run()
  case .doctor: status = DoctorRun().run()
  case .audiowaveform(let words): status = AudiowaveformRun.run(words, interruption: interruption)
  case .completions(let shell): status = Announcement.show(CompletionScript.text(for: shell))
  case .manual: status = Announcement.show(ManualPage.text)
  case .help(let command): status = Announcement.help(command)
  case .version: status = Announcement.version()
  }
} catch {
  status = Announcement.refuse(words, because: error)
}
exit(status.rawValue)
