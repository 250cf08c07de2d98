package import System

/// The beginning of the addresses of recordings that the page plays.
package struct MediaPrefix: Sendable, Equatable {
  /// Ends with a slash, and consists of characters that need no escaping in an attribute.
  package let text: String

  /// A prefix: a URL, or a path from the page; nil for other texts.
  package init?(_ text: String) {
    let mayStand = text.utf8.allSatisfy { byte in
      byte > UInt8(ascii: " ") && byte < 127 && !Self.forbidden.contains(byte)
    }
    guard mayStand, !text.isEmpty else { return nil }
    let isAddress = Self.schemes.contains { text.lowercased().hasPrefix($0) }
    // A colon in the first step would make it a scheme: javascript, say.
    let firstStep = text.prefix { $0 != "/" }
    guard isAddress || !firstStep.contains(":") else { return nil }
    let prefix = text.hasSuffix("/") ? text : text + "/"
    if isAddress, Self.origin(of: prefix) == nil { return nil }
    self.text = prefix
  }

  /// The way from the folder of the page to the library; both are real paths from the root.
  package init(from page: RawPath, to library: RawPath) {
    let (start, end) = (page.steps.map(Array.init), library.steps.map(Array.init))
    let shared = zip(start, end).prefix { $0 == $1 }.count
    let down = end[shared...].map { RawPath(bytes: $0).percentEncoded }
    let way = Array(repeating: "..", count: start.count - shared) + down
    // Without any step, the colon of a file's name could be taken for a scheme.
    text = way.isEmpty ? "./" : way.map { $0 + "/" }.joined()
  }

  /// Where recordings are loaded from, besides the page's own place.
  package var origin: String? { Self.origin(of: text) }

  private static let schemes = ["https://", "http://", "//"]
  private static let forbidden = Array(#""'<>\^`{|};,?#&"#.utf8)

  private static func origin(of prefix: String) -> String? {
    for scheme in schemes where prefix.lowercased().hasPrefix(scheme) {
      let host = prefix.dropFirst(scheme.count).prefix { $0 != "/" }
      // A policy names hosts; who is let in there is no part of it.
      guard !host.isEmpty, !host.contains("@") else { return nil }
      return scheme == "//" ? String(host) : scheme + host
    }
    return nil
  }
}
