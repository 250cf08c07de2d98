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
    while let byte = take() {
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
        guard let escaped = take(), escaped != RawPath.separator else { return nil }
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

  private mutating func take() -> UInt8? {
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
    while let byte = take() {
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
      // `[z-a]` matches nothing, as in git.
      if low <= high {
        set.formUnion(low...high)
      }
    }
    return nil
  }

  private mutating func unescaped(_ byte: UInt8) -> UInt8? {
    if byte == UInt8(ascii: "\\") { return take() }
    return byte
  }

  /// Parses the upper end after `a-`; a hyphen before the closing bracket is literal.
  private mutating func rangeEnd() -> UInt8? {
    guard next + 1 < bytes.count, bytes[next] == UInt8(ascii: "-") else { return nil }
    guard bytes[next + 1] != UInt8(ascii: "]") else { return nil }
    next += 1
    guard let byte = take() else { return nil }
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
    "alpha": isLetter,
    "digit": isDigit,
    "alnum": { isLetter($0) || isDigit($0) },
    "upper": { uppercase.contains($0) },
    "lower": { isLetter($0) && !uppercase.contains($0) },
    "space": { $0 == space || (tab...carriageReturn).contains($0) },
    "blank": { $0 == space || $0 == tab },
    "cntrl": { $0 < space || $0 == delete },
    "print": { (space..<delete).contains($0) },
    "graph": isVisible,
    "punct": { isVisible($0) && !isLetter($0) && !isDigit($0) },
    "xdigit": { isDigit($0) || (UInt8(ascii: "A")...UInt8(ascii: "F")).contains(uppercased($0)) },
  ]

  private static let tab = UInt8(ascii: "\t")
  private static let carriageReturn = UInt8(ascii: "\r")
  private static let space = UInt8(ascii: " ")
  private static let delete: UInt8 = 0x7F
  private static let uppercase = UInt8(ascii: "A")...UInt8(ascii: "Z")

  private static func isVisible(_ byte: UInt8) -> Bool { byte > space && byte < delete }
  private static func isLetter(_ byte: UInt8) -> Bool { uppercase.contains(uppercased(byte)) }
  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  // The bit by which letters differ in case. Cleared, no other byte becomes a letter.
  private static func uppercased(_ byte: UInt8) -> UInt8 { byte & 0xDF }
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
