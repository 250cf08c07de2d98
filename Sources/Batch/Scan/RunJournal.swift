import Bytes
import Glibc
import Library
import System

/// The files that this run is about to write into the output, kept in the file that marks a run at
/// work.
///
/// A killed run leaves the journal, and the next run knows by it which files are ours. A line is
/// written before its file gets its name; it has path, length and digest, so that a file of that
/// name with other bytes does not count as ours.
struct RunJournal: ~Copyable, Sendable {
  private static let longest = 64 << 20

  private let file: Descriptor

  /// Goes on with the journal of an output, or begins one.
  init(in output: borrowing Folder) throws(SystemFailure) {
    file = try output.create(
      RunMarker.name, flags: O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK)
  }

  func add(_ path: RawPath, _ written: WrittenFile) throws(SystemFailure) {
    try file.write(
      Array("\(written.digest.hex) \(written.bytes) ".utf8) + path.bytes + [0], RunMarker.name)
  }

  /// What a killed run left; a line that was not finished counts for nothing.
  static func read(in output: borrowing Folder) -> [RawPath: Set<WrittenFile>] {
    var files: [RawPath: Set<WrittenFile>] = [:]
    for line in lines(of: bytes(in: output)) {
      let parts = line.split(separator: UInt8(ascii: " "), maxSplits: 2)
      guard parts.count == 3,
        let digest = ContentDigest(hex: String(decoding: parts[0], as: UTF8.self)),
        let bytes = Int(String(decoding: parts[1], as: UTF8.self)), bytes >= 0
      else { continue }
      files[RawPath(bytes: Array(parts[2])), default: []].insert(
        WrittenFile(bytes: bytes, digest: digest))
    }
    return files
  }

  private static func lines(of bytes: [UInt8]) -> [ArraySlice<UInt8>] {
    guard let end = bytes.lastIndex(of: 0) else { return [] }
    return bytes[..<end].split(separator: 0)
  }

  private static func bytes(in output: borrowing Folder) -> [UInt8] {
    do {
      return try output.open(RunMarker.name).read(longest, RunMarker.name)
    } catch {
      return []
    }
  }
}
