package import Thumbnails

/// The options of a scan's page.
package struct PageOptions: Sendable, Equatable {
  /// Where the recordings are, or nil for the way from the output to the library.
  package internal(set) var media: MediaPrefix?
}

extension PictureOptions {
  /// The style that a page shows: the first in which time runs across.
  package var pageStyle: WaveformStyle? {
    styles.first { $0.content == .time && $0.runsAcross }
  }

  /// Asks for a picture that a page can show, where there is none.
  package mutating func addPageStyle() {
    guard pageStyle == nil else { return }
    styles = WaveformStyle.allCases.filter { styles.contains($0) || $0 == .mirroredBars }
  }
}
