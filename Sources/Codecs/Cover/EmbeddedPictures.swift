import Bytes

/// Finds the pictures in the tags of a recording.
enum EmbeddedPictures {
  // Recordings have a few; a file with more is meant to waste time.
  private static let most = 64
  /// The most bytes of a picture with everything around it; Base64 takes a third more.
  private static let longest = CoverArt.mostBytes + (1 << 16)

  /// Every picture, in the order of the file; of one that is too large only so much that this is
  /// known.
  static func all(in source: ByteSource) -> [EmbeddedPicture] {
    var pictures: [EmbeddedPicture] = []
    var start = 0
    while let tag = ID3Pictures.read(source, at: start, atMost: longest, &pictures) {
      start = tag
      if pictures.count >= most { break }
    }
    let magic = source.bytes(at: start, count: 4)
    if magic.elementsEqual("fLaC".utf8) {
      FLACBlocks.forEach(.picture, in: source, at: start) { block in
        if let picture = EmbeddedPicture(flac: block) { pictures.append(picture) }
        return pictures.count < most
      }
    } else if magic.elementsEqual("OggS".utf8) {
      let comments = OggComments.read(from: source, at: start, atMost: longest / 3 * 4)
      for comment in comments.values(of: "METADATA_BLOCK_PICTURE") {
        guard pictures.count < most, let block = Base64.bytes(ofDigits: comment) else { continue }
        if let picture = EmbeddedPicture(flac: block) { pictures.append(picture) }
      }
    } else if let file = MP4Atoms(source, at: start) {
      pictures += file.pictures(atMost: longest)
    }
    return Array(pictures.prefix(most))
  }
}

/// The pictures of an ID3v2 tag.
enum ID3Pictures {
  /// Reads the tag at an offset, and answers where it ends; nil where none begins.
  static func read(
    _ source: ByteSource, at offset: Int, atMost longest: Int, _ pictures: inout [EmbeddedPicture]
  ) -> Int? {
    guard let tag = ID3Tag(source, at: offset) else { return nil }
    let frames = tag.frames(
      of: source, wanted: ["APIC", "PIC"], longest: longest, longestTag: 2 * longest,
      cutsLonger: true)
    var found: [EmbeddedPicture] = []
    frames.forEach { _, body in
      if let picture = EmbeddedPicture(id3: body, version: tag.version) { found.append(picture) }
    }
    pictures += found
    return tag.end
  }
}
