import Bytes

/// Takes the digest of each block that a decoder reads, on its way past.
final class BlockDigester {
  private(set) var digests = ContentDigestBuilder()
  private let pulse: DecodingProgress
  private let wanted: Range<Int>

  /// Takes all blocks, or only those of a range.
  init(pulse: DecodingProgress, blocks wanted: Range<Int> = 0..<Int.max) {
    self.pulse = pulse
    self.wanted = wanted
  }

  /// Takes a block when it is read for the first time.
  func take(_ index: Int, _ block: borrowing RawSpan) {
    if wanted.contains(index) { digests.add(block: block, index: index) }
    pulse.read()
  }
}
