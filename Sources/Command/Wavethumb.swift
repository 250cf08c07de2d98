import Decoding
import Glibc
import WavethumbBatch
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

@main
enum Wavethumb {
  // Plain and not asynchronous: an asynchronous `main` returns to Swift's own pool at the end of each
  // wait. Dispatch tries for ever to start a thread for that where the system has none left, and it
  // puts the main thread to sleep with all signals unblocked. `RunThreads.with` is the one door
  // to asynchronous code: the task group of a run lives behind it.
  static func main() {
    WorkerProcess.runIfAsked()
    StandardDescriptors.occupy()
    LibraryOutput.silence()
    let interruption = Interruption()
    OutputChannel.turnSignalsIntoErrors()
    guard CommandArguments.areReadable else { exit(CommandRun.refuseWithoutProc().rawValue) }
    let status = CommandRun.run(arguments, interruption: interruption)
    exit(status.rawValue)
  }

  /// The arguments after the program's name; a link called `audiowaveform` stands for that command.
  private static var arguments: [[UInt8]] {
    let linked = Array("audiowaveform".utf8)
    let arguments = CommandArguments.all()
    return CommandArguments.programName == linked ? [linked] + arguments : arguments
  }
}
