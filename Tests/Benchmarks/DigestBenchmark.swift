import WavethumbBytes

/// Measures the throughput of content digests.
enum DigestBenchmark {
  // Far more than the cache of most processors, as with the files of a scan.
  private static let byteCount = 128 << 20

  static func gigabytesPerSecond() -> Double {
    let content = Noise.bytes(byteCount)
    let seconds = Stopwatch.median {
      var builder = ContentDigestBuilder()
      for block in 0..<byteCount / ContentDigestBuilder.blockSize {
        let start = block * ContentDigestBuilder.blockSize
        // Bytes have no padding that could be read uninitialized.
        let bytes = unsafe content.span.bytes
        builder.add(
          block: bytes.extracting(start..<(start + ContentDigestBuilder.blockSize)),
          index: block
        )
      }
      // Uses the result, without which the optimizer could omit the work.
      precondition(builder.digest(ofByteCount: byteCount) != nil)
    }
    return Double(byteCount) / seconds / 1e9
  }
}
