import Bytes

/// Finds the picture of the album that a recording carries.
package enum CoverSearch {
  /// The picture in a recording's tags, nil where it has none.
  package static func embedded(
    in source: ByteSource
  ) -> Result<CoverArt, CoverProblem>? {
    guard let picture = EmbeddedPictures(of: source).best else { return nil }
    return Result { () throws(CoverProblem) in try CoverArt(picture.bytes) }
  }
}

/// The pictures in the tags of a recording, of which only the best one met so far is kept: sixty of
/// sixteen megabytes each would not fit into a worker.
struct EmbeddedPictures {
  // Recordings have a few; a file with more is meant to waste time.
  private static let most = 64
  /// The most bytes of a picture with everything around it; Base64 takes a third more.
  private static let longest = CoverArt.mostBytes + (1 << 16)

  /// The front cover, else the first picture that is no icon, else the first; of one that is too
  /// large only so much that this is known.
  private(set) var best: EmbeddedPicture?
  private var count = 0

  init(of source: ByteSource) {
    var start = 0
    while !isFull, let tag = ID3Tag(source, at: start) {
      add(tag, source)
      start = tag.end
    }
    let magic = source.bytes(at: start, count: 4)
    if magic.elementsEqual("fLaC".utf8) {
      FLACBlocks.forEach(.picture, in: source, at: start) { block in
        if let picture = EmbeddedPicture(flac: block) { add(picture) }
        return !isFull
      }
    } else if magic.elementsEqual("OggS".utf8) {
      let comments = OggComments.read(from: source, at: start, atMost: Self.longest / 3 * 4)
      for comment in comments.values(of: "METADATA_BLOCK_PICTURE") where !isFull {
        guard let block = Base64.bytes(ofDigits: comment) else { continue }
        if let picture = EmbeddedPicture(flac: block) { add(picture) }
      }
    } else if let picture = MP4Atoms(source, at: start)?.picture(atMost: Self.longest) {
      add(picture)
    }
  }

  private var isFull: Bool { count >= Self.most }

  private mutating func add(_ picture: EmbeddedPicture) {
    count += 1
    if picture.rank < best?.rank ?? .max { best = picture }
  }

  private mutating func add(_ tag: ID3Tag, _ source: ByteSource) {
    let frames = tag.frames(
      of: source, wanted: ["APIC", "PIC"], longest: Self.longest, longestTag: 2 * Self.longest,
      cutsLonger: true)
    frames.forEach { _, body in
      if let picture = EmbeddedPicture(id3: body, version: tag.version) { add(picture) }
    }
  }
}

/// A picture of an album: its bytes as they were found, of which only the header was read.
package struct CoverArt: Sendable, Equatable {
  /// The most bytes that a picture may have.
  package static let mostBytes = 16 << 20
  /// The most pixels that a picture may have.
  package static let mostPixels = 64_000_000

  package let bytes: [UInt8]
  package let header: ImageHeader

  /// Checks type, dimensions and size by the bytes; the type that the tag declares is ignored.
  package init(_ bytes: [UInt8]) throws(CoverProblem) {
    if bytes.isEmpty { throw .empty }
    if bytes.count > Self.mostBytes { throw .tooManyBytes }
    guard let header = ImageHeader(bytes) else { throw .notAPicture }
    if header.pixels > Self.mostPixels {
      throw .tooManyPixels(width: header.width, height: header.height)
    }
    self.bytes = bytes
    self.header = header
  }
}

/// Why there is a picture of an album that is not shown.
package enum CoverProblem: Error, Sendable, Hashable {
  case empty
  case tooManyBytes
  case tooManyPixels(width: Int, height: Int)
  /// Neither JPEG nor PNG nor WebP, or one that is cut off before it says how large it is.
  case notAPicture
}
