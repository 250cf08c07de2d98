public import Raster

/// What is wrong with a command line; the sentence is `Report`'s.
public enum UsageError: Error, Sendable, Equatable {
  case noCommand
  case command(CommandMistake)
  case option(OptionMistake)
  case combination(CombinationMistake)

  package static func exclusive(_ one: String, _ other: String) -> UsageError {
    .combination(.exclusive(one, other))
  }
}

/// A command or an operand that cannot be.
public enum CommandMistake: Sendable, Equatable {
  case unknown([UInt8], nearest: String?)
  case operandInstead([UInt8], likely: CommandName)
  case optionBefore([UInt8])
  case missingOperand(CommandName)
  case surplusOperand([UInt8], CommandName, meant: String?)
  case badOperand([UInt8], CommandName, ValueProblem)
}

/// An option that cannot be.
public enum OptionMistake: Sendable, Equatable {
  case unknown([UInt8], nearest: String?, CommandName?)
  case ofOtherCommand(String, CommandName, others: [CommandName])
  case missingValue(String, placeholder: String)
  case unwantedValue(String, [UInt8])
  case badValue(String, [UInt8], ValueProblem)
}

/// Options that do not fit together, or not with an operand.
public enum CombinationMistake: Sendable, Equatable {
  case exclusive(String, String)
  /// An option that says nothing without another.
  case needsOther(String, String)
  case severalPicturesForOneName
  case unknownEnding([UInt8])
  case standardInputNeedsName
  /// In pixels.
  case pictureTooLarge(width: Int, height: Int, most: Int)
  /// In pixels; the most are of all frames together.
  case animationTooLarge(width: Int, height: Int, frames: Int, most: Int)
  case movementNeedsMoment
  case outputIsInput([UInt8])
  /// Several folders are to be joined, and none is said to take the whole.
  case needsOutput([UInt8])
  /// No engine has given this process a part.
  case noPartTold
  /// What engines and options say of the part does not fit together.
  case partsDiffer([String])
}

/// What is wrong with the value of one option.
public enum ValueProblem: Error, Sendable, Equatable {
  case empty
  case unknownWord(nearest: String?, choices: [String])
  case notANumber(decimalComma: Bool)
  case notWhole
  case outOfRange(lowest: String, highest: String)
  case notASize
  case notAByteCount
  case notAGlob
  case notAPart
  case notATime
  case notARange
  case notAColor(nearest: String?)
  case notAFont(FontFailure)
  case unreadable(errno: CInt)
  case notAPrefix
  case gradientNeedsStops(lowest: Int, highest: Int)
}
