import Bytes

/// Computes the digest of each block while the decoder reads it.
final class BlockDigester {
  private(set) var digests = ContentDigestBuilder()
  private let progress: DecodingProgress
  private let wanted: Range<Int>

  /// Computes digests of all blocks, or of a range of them.
  init(progress: DecodingProgress, blocks wanted: Range<Int> = 0..<Int.max) {
    self.progress = progress
    self.wanted = wanted
  }

  /// Takes a block when it is read for the first time.
  func take(_ index: Int, _ block: borrowing RawSpan) {
    if wanted.contains(index) { digests.add(block: block, index: index) }
    progress.read()
  }
}
