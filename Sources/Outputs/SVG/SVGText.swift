public import Raster
import WavethumbBytes

/// A drawing as SVG: one element per mark, lengths in points, without style sheets or scripts.
public struct SVGText {
  private let head: [UInt8]
  /// The file that the document embeds unchanged, which is much longer than the rest.
  private let photo: Photo.File?
  private let tail: [UInt8]

  /// Creates a document from a drawing of scale 1; nil if the drawing contains pixels.
  ///
  /// Screen readers read `title` instead of the picture; `generator` is the program named in a
  /// comment.
  public init?(_ drawing: Drawing, title: String, generator: String? = nil) {
    guard drawing.marks.allSatisfy(\.isVector) else { return nil }
    var body = SVGBody(drawing, prefix: "")
    if body.namesAnything {
      // Ids derive from the content, so that pictures in a page do not share paints.
      // By content and not by count, so that the same recording gives the same bytes. 40 bits: among a
      // thousand pictures of a page, two have the same once in two million pages.
      let hash = StableHash.of(Array((body.ground + body.text).utf8))
      let digits = Hexadecimal.digits(hash, count: 10)
      // A letter first, as an id in XML must not begin with a digit.
      let prefix = "w" + String(decoding: digits, as: UTF8.self)
      body = SVGBody(drawing, prefix: prefix)
    }

    let width = drawing.width
    let height = drawing.height
    let mark = generator.map { "\n\(Self.comment)\($0.escapedForXML) -->" } ?? ""
    var text = """
      \(Self.start) width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" \
      role="img">\(mark)
      <title>\(title.escapedForXML)</title>
      \(body.ground)
      """
    photo = drawing.photo?.file

    // Cut to fill the picture, as the pixels of a PNG are.
    if let photo {
      text +=
        "<image width=\"\(width)\" height=\"\(height)\" preserveAspectRatio=\"xMidYMid slice\""
        + " href=\"data:\(photo.mediaType.escapedForXML);base64,"
    }
    head = Array(text.utf8)
    let endOfPhoto = photo == nil ? "" : "\"/>\n"
    tail = Array("\(endOfPhoto)\(body.text)</svg>\n".utf8)
  }

  /// The document in UTF-8.
  public var bytes: [UInt8] {
    var bytes: [UInt8] = []
    forEachPiece { bytes += $0 }
    return bytes
  }

  // In pieces, since a cover may have megabytes, and its Base64 a third more.
  func forEachPiece<Failure: Error>(_ body: ([UInt8]) throws(Failure) -> Void) throws(Failure) {
    guard let photo else { return try body(head + tail) }
    try body(head)
    if let digits = photo.digits {
      try body(digits)
    } else {
      try Base64.forEachPiece(of: photo.bytes, body)
    }
    try body(tail)
  }

  private static let start = "<svg xmlns=\"http://www.w3.org/2000/svg\""
  private static let comment = "<!-- "

  static func generator(ofFileBeginning start: [UInt8]) -> String? {
    // The first line has numbers only, the second is our comment. Both are shorter than 400 bytes.
    let lines = start.prefix(400).split(separator: UInt8(ascii: "\n"), maxSplits: 2)
    guard lines.count > 1,
      lines[0].starts(with: Self.start.utf8),
      lines[1].starts(with: Self.comment.utf8)
    else { return nil }
    let ofComment = lines[1].dropFirst(Self.comment.utf8.count)
    let comment = String(decoding: ofComment, as: UTF8.self)
    let end = " -->"
    guard comment.hasSuffix(end) else { return nil }
    return String(comment.dropLast(end.count))
  }
}

extension Mark {
  fileprivate var isVector: Bool {
    switch self {
    case .shape: true
    case .pixels: false
    }
  }
}

extension String {
  /// The text escaped for use between tags or in an attribute.
  var escapedForXML: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "\"": text += "&quot;"
      case "'": text += "&#39;"
      case "\t", "\n", "\r": text += " "
      // XML cannot represent these characters.
      case "\0"..."\u{1F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
