extension WaveformSummary {
  /// Whether each of `count` bars of equal time lies wholly in a gap; empty where none does.
  ///
  /// The bars are those of a stretch of seconds, or of the whole recording.
  public func holes(_ count: Int, within stretch: ClosedRange<Double>? = nil) -> [Bool] {
    guard count > 0, codes.contains(where: \.isHole) else { return [] }
    let stretch = stretch ?? 0...duration
    let density = duration > 0 ? Double(codes.count) / duration : 0
    let width = (stretch.upperBound - stretch.lowerBound) / Double(count)
    let holes = (0..<count).map { index in
      let start = (stretch.lowerBound + width * Double(index)) * density
      // Rounding makes no bar of the bucket that only touches it.
      let first = Int((start + 1e-6).rounded(.down))
      let end = Int((start + width * density - 1e-6).rounded(.up))
      return first >= 0 && end <= codes.count && codes[first..<max(end, first + 1)].allHoles
    }
    return holes.contains(true) ? holes : []
  }
}

extension ArraySlice<BucketCode> {
  fileprivate var allHoles: Bool { allSatisfy(\.isHole) }
}
