public import Raster

/// A mistake in a command line; `Report` has its sentence.
public enum UsageError: Error, Sendable, Equatable {
  /// The command line is empty.
  case noCommand
  /// The command or an operand is wrong.
  case command(CommandMistake)
  /// One option is wrong.
  case option(OptionMistake)
  /// Options do not fit together.
  case combination(CombinationMistake)
  /// What is wrong with a line of a file of options.
  case config([UInt8], line: Int, OptionMistake)

  package static func exclusive(_ one: String, _ other: String) -> UsageError {
    .combination(.exclusive(one, other))
  }

  /// The same of a line in a file of options.
  func within(_ file: [UInt8], line: Int) -> UsageError {
    guard case .option(let mistake) = self else { return self }
    return .config(file, line: line, mistake)
  }
}

/// A command or an operand that cannot be.
public enum CommandMistake: Sendable, Equatable {
  /// No command has this name; `nearest` is the command with the most similar name, where one is
  /// similar.
  case unknown([UInt8], nearest: String?)
  /// The first word is a file or a folder; `likely` is the command that takes it.
  case operandInstead([UInt8], likely: CommandName)
  /// An option stands before the command.
  case optionBefore([UInt8])
  /// The command has no operand and needs one.
  case missingOperand(CommandName)
  /// The command takes no operand here; `meant` is the option that the operand looks like.
  case surplusOperand([UInt8], CommandName, meant: String?)
  /// The operand of a command that takes words of a list is none of them.
  case badOperand([UInt8], CommandName, ValueProblem)
}

/// An option that cannot be.
public enum OptionMistake: Sendable, Equatable {
  /// No option of the command has this name; `nearest` is the option with the most similar name.
  case unknown([UInt8], nearest: String?, CommandName?)
  /// The command does that without an option, as the words say.
  case unneeded([UInt8], always: String)
  /// A file of options cannot name this one.
  case notInFile(String)
  /// The option belongs to other commands, which are `others`.
  case ofOtherCommand(String, CommandName, others: [CommandName])
  /// The option has no value and needs one; `choices` are its values if they are known words.
  case missingValue(String, placeholder: String, choices: [String] = [])
  /// The option has a value and takes none.
  case unwantedValue(String, [UInt8])
  /// The value of the option is wrong.
  case badValue(String, [UInt8], ValueProblem)
}

/// Options that do not fit together, or not with an operand.
public enum CombinationMistake: Sendable, Equatable {
  /// Two options exclude each other.
  case exclusive(String, String)
  /// An option that has an effect only with another.
  case needsOther(String, String)
  /// One file name stands for several pictures.
  case severalPicturesForOneName
  /// The ending of the output's name is of no format.
  case unknownEnding([UInt8])
  /// A picture of standard input has no name.
  case standardInputNeedsName
  /// In pixels.
  case pictureTooLarge(width: Int, height: Int, most: Int)
  /// In pixels; the most are of all frames together.
  case animationTooLarge(width: Int, height: Int, frames: Int, most: Int)
  /// A movement needs the moment that the picture shows.
  case movementNeedsMoment
  /// The output is the input.
  case outputIsInput([UInt8])
  /// Several folders are merged without an output for the whole.
  case needsOutput([UInt8])
  /// No engine has given this process a part.
  case noPartTold
  /// The part that an engine names and the one of the options differ.
  case partsDiffer([String])
}

/// A mistake in the value of one option.
public enum ValueProblem: Error, Sendable, Equatable {
  /// The value is empty.
  case empty
  /// The value is none of `choices`; `nearest` is the most similar one.
  case unknownWord(nearest: String?, choices: [String])
  /// The value is no number; `decimalComma` says that a comma stands where a point belongs.
  case notANumber(decimalComma: Bool)
  /// The value is no whole number.
  case notWhole
  /// The value is below the lowest or above the highest that the option takes.
  case outOfRange(lowest: String, highest: String)
  /// The value is no width and height, as in `600x120`.
  case notASize
  /// The value is no count of bytes, as in `2G`.
  case notAByteCount
  /// The value is no pattern of file names.
  case notAGlob
  /// The value is no part of a library, as in `3/10`.
  case notAPart
  /// The value is beyond the fractions: a count of seconds that is to be written as `time`.
  case secondsWithoutColon(time: String)
  /// The value is no time, as in `1:05`.
  case notATime
  /// The value is no range of times, as in `1:05-2:00`.
  case notARange
  /// The value is no color; `nearest` is the most similar name of one.
  case notAColor(nearest: String?)
  /// The value names a file that is no font.
  case notAFont(FontFailure)
  /// The value names a file that cannot be read, with the number of the system's error.
  case unreadable(errno: CInt)
  /// The value is no beginning of a URL or path.
  case notAPrefix
  /// The gradient has too few or too many colors.
  case gradientNeedsStops(lowest: Int, highest: Int)
}
