import WavethumbBytes

/// Picks one channel out of interleaved frames.
struct ChannelSelection: Sendable {
  private let offset: Int
  private let frameBytes: Int
  private let bytesPerSample: Int

  /// Creates the selection of a channel, counted from 1, or of the last if there are fewer.
  init(_ channel: Int, of channels: Int, bytesPerSample: Int) {
    offset = (min(max(channel, 1), channels) - 1) * bytesPerSample
    frameBytes = channels * bytesPerSample
    self.bytesPerSample = bytesPerSample
  }

  /// Returns the samples of the channel.
  func samples(of block: borrowing RawSpan) -> [UInt8] {
    let frames = block.byteCount / frameBytes
    var samples: [UInt8] = []
    samples.reserveCapacity(frames * bytesPerSample)
    for frame in 0..<frames {
      samples.append(block, from: frame * frameBytes + offset, count: bytesPerSample)
    }
    return samples
  }
}
