/// Actions that a worker attempts in tests; the raw values are those of `sandbox_probe`.
enum Probe: CInt, CaseIterable {
  case openFile, connect, execute, signalParent, writeToRecording, mapTwoGibibytes, reopenForWriting
  case fork, mapExecutable, raiseLimit, showMemory, takeNewPrivileges
  case crash, abort, exhaustMemory, loop, wait, exit
}
