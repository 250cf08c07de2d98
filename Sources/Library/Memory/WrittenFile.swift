package import Bytes
package import System

/// A file that was written: how long it is, and the digest of its bytes.
///
/// Data may be longer than memory allows, so that its digest is taken as that of a recording, block
/// by block; a picture's is the one of all its bytes.
package struct WrittenFile: Sendable, Hashable {
  package var bytes: Int
  package var digest: ContentDigest

  package init(bytes: Int, digest: ContentDigest) {
    self.bytes = bytes
    self.digest = digest
  }
}

/// Names of files with what was written under them, as text: digest, length and path, and a zero
/// byte after each.
package enum WrittenFileLines {
  /// The line of one file.
  package static func line(_ path: RelativePath, _ file: WrittenFile) -> [UInt8] {
    Array("\(file.digest.hex) \(file.bytes) ".utf8) + path.path.bytes + [0]
  }

  /// The files of all lines; a line that was not finished counts for nothing.
  package static func files(in bytes: [UInt8]) -> [RelativePath: Set<WrittenFile>] {
    guard let end = bytes.lastIndex(of: 0) else { return [:] }
    var files: [RelativePath: Set<WrittenFile>] = [:]
    for line in bytes[..<end].split(separator: 0) {
      guard let (path, file) = read(line) else { continue }
      files[path, default: []].insert(file)
    }
    return files
  }

  /// Whether there is nothing but lines, of which the last may be unfinished.
  package static func isSpelled(in bytes: [UInt8]) -> Bool {
    let end = bytes.lastIndex(of: 0).map { $0 + 1 } ?? 0
    let rest = String(decoding: bytes[end...].prefix(34), as: UTF8.self)
    return bytes[..<end].split(separator: 0).allSatisfy { read($0) != nil }
      && rest.wholeMatch(of: /[0-9a-f]{0,32}|[0-9a-f]{32} [0-9]?/) != nil
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
