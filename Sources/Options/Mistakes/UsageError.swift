/// A mistake in a command line; `Report` has its message.
// Cases carry facts and no text, so that each sentence is in one place, and tests compare facts.
package enum UsageError: Error, Sendable, Equatable {
  case noCommand
  case command(CommandMistake)
  case option(OptionMistake)
  case combination(CombinationMistake)
  /// A line of a file of options has this mistake.
  case config([UInt8], line: Int, OptionMistake)

  package static func exclusive(_ one: String, _ other: String) -> UsageError {
    .combination(.exclusive(one, other))
  }

  /// Returns the same mistake in a line of a file of options.
  func within(_ file: [UInt8], line: Int) -> UsageError {
    guard case .option(let mistake) = self else { return self }
    return .config(file, line: line, mistake)
  }
}

package enum CommandMistake: Sendable, Equatable {
  /// No command has this name; `nearest` is a similar one, if any.
  case unknown([UInt8], nearest: String?)
  /// The first word is a file or a folder; `likely` is the command that takes it.
  case operandInstead([UInt8], likely: CommandName)
  case optionBefore([UInt8])
  case missingOperand(CommandName)
  case surplusOperand([UInt8], CommandName)
  case badOperand([UInt8], CommandName, ValueProblem)
}

package enum OptionMistake: Sendable, Equatable {
  /// The command has no option of this name; `nearest` is a similar one.
  case unknown([UInt8], nearest: String?, CommandName?)
  /// The command does this without an option, as the text describes.
  case unneeded([UInt8], always: String)
  /// The command has no such option; the text describes what does the same.
  case replaced([UInt8], CommandName, by: String)
  case notInFile(String)
  /// The option belongs to the commands in `others`.
  case ofOtherCommand(String, CommandName, others: [CommandName])
  /// The option has no value and needs one; `choices` are its values if they are known words.
  case missingValue(String, placeholder: String, choices: [String] = [])
  case unwantedValue(String, [UInt8])
  case badValue(String, [UInt8], ValueProblem)
}

/// Incompatible options or operands.
package enum CombinationMistake: Sendable, Equatable {
  case exclusive(String, String)
  case needsOther(String, String)
  case severalPicturesForOneName
  case unknownEnding([UInt8])
  case standardInputNeedsName
  case pictureTooLarge(width: Int, height: Int, maximum: Int)
  /// The size in pixels of all frames together is too large.
  case animationTooLarge(width: Int, height: Int, frames: Int, maximum: Int)
  case movementNeedsMoment
  /// A style has no bars to color; those in `known` have.
  case coloringNeedsStyle(String, known: [String])
  case outputIsInput([UInt8])
  /// Several folders are merged without an output for the whole.
  case needsOutput([UInt8])
  /// The option of a scan applies to the whole library, but only a part is scanned.
  case ofMerge(String)
}
