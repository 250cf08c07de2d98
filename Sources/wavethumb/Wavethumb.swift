import Batch
import Decoding
import Glibc
import Library
import System

@main
enum Wavethumb {
  @MainActor static func main() async {
    // Until the first `await` that waits, this is the plain main thread: a worker never gets
    // further than its first line, and commands that wait for nothing start no other thread.
    WorkerProcess.runIfAsked()
    StandardDescriptors.occupy()
    LibraryOutput.silence()
    let interruption = Interruption()
    OutputChannel.turnSignalsIntoErrors()
    guard CommandArguments.areReadable else { exit(CommandRun.refuseWithoutProc().rawValue) }
    let status = await CommandRun.run(words, interruption: interruption)
    exit(status.rawValue)
  }

  /// The words after the program's name; a link called `audiowaveform` stands for that command.
  private static var words: [[UInt8]] {
    let linked = Array("audiowaveform".utf8)
    let words = CommandArguments.words()
    return CommandArguments.programName == linked ? [linked] + words : words
  }
}
