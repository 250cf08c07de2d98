import WavethumbBytes

/// A path as bytes, which need not be UTF-8 and are never converted to a `String`.
// A name on disk is any bytes but `/` and 0. As a `String`, a name in Latin-1 would become another
// one and not be found again, and two names that differ only in normalization (NFC and NFD) would
// be equal although they are two files.
public struct RawPath: Sendable, Hashable {
  /// The path separator.
  public static let separator = UInt8(ascii: "/")

  /// The bytes of the path, without an encoding.
  public var bytes: [UInt8]

  /// Creates a path of these bytes.
  public init(bytes: [UInt8]) { self.bytes = bytes }

  /// Creates a path from text, for names in the program itself.
  public init(_ text: String) { bytes = Array(text.utf8) }

  /// Whether the path is empty.
  public var isEmpty: Bool { bytes.isEmpty }

  /// Whether the path begins at the root.
  public var isAbsolute: Bool { bytes.first == Self.separator }

  /// Appends a component; an absolute one replaces the path, an empty one changes nothing.
  public func appending(_ step: RawPath) -> RawPath {
    if bytes.isEmpty || step.isAbsolute { return step }
    if step.isEmpty { return self }
    var joined = bytes
    joined.reserveCapacity(bytes.count + step.bytes.count + 1)
    if joined.last != Self.separator {
      joined.append(Self.separator)
    }
    joined.append(contentsOf: step.bytes)
    return RawPath(bytes: joined)
  }

  /// Returns the path with one more component.
  public func appending(_ step: String) -> RawPath { appending(RawPath(step)) }

  /// The last component, without trailing separators; empty for the root and for an empty path.
  public var name: RawPath {
    let path = Self.withoutSeparatorsAtEnd(bytes[...])
    guard let slash = path.lastIndex(of: Self.separator) else {
      return RawPath(bytes: Array(path))
    }
    return RawPath(bytes: Array(path[(slash + 1)...]))
  }

  /// The path without its last component: `.` for a single component, the root for the root.
  public var parent: RawPath {
    let path = Self.withoutSeparatorsAtEnd(bytes[...])
    guard let slash = path.lastIndex(of: Self.separator) else { return start }
    // "a//b" is in "a", and "//b" in the root.
    let parent = Self.withoutSeparatorsAtEnd(path[..<slash])
    if parent.isEmpty { return RawPath("/") }
    return RawPath(bytes: Array(parent))
  }

  private static func withoutSeparatorsAtEnd(_ path: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let last = path.lastIndex(where: { $0 != separator }) else { return [] }
    return path[...last]
  }

  /// The folder from which the path leads: the root, or `.` for a relative path.
  package var start: RawPath { isAbsolute ? "/" : "." }

  /// The path as a folder that can be opened: `.` for an empty path, which the kernel refuses.
  package var asFolder: RawPath { isEmpty ? "." : self }

  /// The components between separators, without empty ones.
  public var steps: [ArraySlice<UInt8>] { bytes.split(separator: Self.separator) }
}

extension RawPath: Comparable {
  /// The order of the manifest: by bytes, a prefix before its continuations.
  public static func < (left: RawPath, right: RawPath) -> Bool {
    left.bytes.lexicographicallyPrecedes(right.bytes)
  }
}

extension RawPath: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}

extension RawPath {
  // `NAME_MAX` of Linux, in bytes.
  package static let maximumNameLength = 255

  package func withSuffix(_ suffix: String) -> RawPath { withSuffix(Array(suffix.utf8)) }

  /// Appends `suffix` to the last component, shortened with a hash if it would be too long.
  ///
  /// A shortened name ends in `~` and twelve digits of a hash of the whole name, so that it is
  /// reproducible and long names with equal beginnings differ. It is cut between characters of
  /// UTF-8.
  package func withSuffix(_ suffix: [UInt8]) -> RawPath {
    let start = (bytes.lastIndex(of: Self.separator) ?? -1) + 1
    let room = Self.maximumNameLength - suffix.count
    if bytes.count - start <= room { return RawPath(bytes: bytes + suffix) }
    let name = Array(bytes[start...])
    let hash = StableHash.of(name)
    let mark = [UInt8(ascii: "~")] + Hexadecimal.digits(hash, count: 12)
    var kept = max(0, room - mark.count)

    // Bytes of this form continue a character.
    while kept > 0 && name[kept] & 0xC0 == 0x80 {
      kept -= 1
    }
    var shortened = Array(bytes[..<start])
    shortened += name[..<kept]
    shortened += mark
    shortened += suffix
    return RawPath(bytes: shortened)
  }
}

extension RawPath {
  /// The path as text, with U+FFFD for invalid UTF-8.
  package var lossyText: String { String(decoding: bytes, as: UTF8.self) }

  /// The path as text, or nil if it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The path percent-encoded for a URL, except separators and unreserved characters.
  package var percentEncoded: String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count)
    for byte in bytes {
      if Self.isUnreserved(byte) || byte == Self.separator {
        encoded.append(byte)
      } else {
        encoded.append(UInt8(ascii: "%"))
        encoded.append(Self.digits[Int(byte >> 4)])
        encoded.append(Self.digits[Int(byte & 15)])
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Returns whether RFC 3986 never requires this character to be encoded.
  private static func isUnreserved(_ byte: UInt8) -> Bool {
    byte.isASCIILetter || byte.isASCIIDigit || "-._~".utf8.contains(byte)
  }

  // Upper case, as RFC 3986 recommends.
  private static let digits = Array("0123456789ABCDEF".utf8)
}
