import WavethumbSystem

/// A pattern in the syntax of `.gitignore`, matched in time linear in pattern and path for each
/// component.
package struct Glob: Sendable, Hashable {
  /// The pattern as it was given.
  package let text: [UInt8]
  /// Whether only folders match: the pattern ends with a separator.
  private let isOfFolder: Bool
  private let steps: [GlobStep]
  private let length: Int

  /// Parses a pattern; nil if it is empty or can never match.
  ///
  /// A pattern with a separator before its end is anchored; any other is matched against every
  /// name.
  package init?(_ pattern: [UInt8]) {
    text = pattern
    var pattern = pattern
    length = pattern.count
    isOfFolder = pattern.last == RawPath.separator
    if isOfFolder {
      pattern.removeLast()
    }
    let isAnchored = pattern.contains(RawPath.separator)
    if pattern.first == RawPath.separator {
      pattern.removeFirst()
    }
    var parser = GlobParser(pattern)
    guard !pattern.isEmpty, let steps = parser.steps() else { return nil }
    // A single `**` is a name that matches any name.
    let isAnyName = !isAnchored && steps == [.anyFolders]
    let names: [GlobStep] = isAnyName ? [.name([.run])] : steps
    // A pattern without a separator is matched at any depth, as if `**/` were written before it.
    let folders: [GlobStep] = isAnchored ? [] : [.anyFolders]
    self.steps = folders + names
  }

  /// Returns the largest number of byte comparisons for a path of this length.
  // Callers count them, to look for a signal in time: 3,000 rules of thirty stars took 0.4 s.
  package func maximumSteps(in pathLength: Int) -> Int { length * pathLength }

  /// Returns whether the path in `range`, without separators at its ends, matches.
  package func matches(_ bytes: [UInt8], in range: Range<Int>, isFolder: Bool) -> Bool {
    if isOfFolder && !isFolder { return false }
    var step = 0
    var start = range.lowerBound
    // Where to continue after a mismatch: the last `**` takes one more component.
    var retry: (step: Int, start: Int)?
    while start < range.upperBound {
      if step < steps.count, case .anyFolders = steps[step] {
        // A last `**` matches whatever is below, and at least one component is.
        if step == steps.count - 1 { return true }
        step += 1
        retry = (step, start)
        continue
      }
      let end = Self.endOfStep(in: bytes, from: start, before: range.upperBound)
      if matches(step, bytes, at: start..<end) {
        step += 1
        start = end + 1
      } else if let again = retry {
        // As in a name: going back to the last `**` is enough, since it can take whatever an earlier one
        // would.
        start = Self.endOfStep(in: bytes, from: again.start, before: range.upperBound) + 1
        step = again.step
        retry = (again.step, start)
      } else {
        return false
      }
    }
    return step == steps.count
  }

  /// Whether a component matches a step of the pattern; past the last step none does.
  private func matches(_ step: Int, _ bytes: [UInt8], at component: Range<Int>) -> Bool {
    guard step < steps.count, case .name(let tokens) = steps[step] else { return false }
    return Self.match(tokens, bytes, at: component)
  }

  private static func endOfStep(in bytes: [UInt8], from start: Int, before limit: Int) -> Int {
    var end = start
    while end < limit && bytes[end] != RawPath.separator {
      end += 1
    }
    return end
  }

  // It goes back to the last `*` only, so that no pattern takes more than its length times that of
  // the name; a matcher that tries all ways takes exponential time. An earlier `*` need not take
  // more: whatever it would skip, the last one can skip as well.
  private static func match(
    _ tokens: [GlobToken],
    _ bytes: [UInt8],
    at name: Range<Int>
  ) -> Bool {
    var token = 0
    var index = name.lowerBound
    var retry: (token: Int, index: Int)?
    while index < name.upperBound {
      if token < tokens.count, tokens[token] == .run {
        token += 1
        retry = (token, index)
      } else if token < tokens.count, tokens[token].matches(bytes[index]) {
        token += 1
        index += 1
      } else if let again = retry {
        index = again.index + 1
        token = again.token
        retry = (again.token, index)
      } else {
        return false
      }
    }
    // A star at the end matches nothing as well.
    return tokens[token...].allSatisfy { token in token == .run }
  }
}

extension GlobToken {
  fileprivate func matches(_ byte: UInt8) -> Bool {
    switch self {
    case .byte(let expected): expected == byte
    case .any, .run: true
    case .set(let set): set.contains(byte)
    }
  }
}
