import Bytes
import Raster

/// A photograph as an element: the bytes of its file as they are, inside the picture.
struct SVGPhoto {
  private let file: Photo.File
  private let start: String

  init(_ file: Photo.File, width: Int, height: Int) {
    self.file = file
    start =
      "<image width=\"\(width)\" height=\"\(height)\" preserveAspectRatio=\"xMidYMid slice\""
      + " href=\"data:\(file.mediaType.escapedForXML);base64,"
  }

  /// Hands over the element piece by piece: it is many times longer than all the rest of a picture.
  func forEachPiece<Failure: Error>(
    _ body: ([UInt8]) throws(Failure) -> Void
  ) throws(Failure) {
    try body(Array(start.utf8))
    if let digits = file.digits {
      try body(digits)
    } else {
      try Base64.forEachPiece(of: file.bytes, body)
    }
    try body(Array("\"/>\n".utf8))
  }
}
