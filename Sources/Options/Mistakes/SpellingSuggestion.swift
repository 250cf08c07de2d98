/// Suggests the intended word for a mistyped one.
enum SpellingSuggestion {
  /// Returns the closest of `words`, or nil if all differ in more than the given percentage of
  /// their letters.
  // 45 is a guess: a swap and a missing letter in a word of five are found, another word mostly is not.
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
  static func folded(_ word: [UInt8]) -> [UInt8] {
    word.compactMap { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte + 32
      case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: " "): nil
      default: byte
      }
    }
  }

  /// Returns the cost of changing one word into the other, or nil if they are not similar.
  private static func cost(
    of typed: [UInt8], as word: [UInt8], atMost percent: Int
  ) -> Int? {
    if typed == word { return 0 }
    // Whoever stops typing means the word that begins so, however much of it is missing.
    if typed.count >= 2, word.starts(with: typed) { return 1 }
    let distance = distance(typed, word)
    let longerCount = max(typed.count, word.count)
    let isClose = distance * 100 <= longerCount * percent || (distance == 1 && longerCount >= 2)
    guard isClose else { return nil }
    return distance + 1
  }

  /// Returns the Damerau-Levenshtein distance: insertions, deletions, replacements and swaps of
  /// neighbors.
  // Swaps count once, as one slip of two fingers.
  private static func distance(_ from: [UInt8], _ to: [UInt8]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...to.count)
    for row in 0..<from.count {
      var current = [row + 1]
      for column in 0..<to.count {
        let replacement = from[row] == to[column] ? 0 : 1
        var cost = min(
          last[column + 1] + 1,
          current[column] + 1,
          last[column] + replacement)
        let swapped =
          row > 0 && column > 0 && from[row] == to[column - 1] && from[row - 1] == to[column]
        if swapped {
          cost = min(cost, beforeLast[column - 1] + 1)
        }
        current.append(cost)
      }
      beforeLast = last
      last = current
    }
    return last[to.count]
  }
}
