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
if !CommandArguments.areReadable { exit(CommandRun.refuseWithoutProc().rawValue) }
let linked = Array("audiowaveform".utf8)
let words =
  (CommandArguments.programName == linked ? [linked] : []) + CommandArguments.words()
exit(CommandRun.run(words, interruption: interruption).rawValue)
