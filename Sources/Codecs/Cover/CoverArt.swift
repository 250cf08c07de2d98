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
