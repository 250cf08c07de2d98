import WavethumbBytes
package import WavethumbSystem

/// A file without a mark that wavethumb wrote, as a line of a ledger or of a run file: digest,
/// length, a check of the rest of the line, path, and a zero byte at the end.
///
/// This layout is frozen: each later version must know what an earlier one wrote, or it could
/// neither replace nor prune it.
// Each line has a check of its own, so that damage costs the lines that it hits and no other. The
// check is no defence against somebody who may write into the output: he could as well write the
// file itself. What a line gives away is one file inside the output, of bytes that he must know.
package struct OwnedLine: Sendable, Hashable {
  package let path: RelativePath
  package let file: WrittenFile

  package init(_ path: RelativePath, _ file: WrittenFile) {
    self.path = path
    self.file = file
  }

  /// Reads a line without its zero byte; nil if it is damaged, or no line.
  package init?(_ bytes: ArraySlice<UInt8>) {
    guard let fields = Fields(bytes), let file = fields.file,
      let check = Hexadecimal.value(fields.check),
      // No path that leads out of the output: what a line proves may be replaced and deleted.
      let path = RelativePath(RawPath(bytes: Array(fields.path)))
    else { return nil }
    guard check == Self.check(path, file) else { return nil }
    self.init(path, file)
  }

  /// Returns the path of a line without checking it; nil if it has none.
  static func path(in line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? { Fields(line)?.path }

  /// The line with its zero byte.
  package var bytes: [UInt8] {
    var line = Self.start(file)
    Hexadecimal.append(Self.check(path, file), to: &line)
    line.append(Self.space)
    line += path.path.bytes
    line.append(0)
    return line
  }

  /// More than the longest line has: a digest of 32 digits, a length, a check of 16, and a path.
  package static let maximumBytes = 2 * maximumPathBytes

  /// The longest path in a line.
  // PATH_MAX: the kernel takes no longer one, and a longer one in a line is damage or an attack.
  private static let maximumPathBytes = 4096
  private static let space = UInt8(ascii: " ")

  private struct Fields {
    let digest: ArraySlice<UInt8>
    let length: ArraySlice<UInt8>
    let check: ArraySlice<UInt8>
    let path: ArraySlice<UInt8>

    init?(_ line: ArraySlice<UInt8>) {
      // Three splits: the path comes last, and may have spaces.
      let parts = line.split(
        separator: OwnedLine.space,
        maxSplits: 3,
        omittingEmptySubsequences: false
      )
      guard parts.count == 4, parts[3].count <= OwnedLine.maximumPathBytes else { return nil }
      digest = parts[0]
      length = parts[1]
      check = parts[2]
      path = parts[3]
    }

    /// The size and the digest; nil if either is no number.
    var file: WrittenFile? {
      let bytes = Int(String(decoding: length, as: UTF8.self))
      guard let bytes, bytes >= 0 else { return nil }
      let digest = ContentDigest(hex: String(decoding: digest, as: UTF8.self))
      return digest.map { digest in WrittenFile(bytes: bytes, digest: digest) }
    }
  }

  private static func start(_ file: WrittenFile) -> [UInt8] {
    Array("\(file.digest.hex) \(file.bytes) ".utf8)
  }

  private static func check(_ path: RelativePath, _ file: WrittenFile) -> UInt64 {
    StableHash.of(start(file) + path.path.bytes)
  }
}
