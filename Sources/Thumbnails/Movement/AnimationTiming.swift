import Glibc

/// The duration and frame rate of an animation.
public struct AnimationTiming: Sendable, Hashable {
  /// The duration of the loop.
  public let seconds: Double
  /// The number of frames per second.
  public let framesPerSecond: Int

  /// The shortest and the longest loop, in seconds.
  public static let secondsAllowed = 0.1...600.0
  /// The lowest and the highest frame rate.
  public static let ratesAllowed = 1...60
  /// The default frame rate.
  public static let standardRate = 20
  /// The largest number of pixels of all frames together.
  // A guess: 6 s of full HD at 40 frames per second.
  public static let maximumPixels = 500_000_000

  /// Creates a timing, limited to allowed values.
  public init(seconds: Double, framesPerSecond: Int = standardRate) {
    let least = Self.secondsAllowed.lowerBound
    let most = Self.secondsAllowed.upperBound
    self.seconds =
      if seconds.isNaN {
        least
      } else {
        Swift.min(most, Swift.max(least, seconds))
      }
    self.framesPerSecond = Swift.min(
      Self.ratesAllowed.upperBound, Swift.max(Self.ratesAllowed.lowerBound, framesPerSecond))
  }

  /// The number of frames: at least two, as one frame would be a still.
  public var frameCount: Int { max(2, Int((seconds * Double(framesPerSecond)).rounded())) }
}
