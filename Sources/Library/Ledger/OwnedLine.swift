import Bytes
package import System

/// Lists written files as text: digest, length and path, and a zero byte after each.
package enum WrittenFileLines {
  package static func line(_ path: RelativePath, _ file: WrittenFile) -> [UInt8] {
    Array("\(file.digest.hex) \(file.bytes) ".utf8) + path.path.bytes + [0]
  }

  /// Parses all lines, ignoring an incomplete one.
  package static func files(in bytes: [UInt8]) -> [RelativePath: Set<WrittenFile>] {
    guard let end = bytes.lastIndex(of: 0) else { return [:] }
    var files: [RelativePath: Set<WrittenFile>] = [:]
    for line in bytes[..<end].split(separator: 0) {
      guard let (path, file) = read(line) else { continue }
      files[path, default: []].insert(file)
    }
    return files
  }

  /// Returns whether the bytes consist of valid lines, of which the last may be incomplete.
  package static func isSpelled(in bytes: [UInt8]) -> Bool {
    let end = bytes.lastIndex(of: 0).map { $0 + 1 } ?? 0
    return bytes[..<end].split(separator: 0).allSatisfy { read($0) != nil }
      && zip(bytes[end...], 0...33).allSatisfy { isBegun(by: $0, at: $1) }
  }

  /// Returns whether this byte is valid at this index of a line, which begins with a digest, a
  /// space and a length.
  private static func isBegun(by byte: UInt8, at place: Int) -> Bool {
    if place == 32 { return byte == UInt8(ascii: " ") }
    let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
    return DecimalNumber.isDigit(byte) || place < 32 && isLetter
  }

  private static func read(_ line: ArraySlice<UInt8>) -> (RelativePath, WrittenFile)? {
    let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
    guard parts.count == 3,
      let digest = ContentDigest(hex: String(decoding: parts[0], as: UTF8.self)),
      let length = Int(String(decoding: parts[1], as: UTF8.self)), length >= 0,
      let path = RelativePath(RawPath(bytes: Array(parts[2])))
    else { return nil }
    return (path, WrittenFile(bytes: length, digest: digest))
  }
}
