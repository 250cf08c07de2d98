import WavethumbBytes
import WavethumbSystem

/// A range of a file with the digest that its bytes had when they were first read.
// Whoever reads the range again compares the digest again: another process may write into the file
// meanwhile, and a check that was made of other bytes proves nothing.
struct DigestedRange: Sendable {
  let range: Range<Int>
  let digest: ContentDigest

  /// Begins to read the range once more.
  func window(_ length: Int, in file: LedgerFile) -> ByteWindow {
    ByteWindow(of: range, length: length, isDigested: true, file.bytes)
  }

  /// Returns whether a window has read the whole range, and the same bytes as the first time.
  func isRead(by window: ByteWindow) -> Bool { window.digest == digest }
}
