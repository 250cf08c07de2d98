import WavethumbBytes

/// A block of comments in Vorbis, Opus and FLAC: vendor, count, comments with their lengths.
struct VorbisComments {
  // More than any tag has. A guess.
  private static let maximumCount = 4096

  /// Comments as uppercase names and their values.
  private(set) var pairs: [(name: String, value: ArraySlice<UInt8>)] = []

  init(_ block: [UInt8]) {
    var offset = 4 + Int(block.littleEndian32(at: 0))
    guard offset + 4 <= block.count else { return }
    let count = Int(block.littleEndian32(at: offset))
    offset += 4
    for _ in 0..<min(count, Self.maximumCount) where offset + 4 <= block.count {
      let length = Int(block.littleEndian32(at: offset))
      // The last comment is truncated if the block was too long to be read.
      let comment = block[(offset + 4)...].prefix(length)
      if let equals = comment.firstIndex(of: UInt8(ascii: "=")) {
        let name = String(decoding: comment[..<equals], as: UTF8.self).uppercased()
        pairs.append((name, comment[(equals + 1)...]))
      }
      offset += 4 + length
    }
  }
}

extension AudioTags {
  /// Reads the tags of comments that libsndfile does not know.
  init(beyondSndfile comments: VorbisComments) {
    self.init { row in
      guard row.sndfile == nil else { return nil }
      let comment = comments.pairs.first { pair in pair.name == row.name.uppercased() }
      guard let comment else { return nil }
      return TagText.mended(comment.value)
    }
  }
}
