import WavethumbBytes

/// Measures the throughput of content digests.
enum DigestBenchmark {
  // Far more than the cache of most processors, as with the files of a scan.
  private static let byteCount = 128 << 20

  static func gigabytesPerSecond() -> Double {
    let content = Noise.bytes(byteCount)
    let blocks = stride(from: 0, to: byteCount, by: ContentDigester.blockSize).map { start in
      Array(content[start..<start + ContentDigester.blockSize])
    }
    let seconds = Stopwatch.median {
      var digester = ContentDigester()
      for block in blocks {
        digester.add(block)
      }
      // Uses the result, without which the optimizer could omit the work.
      precondition(digester.digest != ContentDigest(of: []))
    }
    return Double(byteCount) / seconds / 1e9
  }
}
