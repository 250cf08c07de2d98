import WavethumbLibrary
import WavethumbOptions

/// Prints texts outside of runs: help, the version, and mistakes in command lines.
enum Announcement {
  /// Reports a mistake in the command line on standard error.
  static func refuse(_ arguments: [[UInt8]], because error: UsageError) -> ExitStatus {
    var channel = OutputChannel.standardError
    let sentence = UsageSentences.text(error)
    // The mistake first: a long help would move it out of the window.
    channel.write("wavethumb: \(sentence)\n")
    if let screen = Help.screen(after: error) {
      channel.write("\n\(screen)\n")
    }
    channel.write("(see \(UsageSentences.helpCommand(for: arguments)))\n")
    if WorkflowReport.ofEnvironment() != nil {
      channel.write(WorkflowReport.failed(because: sentence) + "\n")
    }
    channel.flush()
    return .usage
  }

  /// Prints requested text on standard output.
  static func show(_ text: String) -> ExitStatus {
    var channel = OutputChannel.standardOutput
    channel.write(text)
    channel.flush()
    // `wavethumb help | head` ends the pipe on purpose; a full disk is a failure.
    guard let number = channel.failure, !channel.hasNoListener else { return .success }
    return Report(.normal).fail(.standardOutputLost(errno: number))
  }
}
