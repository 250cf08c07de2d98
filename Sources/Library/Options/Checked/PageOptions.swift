/// The options of a scan's page.
package struct PageOptions: Sendable, Equatable {
  /// The page's title, or nil for the name of the library's folder.
  package internal(set) var title: String?
  /// Where the recordings are, or nil for the way from the output to the library.
  package internal(set) var media: MediaPrefix?
}
