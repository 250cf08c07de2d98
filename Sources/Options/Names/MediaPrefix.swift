package import WavethumbSystem

/// The prefix of the addresses of recordings on the page.
package struct MediaPrefix: Sendable, Equatable {
  /// Ends with a slash, and consists of characters that need no escaping in an attribute.
  package let text: String

  /// Creates a prefix from a URL or a path relative to the page; nil for other texts.
  package init?(_ text: String) {
    let isAllowed = text.utf8.allSatisfy { byte in
      byte > UInt8(ascii: " ") && byte < 127 && !Self.forbidden.contains(byte)
    }
    guard isAllowed, !text.isEmpty else { return nil }
    let lowercased = text.lowercased()
    let isAddress = Self.schemes.contains { scheme in lowercased.hasPrefix(scheme) }
    // A colon in the first component would make it a scheme, such as javascript.
    let firstStep = text.prefix { character in character != "/" }
    guard isAddress || !firstStep.contains(":") else { return nil }
    // Paths are appended to it.
    let prefix = text.hasSuffix("/") ? text : text + "/"
    // An address without an origin, such as `https:///a`, would be blocked by the page's own policy.
    if isAddress, Self.origin(of: prefix) == nil { return nil }
    self.text = prefix
  }

  /// Creates a prefix from the path of a folder relative to the page.
  package init(path: RawPath) {
    // Without any component, a colon in a file's name could be taken for a scheme.
    text = path.isEmpty ? "./" : path.percentEncoded + "/"
  }

  /// The origin of the recordings, if it differs from the page's.
  package var origin: String? { Self.origin(of: text) }

  private static let schemes = ["https://", "http://", "//"]
  // Signs that end an attribute, a directive of the content security policy, or the path of a URL.
  private static let forbidden = Array(#""'<>\^`{|};,?#&"#.utf8)

  private static func origin(of prefix: String) -> String? {
    for scheme in schemes where prefix.lowercased().hasPrefix(scheme) {
      let host = prefix.dropFirst(scheme.count).prefix { character in character != "/" }
      // A content security policy contains hosts, without user names.
      guard !host.isEmpty, !host.contains("@") else { return nil }
      // Without a scheme the host is reached as the page is, and the policy names it alone.
      if scheme == "//" { return String(host) }
      return scheme + host
    }
    return nil
  }
}
