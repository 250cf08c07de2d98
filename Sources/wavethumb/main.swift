import Batch
import Glibc

OutputChannel.ignoreBrokenPipes()
let words = CommandArguments.words()
let status: ExitStatus
do {
  switch try CommandLineParser.parse(words) {
  case .scan: status = .couldNotRun
  case .render: status = .couldNotRun
  case .cache: status = .couldNotRun
  case .help(let command): status = Announcement.help(command)
  case .version: status = Announcement.version()
  }
} catch {
  status = Announcement.refuse(words, because: error)
}
exit(status.rawValue)
