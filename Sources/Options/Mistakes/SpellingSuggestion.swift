import WavethumbBytes

/// Suggests the intended word for a mistyped one.
enum SpellingSuggestion {
  /// Returns the closest of `words`, or nil if all differ in more than the given percentage of
  /// their letters.
  // 45 is untuned: a swap and a missing letter in a word of five are found, another word mostly is not.
  static func to(_ typed: [UInt8], among words: [String], atMost percent: Int = 45) -> String? {
    let typed = folded(typed)
    // The time grows with the square of the length; no word has more than 48 letters.
    guard (1...48).contains(typed.count) else { return nil }
    var best: (word: String, cost: Int)?
    for word in words {
      let letters = folded(Array(word.utf8))
      guard let cost = cost(of: typed, as: letters, atMost: percent) else { continue }
      if let best, best.cost <= cost { continue }
      best = (word, cost)
    }
    return best?.word
  }

  /// Returns letters in lower case without the punctuation that people omit or add.
  // Also where a value is compared with its words, so that `mirrored-bars` and `MirroredBars` are one.
  static func folded(_ word: [UInt8]) -> [UInt8] {
    let letters = word.filter { byte in !"-_ ".utf8.contains(byte) }
    return letters.map(\.asciiLowercased)
  }

  /// Returns the cost of changing one word into the other, or nil if they are not similar.
  private static func cost(
    of typed: [UInt8],
    as word: [UInt8],
    atMost percent: Int
  ) -> Int? {
    if typed == word { return 0 }
    // An abbreviation means the word that begins so, however much of the word is missing.
    if typed.count >= 2, word.starts(with: typed) { return 1 }
    let distance = distance(from: typed, to: word)
    let longerCount = max(typed.count, word.count)
    let isClose = distance * 100 <= longerCount * percent
    // One slip in a word of two letters is half of it, and still one slip.
    let isOneSlip = distance == 1 && longerCount >= 2
    guard isClose || isOneSlip else { return nil }
    // More than an abbreviation costs.
    return distance + 1
  }

  /// Returns the Damerau-Levenshtein distance: insertions, deletions, replacements and swaps of
  /// neighbors.
  // Swaps count once, as one slip of two fingers. Each row needs the two before it, and no more of the
  // table is kept.
  private static func distance(from typed: [UInt8], to word: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...word.count)
    for row in 0..<typed.count {
      var current = [row + 1]
      for column in 0..<word.count {
        let replacement = typed[row] == word[column] ? 0 : 1
        var cost = min(
          last[column + 1] + 1,
          current[column] + 1,
          last[column] + replacement
        )
        let hasNeighbors = row > 0 && column > 0
        if hasNeighbors, typed[row] == word[column - 1], typed[row - 1] == word[column] {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[word.count]
  }
}
