/// What is wrong with a command line; the sentence is `Report`'s.
public enum UsageError: Error, Sendable, Equatable {
  case noCommand
  case unknownCommand([UInt8], nearest: String?)
  case operandInsteadOfCommand([UInt8], likely: CommandName)
  case optionBeforeCommand([UInt8])
  case unknownOption([UInt8], nearest: String?, command: CommandName?)
  case optionOfOtherCommand(option: String, command: CommandName, others: [CommandName])
  case missingValue(option: String, placeholder: String)
  case unwantedValue(option: String, value: [UInt8])
  case badValue(option: String, value: [UInt8], problem: ValueProblem)
  case missingOperand(CommandName)
  case surplusOperand([UInt8], command: CommandName, meant: String?)
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
  case notATime
  case notARange
  case notAColor(nearest: String?)
  case notAPrefix
  case gradientNeedsStops(lowest: Int, highest: Int)
}
