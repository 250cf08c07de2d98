import Codecs
package import Outputs
package import WavethumbBytes
package import WavethumbSystem

/// A copy of embedded art in the output, for the page. Its name is its digest, so that each
/// distinct picture is stored once and a copy can be recognized by its content.
package struct CoverCopy: Sendable {
  /// The maximum size of a copy. Larger art would slow the page down: ffmpeg reduces it, or it is
  /// omitted.
  // Untuned.
  package static let maximumBytes = 1 << 20
  /// The longer side of reduced art in pixels.
  // Between sharpness on dense screens and size.
  static let side = 800
  package static let folder: RawPath = "covers"

  private static let fileExtensions = [
    "image/jpeg": "jpg", "image/png": "png", "image/webp": "webp",
  ]

  private let bytes: [UInt8]

  /// Creates a copy of a recording's art; nil if the art is not embedded, or too large.
  package init?(_ found: RecordingCover.Found) {
    guard found.source == .embedded, found.art.bytes.count <= Self.maximumBytes else { return nil }
    bytes = found.art.bytes
  }

  package static func path(of digest: ContentDigest, mediaType: String) -> RawPath? {
    guard let fileExtension = fileExtensions[mediaType] else { return nil }
    return folder.appending(RawPath("\(digest.hex).\(fileExtension)"))
  }

  /// Identifies a recording whose art is copied; recordings with the same art share it.
  // Above the numbers that have a meaning of their own.
  package static func key(_ digest: ContentDigest) -> UInt64 {
    max(RecordingCover.largeArt + 1, StableHash.of(digest.bytes))
  }

  package static func names(in output: borrowing Folder) throws(SystemFailure) -> [RawPath] {
    do throws(SystemFailure) {
      let names = try output.folder(Self.folder, followingLinks: false).names()
      return names.filter { name in digest(in: name) != nil }
    } catch {
      if error.isMissing { return [] }
      throw error
    }
  }

  /// Returns whether a path in the output is that of a copy, which proves itself by its name.
  package static func isName(_ path: RelativePath) -> Bool {
    path.parent?.path == folder && digest(in: path.name) != nil
  }

  /// Returns the digest in the name of a copy; nil for other names.
  package static func digest(in name: RawPath) -> ContentDigest? {
    let parts = name.lossyText.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, fileExtensions.values.contains(String(parts[1])) else { return nil }
    return ContentDigest(hex: String(parts[0]))
  }
}

// An output, so that it is written, digested and owned by the same code as pictures.
extension CoverCopy: Output {
  /// The format for digests: a copy is digested like a picture.
  package static var format: OutputFormat { .png }
  package static func asked(by request: OutputRequest) -> [CoverCopy] { [] }
  package static func mark(ofFileBeginning start: [UInt8]) -> OutputMark { .askTheLedger }
  package static func recordingName(of fileName: [UInt8]) -> [UInt8]? { nil }
  package var suffix: String { "" }
  package var needs: OutputNeeds { OutputNeeds() }

  package func write(
    _ recording: OutputSource,
    to sink: ByteSink
  ) throws(OutputFailure) -> PictureFacts? {
    try sink(bytes)
    return nil
  }
}
