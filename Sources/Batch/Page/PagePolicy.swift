import Library
import PageSource

/// The content security policy of the page: all that it does not use is forbidden.
enum PagePolicy {
  static func text(_ media: MediaPrefix) -> String {
    // From file://, where every page is a stranger to its own folder, 'self' is not enough in every
    // browser.
    let own = "'self' file:"
    let elsewhere = media.origin.map { " " + $0 } ?? ""
    return [
      "default-src 'none'",
      "script-src '\(PageDocument.policyHash(of: PageDocument.script))'",
      "style-src '\(PageDocument.policyHash(of: PageDocument.style))'",
      "img-src \(own) data:",
      "media-src \(own)\(elsewhere)",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ].joined(separator: "; ")
  }
}
