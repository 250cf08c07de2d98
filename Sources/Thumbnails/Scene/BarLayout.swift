/// The layout of bars across a picture: if they do not fit, their spacing is reduced, then their
/// number.
struct BarLayout: Equatable {
  let count: Int
  let spacing: Double
  /// The width of a bar, at least `least`.
  let width: Double

  // The largest number of bars; no picture has more pixels in width.
  static let maximumBars = 1 << 16

  init(count asked: Int, width: Double, spacing: Double, least: Double) {
    let wanted = min(max(asked, 1), Self.maximumBars)
    let least = min(least, width)
    let gaps = Double(wanted - 1)
    // The width of the bars alone, at their narrowest.
    let ink = Double(wanted) * least
    if ink + gaps * spacing <= width {
      count = wanted
      self.spacing = spacing
    } else if ink <= width {
      count = wanted
      self.spacing = (width - ink) / gaps
    } else {
      // The whole recording is in the picture, in fewer bars.
      count = min(wanted, max(1, Int(width / least)))
      self.spacing = 0
    }
    self.width = max(least, (width - self.spacing * Double(count - 1)) / Double(count))
  }
}

extension Double {
  /// Returns the value clamped to bounds; `most` wins if they contradict.
  func clamped(least: Double, most: Double) -> Double {
    Swift.min(Swift.max(0, most), Swift.max(least, self))
  }

  /// Returns a given length, limited to a finite one within a picture; `standard` if nil.
  static func length(_ given: Double?, or standard: Double) -> Double {
    guard let given, !given.isNaN else { return standard }
    return given.clamped(least: 0, most: 65_536)
  }
}
