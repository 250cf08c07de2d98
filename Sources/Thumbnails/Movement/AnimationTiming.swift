import Glibc

/// The duration and frame rate of an animation.
public struct AnimationTiming: Sendable, Hashable {
  /// The duration of the loop.
  public let seconds: Double
  /// The number of frames per second.
  public let framesPerSecond: Int

  /// The shortest and the longest loop, in seconds.
  // Guesses: two frames at the default rate, and ten minutes, which bound the work on one picture.
  public static let secondsAllowed = 0.1...600.0
  /// The lowest and the highest frame rate.
  public static let ratesAllowed = 1...60
  /// The default frame rate.
  // A guess: bars move smoothly, and a file has a third of the frames of 60 per second.
  public static let standardRate = 20
  /// The largest number of pixels of all frames together.
  // A guess: 6 s of full HD at 40 frames per second.
  public static let maximumPixels = 500_000_000

  /// Creates a timing, limited to allowed values.
  public init(seconds: Double, framesPerSecond: Int = standardRate) {
    let shortest = Self.secondsAllowed.lowerBound
    let longest = Self.secondsAllowed.upperBound
    self.seconds =
      if seconds.isNaN {
        shortest
      } else {
        Swift.min(longest, Swift.max(shortest, seconds))
      }
    self.framesPerSecond = Swift.min(
      Self.ratesAllowed.upperBound,
      Swift.max(Self.ratesAllowed.lowerBound, framesPerSecond)
    )
  }

  /// The number of frames: at least two, as one frame would be a still.
  public var frameCount: Int {
    max(2, Int((seconds * Double(framesPerSecond)).rounded()))
  }
}
