/// An even division of a recording's frames: part i covers frames ⌊i·T/n⌋ ..< ⌊(i+1)·T/n⌋.
struct TimeGrid: Sendable, Hashable {
  let frames: Int
  let count: Int

  /// Creates a grid of the given number of parts, at least one.
  init(frames: Int, count: Int) {
    self.frames = max(frames, 0)
    self.count = max(count, 1)
    quotient = self.frames / self.count
    remainder = self.frames % self.count
  }

  /// Returns the grid of a summary: 4,800 buckets, or one per frame if there are fewer frames.
  static func buckets(frames: Int) -> TimeGrid {
    TimeGrid(frames: frames, count: min(frames, WaveformSummary.bucketCount))
  }

  /// Returns ⌊i·T/n⌋, computed within 64 bits for any T.
  // i·T itself would overflow for lengths that broken headers declare.
  func border(_ index: Int) -> Int { index * quotient + index * remainder / count }

  /// Returns the number of frames of each part from `first` on, without a division per part.
  func widths(from first: Int = 0) -> Widths {
    Widths(narrow: quotient, step: remainder, count: count, rest: first * remainder % count)
  }

  /// The widths of consecutive parts, of which each is `narrow` frames wide or one more.
  struct Widths: Sendable {
    let narrow: Int
    let step: Int
    let count: Int
    var rest: Int

    mutating func next() -> Int {
      // As in the drawing of a line in pixels: the remainders add up to a whole frame now and then.
      rest += step
      guard rest >= count else { return narrow }
      rest -= count
      return narrow + 1
    }
  }

  /// Returns the parts of a range whose ends are borders.
  func parts(of range: Range<Int>) -> Range<Int> {
    guard frames > 0 else { return 0..<0 }
    let first = part(beginningAt: range.lowerBound)
    let end = part(beginningAt: range.upperBound)
    precondition(border(first) == range.lowerBound, "a range begins between borders")
    precondition(border(end) == range.upperBound, "a range ends between borders")
    return first..<end
  }

  /// Returns the parts that are completely within a range of frames.
  func wholeParts(in range: Range<Int>) -> Range<Int> {
    let first = part(beginningAt: range.lowerBound)
    // The part before the first one that begins behind the range ends within it.
    let end =
      if range.upperBound >= frames {
        count
      } else {
        part(beginningAt: range.upperBound + 1) - 1
      }
    return first..<max(first, end)
  }

  /// Returns the first part that does not begin before a frame.
  private func part(beginningAt frame: Int) -> Int {
    Self.first(of: count) { border($0) >= frame }
  }

  /// Returns the first part of which a condition holds that also holds for all later ones.
  // By halving and not by a division: rounding down twice may give the part beside it.
  static func first(of count: Int, where holds: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }

  private let quotient: Int
  private let remainder: Int
}
