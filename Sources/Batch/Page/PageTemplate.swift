import PageSource
import WavethumbBytes
import WavethumbLibrary
import WavethumbOptions

/// The page as texts with gaps between them, in writing order.
struct PageTemplate {
  enum Gap: String { case generator, stamp, policy, title, style, manifest, script, data, list }

  enum Piece {
    case text(Substring)
    case gap(Gap)
  }

  static let pieces: [Piece] = {
    var pieces: [Piece] = []
    var rest = PageDocument.template[...]
    while let start = rest.firstRange(of: "{{"), let end = rest.firstRange(of: "}}") {
      pieces.append(.text(rest[..<start.lowerBound]))
      // A mistake in a file that the build embeds: the first page of any test shows it.
      guard let gap = Gap(rawValue: String(rest[start.upperBound..<end.lowerBound])) else {
        preconditionFailure("The page has a gap that nothing fills")
      }
      pieces.append(.gap(gap))
      rest = rest[end.upperBound...]
    }
    pieces.append(.text(rest))
    return pieces
  }()

  /// The page up to the name of its generator, which identifies it as ours.
  static let mark: [UInt8] = {
    guard case .text(let start) = pieces[0] else { return [] }
    return Array(start.utf8) + Array("wavethumb ".utf8)
  }()
}

/// The content security policy of the page: everything that it does not use is forbidden.
enum PagePolicy {
  /// The policy of a page whose recordings are at `media`; with `readsData` its script may load the
  /// data files beside it.
  // Hashes and not 'unsafe-inline': a name that brought a script into the page would not run.
  static func text(_ media: MediaPrefix, readsData: Bool) -> String {
    // For a page from file://, 'self' is not sufficient in every browser.
    var sources = "'self' file:"
    if let origin = media.origin {
      sources += " \(origin)"
    }
    let connections = readsData ? "'self'" : "'none'"
    let directives = [
      "default-src 'none'",
      "script-src '\(PageDocument.policyHash(of: PageDocument.script))'",
      "style-src '\(PageDocument.policyHash(of: PageDocument.style))'",
      "img-src \(sources) data:",
      "media-src \(sources)",
      "connect-src \(connections)",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ]
    return directives.joined(separator: "; ")
  }
}
