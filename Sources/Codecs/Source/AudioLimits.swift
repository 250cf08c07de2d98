/// The limits of header values; recordings beyond them are rejected.
public struct AudioLimits: Sendable, Hashable {
  /// The value that exceeds a limit.
  public enum Bound: String, Sendable, Hashable, CaseIterable {
    /// The number of channels.
    case channels
    /// The number of frames per second.
    case sampleRate
  }

  /// The maximum number of channels.
  // The bound of libsndfile.
  public var channels = 1024
  /// The sample rates in hertz: real recorders reach a few megahertz, a broken header far more.
  public var sampleRates: ClosedRange<Int> = 1...10_000_000
  /// The maximum number of hours.
  // Five days are longer than any recorder runs, and shorter than a header may claim.
  public var hours = 120.0
  /// The maximum number of samples per byte, beyond `freeSamples`.
  // Silence in FLAC comes to some 550.
  public var samplesPerByte = 1000
  /// Twelve hours of a compact disc, allowed for every recording however small.
  public var freeSamples = 4_000_000_000

  /// Creates limits with a number of hours.
  public init(hours: Double = 120) { self.hours = hours }

  package func check(channels: Int, sampleRate: Int) throws(AudioFailure) {
    if !(1...self.channels).contains(channels) {
      throw .outOfLimits(.channels, found: channels, limit: self.channels)
    }
    if !sampleRates.contains(sampleRate) {
      let isTooLow = sampleRate < sampleRates.lowerBound
      let limit = isTooLow ? sampleRates.lowerBound : sampleRates.upperBound
      throw .outOfLimits(.sampleRate, found: sampleRate, limit: limit)
    }
  }

  /// Returns the largest allowed number of samples for a file size and a rate of samples.
  ///
  /// Real recordings have at most eight channels at 192 kHz: a header that declares more gets less
  /// allowance, because silence of that kind is made to keep decoders busy.
  public func maximumSamples(ofBytes bytes: Int, samplesPerSecond: Int = 0) -> Int {
    let share = min(1, Self.maximumFreeSamplesPerSecond / Double(max(samplesPerSecond, 1)))
    let free = Int(Double(freeSamples) * share)
    let (more, overflows) = bytes.multipliedReportingOverflow(by: samplesPerByte)
    guard !overflows, more <= Int.max / 2 else { return .max }
    return free + more
  }

  // Eight channels at 192 kHz.
  private static let maximumFreeSamplesPerSecond = 8 * 192_000.0

  func check(frames: Int, sampleRate: Int) throws(AudioFailure) {
    let found = Double(frames) / Double(sampleRate) / 3600
    if found > hours { throw .tooLong(hours: found, limit: hours) }
  }
}
