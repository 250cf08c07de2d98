/// Album art: the bytes as found, of which only the header was read.
package struct CoverArt: Sendable, Equatable {
  // FLAC allows 16 MiB for a picture, as its length has three bytes.
  package static let maximumBytes = 16 << 20
  // As many as a picture of ours may have.
  package static let maximumPixels = 64_000_000

  package let bytes: [UInt8]
  package let header: ImageHeader

  /// Checks type, dimensions and size by the bytes; ignores the type that the tag declares.
  package init(_ bytes: [UInt8]) throws(CoverProblem) {
    if bytes.isEmpty { throw .empty }
    if bytes.count > Self.maximumBytes { throw .tooManyBytes }
    guard let header = ImageHeader(bytes) else { throw .notAPicture }
    if header.pixels > Self.maximumPixels {
      throw .tooManyPixels(width: header.width, height: header.height)
    }
    self.bytes = bytes
    self.header = header
  }
}
