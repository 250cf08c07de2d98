import Bytes
import PageSource

/// The page as texts with gaps between them, in the order in which they are written.
struct PageTemplate {
  /// The content of a gap.
  enum Gap: String {
    case generator, stamp, policy, title, style, manifest, script, data, list
  }

  enum Piece {
    case text(Substring)
    case gap(Gap)
  }

  static let pieces: [Piece] = {
    var pieces: [Piece] = []
    var rest = PageDocument.template[...]
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      pieces.append(.text(rest[..<start.lowerBound]))
      guard let gap = Gap(rawValue: String(rest[start.upperBound..<end.lowerBound])) else {
        preconditionFailure("The page has a gap that nothing fills")
      }
      pieces.append(.gap(gap))
      rest = rest[end.upperBound...]
    }
    pieces.append(.text(rest))
    return pieces
  }()

  /// The page up to the name of its generator: by this it is known as ours.
  static let mark: [UInt8] = {
    guard case .text(let start) = pieces[0] else { return [] }
    return Array(start.utf8) + Array("wavethumb ".utf8)
  }()
}
