import Batch
import Glibc

WorkerProcess.runIfAsked()
let interruption = Interruption()
OutputChannel.turnSignalsIntoErrors()
let words = CommandArguments.words()
let status: ExitStatus
do {
  switch try CommandLineParser.parse(words) {
  case .scan(let options):
    let report = Report(options)
    status = await ScanRun(options, report: report, interruption: interruption).run()
  case .render(let options):
    let report = Report(options.verbosity)
    status = await RenderRun(options, report: report, interruption: interruption).run()
  case .cache(let options):
    status = CacheRun(options, report: Report(options.verbosity)).run()
  case .help(let command): status = Announcement.help(command)
  case .version: status = Announcement.version()
  }
} catch {
  status = Announcement.refuse(words, because: error)
}
exit(status.rawValue)
