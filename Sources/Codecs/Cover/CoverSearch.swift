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
