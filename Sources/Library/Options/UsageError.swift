public import Raster

/// A mistake in a command line; `Report` has its message.
public enum UsageError: Error, Sendable, Equatable {
  /// The command line is empty.
  case noCommand
  /// The command or an operand is wrong.
  case command(CommandMistake)
  /// One option is wrong.
  case option(OptionMistake)
  /// The options are incompatible.
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

/// A wrong command or operand.
public enum CommandMistake: Sendable, Equatable {
  /// No command has this name; `nearest` is a similar one, if any.
  case unknown([UInt8], nearest: String?)
  /// The first word is a file or a folder; `likely` is the command that takes it.
  case operandInstead([UInt8], likely: CommandName)
  /// An option precedes the command.
  case optionBefore([UInt8])
  /// The command needs an operand.
  case missingOperand(CommandName)
  /// The command takes no operand here; `meant` is a similar option.
  case surplusOperand([UInt8], CommandName, meant: String?)
  /// The operand is not one of the command's words.
  case badOperand([UInt8], CommandName, ValueProblem)
}

/// A wrong option.
public enum OptionMistake: Sendable, Equatable {
  /// The command has no option of this name; `nearest` is a similar one.
  case unknown([UInt8], nearest: String?, CommandName?)
  /// The command does this without an option, as the text describes.
  case unneeded([UInt8], always: String)
  /// A file of options cannot contain this one.
  case notInFile(String)
  /// The option belongs to the commands in `others`.
  case ofOtherCommand(String, CommandName, others: [CommandName])
  /// The option has no value and needs one; `choices` are its values if they are known words.
  case missingValue(String, placeholder: String, choices: [String] = [])
  /// The option takes no value.
  case unwantedValue(String, [UInt8])
  /// The value of the option is wrong.
  case badValue(String, [UInt8], ValueProblem)
}

/// Incompatible options or operands.
public enum CombinationMistake: Sendable, Equatable {
  /// Two options exclude each other.
  case exclusive(String, String)
  /// An option has an effect only with another.
  case needsOther(String, String)
  /// One file name is given for several pictures.
  case severalPicturesForOneName
  /// The extension of the output's name belongs to no format.
  case unknownEnding([UInt8])
  /// A picture of standard input needs a name.
  case standardInputNeedsName
  /// The size in pixels is too large.
  case pictureTooLarge(width: Int, height: Int, most: Int)
  /// The size in pixels of all frames together is too large.
  case animationTooLarge(width: Int, height: Int, frames: Int, most: Int)
  /// A movement needs the moment that the picture shows.
  case movementNeedsMoment
  /// The output is the input.
  case outputIsInput([UInt8])
  /// Several folders are merged without an output for the whole.
  case needsOutput([UInt8])
  /// The option of a scan applies to the whole library, but only a part is scanned.
  case ofMerge(String)
  /// No engine has assigned a part to this process.
  case noPartAssigned
  /// The engine's part and that of the options differ.
  case partsDiffer([String])
}

/// A mistake in the value of one option.
public enum ValueProblem: Error, Sendable, Equatable {
  /// The value is empty.
  case empty
  /// The value is not one of `choices`; `nearest` is the most similar one.
  case unknownWord(nearest: String?, choices: [String])
  /// The value is not a number; `decimalComma` means that it has a comma instead of a point.
  case notANumber(decimalComma: Bool)
  /// The value is not an integer.
  case notWhole
  /// The value is below the lowest or above the highest allowed one.
  case outOfRange(lowest: String, highest: String)
  /// The value is not a width and height, as in `600x120`.
  case notASize
  /// The value is not a number of bytes, as in `2G`.
  case notAByteCount
  /// The value is not a pattern of file names.
  case notAGlob
  /// The value is not a part of a library, as in `3/10`.
  case notAPart
  /// The value exceeds 1: a number of seconds must be written as `time`.
  case secondsWithoutColon(time: String)
  /// The value is not a time, as in `1:05`.
  case notATime
  /// The value is not a range of times, as in `1:05-2:00`.
  case notARange
  /// The value is not a color; `nearest` is the name of a similar one.
  case notAColor(nearest: String?)
  /// The value names a file that is not a font.
  case notAFont(FontFailure)
  /// The value names a file that cannot be read, with the error number.
  case unreadable(errno: CInt)
  /// The value is not a prefix of URLs or paths.
  case notAPrefix
  /// The gradient has too few or too many colors.
  case gradientNeedsStops(lowest: Int, highest: Int)
}
