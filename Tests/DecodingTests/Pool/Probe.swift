import Decoding

/// Actions that a worker attempts in tests; the raw values are those of `attempt_probe`.
enum Probe: CInt, CaseIterable {
  case openFile, connect, execute, signalParent, writeToRecording, mapTwoGibibytes, reopenForWriting
  case fork, mapExecutable, raiseLimit, showMemory, takeNewPrivileges
  case crash, abort, exhaustMemory, loop, wait, exit

  /// The question that the worker of the tests takes for this probe.
  var question: DecodeQuestion { .pixels(factor: Int(rawValue) + 1) }
}
