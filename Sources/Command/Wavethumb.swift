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
    // First of all: a worker is this program, and goes no further than here.
    WorkerProcess.runIfAsked()
    // Before any file is opened, which would otherwise get the number of a closed standard stream.
    StandardDescriptors.occupy()
    LibraryOutput.silence()
    // Before any thread is started: each inherits which signals are blocked.
    let interruption = Interruption()
    OutputChannel.turnSignalsIntoErrors()

    guard CommandArguments.areReadable else { exit(CommandRun.refuseWithoutProc().rawValue) }
    let status = CommandRun.run(arguments, interruption: interruption)
    exit(status.rawValue)
  }

  /// The arguments after the program's name; a link called `audiowaveform` stands for that command.
  private static var arguments: [[UInt8]] {
    let name = Array("audiowaveform".utf8)
    let arguments = CommandArguments.all()
    // For programs that call audiowaveform by its name: a link is all that they need.
    if CommandArguments.programName == name { return [name] + arguments }
    return arguments
  }
}
