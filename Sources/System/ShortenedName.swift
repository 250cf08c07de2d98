import Bytes

extension RawPath {
  /// The longest name a file can have.
  package static let longestName = 255

  /// `withSuffix` for a suffix in words.
  package func withSuffix(_ suffix: String) -> RawPath { withSuffix(Array(suffix.utf8)) }

  /// This path with `suffix` behind its last step, which is shortened by hash where it would be too
  /// long.
  ///
  /// A shortened name ends in `~` and twelve digits of a hash over the whole name, so that it is
  /// the same at every run and two long names that begin alike stay apart. It is cut between
  /// characters of UTF-8.
  package func withSuffix(_ suffix: [UInt8]) -> RawPath {
    let start = (bytes.lastIndex(of: Self.separator) ?? -1) + 1
    let room = Self.longestName - suffix.count
    if bytes.count - start <= room { return RawPath(bytes: bytes + suffix) }
    let name = Array(bytes[start...])
    let mark = [UInt8(ascii: "~")] + Hexadecimal.digits(StableHash.of(name), count: 12)
    var kept = max(0, room - mark.count)
    while kept > 0 && name[kept] & 0xC0 == 0x80 { kept -= 1 }
    return RawPath(bytes: Array(bytes[..<start]) + Array(name[..<kept]) + mark + suffix)
  }
}
