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
    guard header.layer == 3 else { return nil }
    // Only some encoders count the two bytes of a checksum.
    let checksumBytes = header.hasChecksum ? 2 : 0
    for place in [header.noteOffset, header.noteOffset + checksumBytes] {
      let note = source.bytes(at: offset + place, count: 16)
      guard note.count == 16 else { return nil }
      if note.starts(with: "Xing".utf8) || note.starts(with: "Info".utf8) {
        guard note[7] & 1 == 1 else { return nil }
        isVariable = note.starts(with: "Xing".utf8)
        frames = Int(note.bigEndian32(at: 8))
        bytes = note[7] & 2 == 2 ? Int(note.bigEndian32(at: 12)) : nil
        return
      }
    }
    let note = source.bytes(at: offset + 36, count: 18)
    guard note.count == 18, note.starts(with: "VBRI".utf8) else { return nil }
    isVariable = true
    bytes = Int(note.bigEndian32(at: 10))
    frames = Int(note.bigEndian32(at: 14))
  }
}
