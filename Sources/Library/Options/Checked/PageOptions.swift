/// The options of a scan's page.
package struct PageOptions: Sendable, Equatable {
  /// The page's title, or nil for the name of the library's folder.
  package internal(set) var title: String?
  package internal(set) var covers = PageCovers.auto
  /// Where the recordings are, or nil for the way from the output to the library.
  package internal(set) var media: MediaPrefix?

  package var showsCovers: Bool { covers == .auto }
}

/// Whether the page shows album art.
package enum PageCovers: String, CaseIterable, Sendable {
  /// Art that is embedded in recordings or is in their folder.
  case auto
  case off
}
