import WavethumbBytes

/// A stretch of frames that an event fills.
struct Stretch: FieldCoded, Sendable, Hashable {
  var start = 0
  /// The frame after the last.
  var end = 0
  /// The binary exponent of the largest step beside it; 0 where steps do not matter.
  var exponent = 0

  private static let exponentOffset = 64

  mutating func code(with coder: inout FieldCoder) {
    coder.count(&start)
    coder.count(&end, in: start...Int.max / 4)
    // A number that is coded is not negative.
    var number = exponent + Self.exponentOffset
    coder.count(&number, in: 0...2 * Self.exponentOffset)
    exponent = number - Self.exponentOffset
  }
}

extension Stretch {
  mutating func join(_ next: Stretch) {
    end = max(end, next.end)
    exponent = max(exponent, next.exponent)
  }

  func moved(by frames: Int) -> Stretch {
    Stretch(start: start + frames, end: end + frames, exponent: exponent)
  }
}
