import Bytes
package import System

/// Names of files with what was written under them, as text: digest, length and path, and a zero
/// byte after each.
package enum WrittenFileLines {
  /// The line of one file.
  package static func line(_ path: RawPath, _ file: WrittenFile) -> [UInt8] {
    Array("\(file.digest.hex) \(file.bytes) ".utf8) + path.bytes + [0]
  }

  /// The files of all lines; a line that was not finished counts for nothing.
  package static func files(in bytes: [UInt8]) -> [RawPath: Set<WrittenFile>] {
    guard let end = bytes.lastIndex(of: 0) else { return [:] }
    var files: [RawPath: Set<WrittenFile>] = [:]
    for line in bytes[..<end].split(separator: 0) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard parts.count == 3,
        let digest = ContentDigest(hex: String(decoding: parts[0], as: UTF8.self)),
        let length = Int(String(decoding: parts[1], as: UTF8.self)), length >= 0
      else { continue }
      files[RawPath(bytes: Array(parts[2])), default: []].insert(
        WrittenFile(bytes: length, digest: digest))
    }
    return files
  }
}
