import WavethumbBytes

/// Adds a valid digest to a changed manifest, as anyone can.
enum ForgedManifest {
  /// Returns `text`, which ends after the array of files, with its digest.
  static func sealed(_ text: [UInt8]) -> [UInt8] {
    // All bytes before the line of the digest are digested.
    let body = text + Array(",\n".utf8)
    let hex = digest(of: body)?.hex ?? ""
    return body + Array("\"digest\":\"\(hex)\"}\n".utf8)
  }

  /// Digests bytes block by block, as the writer of a manifest does.
  private static func digest(of bytes: [UInt8]) -> ContentDigest? {
    let blockSize = ContentDigestBuilder.blockSize
    var builder = ContentDigestBuilder()
    for (index, start) in stride(from: 0, to: bytes.count, by: blockSize).enumerated() {
      let end = min(bytes.count, start + blockSize)
      let block = Array(bytes[start..<end])
      unsafe builder.add(block: block.span.bytes, index: index)
    }
    return builder.digest(ofByteCount: bytes.count)
  }
}
