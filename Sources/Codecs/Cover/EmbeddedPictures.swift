import WavethumbBytes

/// The pictures in the tags of a recording. Only the best one so far is kept, because sixty of
/// sixteen megabytes each would not fit into a worker.
package struct EmbeddedPictures {
  // Recordings have a few; a file with more is probably hostile.
  private static let maximumCount = 64
  /// The largest size of a picture with its headers; Base64 takes a third more.
  package static let maximumBytes = CoverArt.maximumBytes + (1 << 16)

  /// The front cover, else the first picture that is not an icon, else the first. A picture that is
  /// too large is truncated just beyond the limit.
  package var best: [UInt8]? { picture?.bytes }

  private var picture: EmbeddedPicture?
  private var count = 0

  package init(of source: ByteSource) {
    var start = 0
    // Tags of ID3 may precede any format, and one another.
    while !isFull, let tag = ID3Tag(source, at: start) {
      add(picturesOf: tag, in: source)
      start = tag.end
    }
    let magic = source.bytes(at: start, count: 4)
    if magic.elementsEqual("fLaC".utf8) {
      add(picturesOf: FLACBlocks(source, at: start), in: source)
    } else if magic.elementsEqual("OggS".utf8) {
      addPictures(ofOggAt: start, in: source)
    } else if let picture = MP4Atoms(source, at: start)?.picture(atMost: Self.maximumBytes) {
      add(picture)
    }
  }

  private mutating func add(picturesOf blocks: FLACBlocks, in source: ByteSource) {
    let pictures = blocks.all.filter { block in block.kind == FLACBlocks.picture }
    for (_, range) in pictures where !isFull {
      let block = source.bytes(at: range.lowerBound, count: range.count)
      if let picture = EmbeddedPicture(flac: block) {
        add(picture)
      }
    }
  }

  private mutating func addPictures(ofOggAt start: Int, in source: ByteSource) {
    // Pictures in comments are in Base64, which takes four digits for three bytes.
    let maximumDigits = Self.maximumBytes / 3 * 4
    let comments = OggComments.read(from: source, at: start, atMost: maximumDigits)
    for (name, value) in comments.pairs where name == "METADATA_BLOCK_PICTURE" && !isFull {
      // The same block as in FLAC.
      guard let block = Base64.bytes(ofDigits: value) else { continue }
      if let picture = EmbeddedPicture(flac: block) {
        add(picture)
      }
    }
  }

  private var isFull: Bool { count >= Self.maximumCount }

  private mutating func add(_ picture: EmbeddedPicture) {
    count += 1
    if picture.rank < self.picture?.rank ?? .max {
      self.picture = picture
    }
  }

  private mutating func add(picturesOf tag: ID3Tag, in source: ByteSource) {
    let selection = ID3Frames.Selection(
      names: ["APIC", "PIC"],
      maximumFrameBytes: Self.maximumBytes,
      maximumTagBytes: 2 * Self.maximumBytes,
      cutsLonger: true
    )
    ID3Frames(source, of: tag, selecting: selection).forEach { _, body in
      if let picture = EmbeddedPicture(id3: body, version: tag.version) {
        add(picture)
      }
    }
  }
}

extension MP4Atoms {
  /// Returns the first picture that iTunes and ffmpeg store beside the title: the front cover.
  fileprivate func picture(atMost maximumBytes: Int) -> EmbeddedPicture? {
    // `meta` begins with a version in Apple's files, and with atoms in QuickTime's.
    guard let meta = first("moov", "udta", "meta") else { return nil }
    let list = meta.dropping(4).first("ilst") ?? meta.first("ilst")
    guard let data = list?.first("covr", "data") else { return nil }
    // A type and a language precede the picture.
    return EmbeddedPicture(bytes: data.dropping(8).bytes(atMost: maximumBytes))
  }
}
