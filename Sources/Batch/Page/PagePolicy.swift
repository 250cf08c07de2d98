import Library
import PageSource

/// The content security policy of the page: all that it does not use is forbidden.
enum PagePolicy {
  /// The policy of a page whose recordings are at `media`; with `readsData` its script may load the
  /// data files beside it.
  static func text(_ media: MediaPrefix, readsData: Bool) -> String {
    // From file://, where every page is a stranger to its own folder, 'self' is not enough in every
    // browser.
    let own = "'self' file:"
    let elsewhere = media.origin.map { " " + $0 } ?? ""
    return [
      "default-src 'none'",
      "script-src '\(PageDocument.policyHash(of: PageDocument.script))'",
      "style-src '\(PageDocument.policyHash(of: PageDocument.style))'",
      "img-src \(own)\(elsewhere) data:",
      "media-src \(own)\(elsewhere)",
      "connect-src \(readsData ? "'self'" : "'none'")",
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
    ].joined(separator: "; ")
  }
}
