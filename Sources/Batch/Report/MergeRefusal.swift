import Library

/// The reason why parts cannot be joined.
enum MergeRefusal: Error, Sendable, Equatable {
  case missing([Int], of: Int)
  case unfinished(Shard)
  case twice(Shard)
  case severalSets([Int])
  case otherVersion(Shard, generator: String)
  case otherSettings(Shard, Shard)
  case otherLibrary(Shard, Shard)
  /// Two parts were assigned by size from different listings.
  case otherListing(Shard, Shard)
  case pathInTwoParts([UInt8])
  case unreadable([UInt8])
  /// A file of a part that is missing, or is not the one that the part's manifest lists.
  case damagedFile([UInt8])

  var words: String {
    switch self {
    case .missing(let numbers, let count):
      "\(Numerals.count(numbers.count, "part")) of \(count) missing: \(Self.list(numbers)); "
        + "run scan --shard K/\(count) for each"
    case .unfinished(let shard): "\(Self.name(shard)) is incomplete: run it again"
    case .twice(let shard): "\(Self.name(shard)) exists twice"
    case .severalSets(let counts):
      "there are parts of \(counts.map(String.init).joined(separator: " and of ")): "
        + "choose with --shards N"
    case .otherVersion(let shard, let generator):
      "\(Self.name(shard)) was made by \(PrintableName.text(generator.utf8.prefix(60))): "
        + "run it again"
    case .otherSettings(let one, let other):
      "\(Self.name(one)) and \(Self.name(other)) were made with different options"
    case .otherLibrary(let one, let other):
      "\(Self.name(one)) and \(Self.name(other)) are of different libraries"
    case .otherListing(let one, let other):
      "\(Self.name(one)) and \(Self.name(other)) saw different files, but --shard-by size assigns "
        + "out all of them: run them again"
    case .pathInTwoParts(let path): "two parts contain \(PrintableName.quoted(path))"
    case .unreadable(let path):
      "\(PrintableName.quoted(path)) is not the manifest of a part: run it again"
    case .damagedFile(let path):
      "\(PrintableName.quoted(path)) is missing or not the file that its part lists: "
        + "run that part again"
    }
  }

  private static func name(_ shard: Shard) -> String { "part \(shard.number) of \(shard.count)" }

  /// Formats numbers in order, with ranges as `3-7`.
  static func list(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }.joined(separator: ", ")
  }
}
