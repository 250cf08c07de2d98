package import Outputs

/// What is said of a file of data that nothing can be made of.
extension GivenFault {
  package var words: String {
    switch self {
    case .tooLong(let most): "more than \(most >> 20) MiB"
    case .broken(let offset): "the JSON breaks off or is wrong at byte \(offset)"
    case .missing: "there is nothing like \"bars\": [0.1, 0.5] in it, and no points"
    case .tooMany(let most): "more than \(Numerals.grouped(most)) values"
    case .notANumber(let index): "value \(index + 1) is not a number"
    case .badMember(let name): "\"\(name)\" is missing, or is not what it should be"
    case .short(let bytes): "it ends after \(Numerals.count(bytes, "byte"))"
    case .version(let found): "version \(found) of its format is not known"
    case .sampleRate(let found): "\(found) Hz cannot be its sample rate"
    case .framesPerPoint(let found): "\(found) samples cannot be what a point stands for"
    case .channels(let found): "\(found) channels are not between 1 and 24"
    case .bits(let found): "its values have \(found) bits, and not 8 or 16"
    case .length(let declared, let found): "\(declared) values should be there, and \(found) are"
    case .beyondRange(let index): "value \(index + 1) does not fit its bits"
    case .ragged: "its channels are of different lengths"
    case .finer(let asked, let given):
      "a point stands for \(given) samples, and cannot for \(asked): "
        + "only a coarser zoom can be made"
    case .stopped: "stopped"
    }
  }
}
