public import Library
import Outputs

/// Prints texts outside of runs: help, the version, and mistakes in command lines.
public enum Announcement {
  /// Prints a page of the help on standard output.
  public static func help(_ command: CommandName?) -> ExitStatus { show(Help.page(command)) }

  /// Prints the version on standard output.
  public static func version() -> ExitStatus { show(Generator.name + "\n") }

  /// Reports a mistake in the command line on standard error.
  public static func refuse(_ words: [[UInt8]], because error: UsageError) -> ExitStatus {
    var channel = OutputChannel.standardError
    let sentence = UsageSentences.text(error)
    channel.write("wavethumb: \(sentence)\n")
    if let screen = Help.screen(after: error) { channel.write("\n\(screen)\n") }
    channel.write("(see \(UsageSentences.helpCommand(for: words)))\n")
    if WorkflowReport.ofEnvironment() != nil {
      channel.write(WorkflowReport.failed(sentence) + "\n")
    }
    channel.flush()
    return .usage
  }

  /// Prints requested text on standard output.
  public static func show(_ text: String) -> ExitStatus {
    var channel = OutputChannel.standardOutput
    channel.write(text)
    channel.flush()
    guard let number = channel.failure, !channel.hasNoListener else { return .success }
    return Report(.normal).fail(.standardOutputLost(errno: number))
  }
}
