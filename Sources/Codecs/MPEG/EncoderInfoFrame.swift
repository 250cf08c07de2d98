import WavethumbBytes

/// The length that an encoder wrote into a first frame without sound (Xing, Info or VBRI).
struct EncoderInfoFrame: Equatable {
  let frames: Int
  let bytes: Int?
  let isVariable: Bool

  var meanLength: Double? {
    guard let bytes, bytes > 0, frames > 0 else { return nil }
    return Double(bytes) / Double(frames)
  }

  init?(_ header: MPEGFrameHeader, at offset: Int, in source: ByteSource) {
    // Only encoders of layer III write it.
    guard header.layer == 3 else { return nil }
    // Only some encoders count the two bytes of a checksum.
    let checksumBytes = header.hasChecksum ? 2 : 0
    for start in [header.infoOffset, header.infoOffset + checksumBytes] {
      let info = source.bytes(at: offset + start, count: 16)
      guard info.count == 16 else { return nil }
      // LAME writes "Info" where the rate is constant.
      let isXing = info.starts(with: "Xing".utf8)
      if isXing || info.starts(with: "Info".utf8) {
        // The flags of the fields that follow: 1 for the frames, 2 for the bytes.
        let hasFrames = info[7] & 1 != 0
        let hasBytes = info[7] & 2 != 0
        guard hasFrames else { return nil }
        isVariable = isXing
        frames = Int(info.bigEndian32(at: 8))
        bytes = hasBytes ? Int(info.bigEndian32(at: 12)) : nil
        return
      }
    }
    // VBRI is always behind 32 bytes, whatever the version and the channels.
    let info = source.bytes(at: offset + 36, count: 18)
    guard info.count == 18, info.starts(with: "VBRI".utf8) else { return nil }
    isVariable = true
    bytes = Int(info.bigEndian32(at: 10))
    frames = Int(info.bigEndian32(at: 14))
  }
}
