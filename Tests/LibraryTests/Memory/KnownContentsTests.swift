import Bytes
import Decoding
import System
import TestSupport
import Testing

@testable import Library

/// A worker that was taken over may tell the digest of another recording.
@Suite struct `Known contents` {
  private static let digest = ContentDigest(high: 1, low: 2)
  private static let identity = FileIdentity(
    device: 1, inode: 7, size: 100, modified: 50, changed: 60)
  private static let refused = ReadRecording(result: .failure(.crashed(signal: 11)))

  private let tree: TemporaryTree
  private let cache: CacheFolder

  init() throws {
    tree = try TemporaryTree()
    cache = try CacheFolder(at: tree.path.appending("cache"))
  }

  private func contents() -> KnownContents {
    KnownContents(
      SummaryCache(cache, budget: 1 << 20), keys: [[1], [2]], limits: DecodeOptions())
  }

  private func knows(_ path: RawPath, _ identity: FileIdentity = Self.identity) -> Bool {
    contents().content(Self.digest, 100, of: FileTrace(path, identity)) != nil
  }

  @Test func `with a digest that a worker told are those of the same file`() {
    let known = contents()
    known.remember(Self.refused, Self.digest, 100, toldOf: FileTrace("/a/x.mp3", Self.identity))
    _ = known.finish()
    #expect(knows("/a/x.mp3"))
    var written = Self.identity
    (written.inode, written.modified) = (8, 51)
    #expect(knows("/a/x.mp3", written))
    #expect(knows("/a/renamed.mp3"))
    #expect(!knows("/a/y.mp3", written))
    written.inode = 7
    #expect(!knows("/a/y.mp3", written))
  }

  @Test func `with a digest of our own are those of every file`() {
    let known = contents()
    known.remember(Self.refused, Self.digest, 100, toldOf: FileTrace("/a/x.mp3", Self.identity))
    _ = known.finish()
    let again = contents()
    again.remember(Self.refused, Self.digest, 100, toldOf: nil)
    _ = again.finish()
    var other = Self.identity
    other.inode = 9
    #expect(knows("/b/y.mp3", other))
  }
}
