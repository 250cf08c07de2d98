import WavethumbBytes
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

/// Parses a glob: `*`, `?`, brackets with ranges and classes, escapes, `**` between separators.
struct GlobParser {
  private let bytes: [UInt8]
  private var next = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the components of the glob, or nil if it cannot match: an open bracket or a dangling
  /// escape.
  mutating func steps() -> [GlobStep]? {
    var steps: [GlobStep] = []
    var tokens: [GlobToken] = []
    var start = next
    while let byte = pop() {
      switch byte {
      case RawPath.separator:
        steps.append(step(of: tokens, spelled: bytes[start..<(next - 1)]))
        tokens = []
        start = next
      case UInt8(ascii: "*"):
        // Two stars in a row within a name mean what one does, and the matcher would try both.
        if tokens.last != .run {
          tokens.append(.run)
        }
      case UInt8(ascii: "?"): tokens.append(.any)
      case UInt8(ascii: "["):
        guard let set = bracket() else { return nil }
        tokens.append(.set(set))
      case UInt8(ascii: "\\"):
        guard let escaped = pop(), escaped != RawPath.separator else { return nil }
        tokens.append(.byte(escaped))
      default: tokens.append(.byte(byte))
      }
    }
    return steps + [step(of: tokens, spelled: bytes[start...])]
  }

  // By the spelling, as the tokens of `*` and of `**` are the same.
  private func step(of tokens: [GlobToken], spelled: ArraySlice<UInt8>) -> GlobStep {
    if spelled.elementsEqual("**".utf8) { return .anyFolders }
    return .name(tokens)
  }

  private mutating func pop() -> UInt8? {
    guard next < bytes.count else { return nil }
    defer { next += 1 }
    return bytes[next]
  }

  /// Parses the characters of a bracket, without separators.
  private mutating func bracket() -> Set<UInt8>? {
    var set: Set<UInt8> = []
    let isInverted = next < bytes.count && "!^".utf8.contains(bytes[next])
    if isInverted {
      next += 1
    }
    var isFirst = true
    while let byte = pop() {
      // Directly behind the opening one it is literal: `[]a]` matches a bracket or an a.
      if byte == UInt8(ascii: "]") && !isFirst {
        return isInverted ? Self.allBytes.subtracting(set) : set
      }
      isFirst = false
      let mayBeClass = byte == UInt8(ascii: "[") && next < bytes.count
      if mayBeClass, bytes[next] == UInt8(ascii: ":") {
        guard insertClass(into: &set) else { return nil }
        continue
      }
      guard let low = unescaped(byte) else { return nil }
      guard let high = rangeEnd() else {
        set.insert(low)
        continue
      }
      // Git compares the first end before it sees a range, so that `[z-a]` is `[z]`.
      set.insert(low)
      if low < high {
        set.formUnion(low...high)
      }
    }
    return nil
  }

  private mutating func unescaped(_ byte: UInt8) -> UInt8? {
    if byte == UInt8(ascii: "\\") { return pop() }
    return byte
  }

  /// Parses the upper end after `a-`; a hyphen before the closing bracket is literal.
  private mutating func rangeEnd() -> UInt8? {
    guard next + 1 < bytes.count, bytes[next] == UInt8(ascii: "-") else { return nil }
    guard bytes[next + 1] != UInt8(ascii: "]") else { return nil }
    next += 1
    guard let byte = pop() else { return nil }
    return unescaped(byte)
  }

  /// Parses a class such as `[:alpha:]` after its opening bracket.
  private mutating func insertClass(into set: inout Set<UInt8>) -> Bool {
    let rest = bytes[(next + 1)...]
    guard let end = rest.firstIndex(of: UInt8(ascii: ":")), end + 1 < bytes.count else {
      return false
    }
    guard bytes[end + 1] == UInt8(ascii: "]") else { return false }
    let name = String(decoding: rest[..<end], as: UTF8.self)
    guard let isMember = Self.classes[name] else { return false }
    next = end + 2
    set.formUnion(Self.allBytes.filter(isMember))
    return true
  }

  private static let allBytes = Set(UInt8.min...UInt8.max)

  // In ASCII and in any locale, since a name need not be UTF-8: a letter beyond it is none of these.
  private static let classes: [String: @Sendable (UInt8) -> Bool] = [
    "alpha": \.isASCIILetter,
    "digit": \.isASCIIDigit,
    "alnum": { $0.isASCIILetter || $0.isASCIIDigit },
    "upper": \.isASCIIUppercase,
    "lower": { $0.isASCIILetter && !$0.isASCIIUppercase },
    "space": { $0 == space || (tab...carriageReturn).contains($0) },
    "blank": { $0 == space || $0 == tab },
    "cntrl": { $0 < space || $0 == delete },
    "print": { (space..<delete).contains($0) },
    "graph": isVisible,
    "punct": { isVisible($0) && !$0.isASCIILetter && !$0.isASCIIDigit },
    "xdigit": { $0.isASCIIDigit || "abcdef".utf8.contains($0.asciiLowercased) },
  ]

  private static let tab = UInt8(ascii: "\t")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let space = UInt8(ascii: " ")
  private static let delete: UInt8 = 0x7F

  private static func isVisible(_ byte: UInt8) -> Bool { byte > space && byte < delete }
}

/// The pattern of one component of a path.
enum GlobStep: Sendable, Hashable {
  case name([GlobToken])
  /// `**`: any number of components, at least one if it is the last.
  case anyFolders
}

/// The pattern of a part of a name.
enum GlobToken: Sendable, Hashable {
  case byte(UInt8)
  case any
  case run
  case set(Set<UInt8>)
}
