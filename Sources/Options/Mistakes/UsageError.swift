package import Raster

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
  /// The input is an address on the web.
  case address([UInt8], CommandName)
  /// Help is asked for on an option, which the help on `topic` explains.
  case helpOnOption(String, topic: String)
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
  /// An option begins with a dash of typography instead of hyphens.
  case typographicDash([UInt8], option: String)
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
  case bandsNeedThreeColors
  case outputIsInput([UInt8])
  /// Several folders are merged without an output for the whole.
  case needsOutput([UInt8])
  /// The option of a scan applies to the whole library, but only a part is scanned.
  case ofMerge(String)
}

/// A mistake in the value of one option.
package enum ValueProblem: Error, Sendable, Equatable {
  case empty
  /// The value is not one of `choices`; `nearest` is the most similar one.
  case unknownWord(nearest: String?, choices: [String])
  /// The value is not a number; `decimalComma` means that it has a comma instead of a point.
  case notANumber(decimalComma: Bool)
  case notANumberWithin(lowest: String, highest: String)
  case notWhole
  case outOfRange(lowest: String, highest: String)
  /// The value is not a width and height, as in `600x120`.
  case notASize
  /// The value is not a number of bytes, as in `2G`.
  case notAByteCount
  /// The value is not a number with a unit of time, as in `10s`.
  case notADuration
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
  case notAFont(FontFailure)
  case unreadable(errno: CInt)
  case notAPrefix
  /// One of several values in a list has a problem.
  indirect case inList([UInt8], ValueProblem)
  /// A condition lacks its range, as `example` has it.
  case lacksRange(example: String)
  /// A condition is written with `<` or `>`, and `range` is the same as a range.
  case comparison(range: String)
  /// The value has signs around a number.
  case notPlain(number: String)
  /// The value is neither one of `words` nor a list of colors.
  case notAPalette(nearest: String?, words: [String])
  /// The value is not two numbers, as in `example`.
  case notANumberRange(example: String)
  /// The first number of a range exceeds the second; `sorted` has them in their order.
  case reversed(sorted: String)
  /// The value is not a level and a number of seconds, as in `-30:1.75`.
  case notASilence
  case gradientNeedsStops(lowest: Int, highest: Int)
}
