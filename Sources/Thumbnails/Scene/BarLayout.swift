/// The layout of bars across a picture: if they do not fit, their spacing is reduced, then their
/// number.
// In this order, because a number of bars that was asked for counts for more than gaps.
struct BarLayout: Equatable {
  let count: Int
  let spacing: Double
  /// The width of a bar, at least the given minimum.
  let width: Double

  // The largest number of bars; no picture has more pixels in width.
  static let maximumBars = 1 << 16

  init(count asked: Int, width: Double, spacing: Double, minimumWidth: Double) {
    let requested = min(max(asked, 1), Self.maximumBars)
    let minimumWidth = min(minimumWidth, width)
    let gaps = Double(requested - 1)

    // The width of the bars alone, at their narrowest.
    let ink = Double(requested) * minimumWidth
    if ink + gaps * spacing <= width {
      count = requested
      self.spacing = spacing
    } else if ink <= width {
      count = requested
      self.spacing = (width - ink) / gaps
    } else {
      // The whole recording is in the picture, in fewer bars.
      count = min(requested, max(1, Int(width / minimumWidth)))
      self.spacing = 0
    }
    let share = (width - self.spacing * Double(count - 1)) / Double(count)
    self.width = max(minimumWidth, share)
  }
}

extension Double {
  /// Returns the value clamped to bounds; the highest wins if they contradict.
  func clamped(min lowest: Double, max highest: Double) -> Double {
    min(max(0, highest), max(lowest, self))
  }

  /// Returns a given length, limited to a finite one within a picture; `standard` if nil.
  static func length(_ given: Double?, or standard: Double) -> Double {
    guard let given, !given.isNaN else { return standard }
    // More than the largest picture has in either direction, so that infinity becomes a length.
    return given.clamped(min: 0, max: 65_536)
  }
}
