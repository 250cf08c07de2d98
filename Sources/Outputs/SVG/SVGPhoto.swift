import Bytes
import Raster

/// A photograph as an element: the bytes of its file as they are, inside the picture.
struct SVGPhoto {
  let bytes: [UInt8]

  init(_ file: Photo.File, width: Int, height: Int) {
    let start =
      "<image width=\"\(width)\" height=\"\(height)\" preserveAspectRatio=\"xMidYMid slice\""
      + " href=\"data:\(file.mediaType.escapedForXML);base64,"
    let end = Array("\"/>\n".utf8)
    var bytes = Array(start.utf8)
    bytes.reserveCapacity(bytes.count + (file.bytes.count + 2) / 3 * 4 + end.count)
    Base64.append(file.bytes, to: &bytes)
    bytes += end
    self.bytes = bytes
  }
}
