package import Codecs
package import Raster
package import WavethumbBytes
package import WavethumbSystem

/// The art for the pictures of a recording, or the reason why there is none.
package struct RecordingCover: Sendable {
  package enum Source: String, Sendable { case embedded, folder }

  /// Art, and its file if it is next to the recording.
  package struct Found: Sendable {
    package let source: Source
    package var path: RawPath?
    package let art: CoverArt
    package let digest: ContentDigest
    /// The bytes in Base64, if several recordings share this art.
    var digits: [UInt8]?

    init(_ source: Source, at path: RawPath? = nil, _ art: CoverArt) {
      self.source = source
      self.path = path
      self.art = art
      digest = ContentDigest(of: art.bytes)
    }
  }

  package var found: Found?
  package var pixels: PhotoPixels?
  /// The reason why some or all pictures are plain.
  package var fault: CoverFault?
  /// The fingerprint of the art in the folder of the recording, if it matters.
  package var fingerprint: UInt64

  // Small numbers, which a hash never has here: `FolderCover.fingerprint` begins above them. They are
  // in ledgers, so that each keeps its meaning for ever.

  /// The fingerprint if art was never searched for.
  package static let unknown: UInt64 = 0
  /// The fingerprint if the recording has embedded art, so that its folder does not matter.
  package static let ownArt: UInt64 = 3
  /// The fingerprint if the recording has embedded art that is too large for a copy in the output.
  package static let largeArt: UInt64 = 4
  /// The fingerprint if art could not be read: the next run tries again.
  static let tryAgain: UInt64 = 2

  package init(
    found: Found? = nil,
    fault: CoverFault? = nil,
    fingerprint: UInt64 = FolderCover.nothing
  ) {
    self.found = found
    self.fault = fault
    self.fingerprint = fingerprint
  }

  /// The photograph for the pictures.
  package var photo: Photo? {
    guard let found else { return nil }
    var file = Photo.File(mediaType: found.art.header.kind.mediaType, bytes: found.art.bytes)
    file.digits = found.digits
    return Photo(file: file, pixels: pixels)
  }
}
