import WavethumbBytes
import WavethumbSystem

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
