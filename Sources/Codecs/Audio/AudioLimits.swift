/// How much a header may ask for before its recording is refused.
public struct AudioLimits: Sendable, Hashable {
  /// The number that is beyond a limit.
  public enum Bound: String, Sendable, Hashable, CaseIterable {
    /// The number of channels.
    case channels
    /// The number of frames a second.
    case sampleRate
  }

  /// The most channels.
  public var channels = 1024
  /// The sample rates in hertz: real recorders reach a few megahertz, a broken header far more.
  public var sampleRates: ClosedRange<Int> = 1...10_000_000
  /// The most hours of sound.
  public var hours = 120.0
  /// The most samples for each byte, once there are more than `freeSamples`: silence comes to a
  /// thousand.
  public var samplesPerByte = 1000
  /// Twelve hours of a compact disc, which every recording may have however small it is.
  public var freeSamples = 4_000_000_000

  /// The limits of a recording of at most so many hours.
  public init(hours: Double = 120) {
    self.hours = hours
  }

  /// Throws when a header's numbers are beyond the limits.
  func check(channels: Int, sampleRate: Int) throws(AudioFailure) {
    if !(1...self.channels).contains(channels) {
      throw .outOfLimits(.channels, found: channels, limit: self.channels)
    }
    if !sampleRates.contains(sampleRate) {
      let limit =
        sampleRate < sampleRates.lowerBound ? sampleRates.lowerBound : sampleRates.upperBound
      throw .outOfLimits(.sampleRate, found: sampleRate, limit: limit)
    }
  }

  /// The most samples that may come of so many bytes, where so many of all channels make a second.
  ///
  /// Nobody records more than eight channels at 192 kHz: what claims to has less for nothing, as
  /// silence of that kind is made to keep decoders busy.
  public func mostSamples(ofBytes bytes: Int, samplesPerSecond: Int = 0) -> Int {
    let share = min(1, Self.mostForNothing / Double(max(samplesPerSecond, 1)))
    let free = Int(Double(freeSamples) * share)
    let (more, overflows) = bytes.multipliedReportingOverflow(by: samplesPerByte)
    return overflows || more > Int.max / 2 ? Int.max : free + more
  }

  private static let mostForNothing = 8 * 192_000.0

  /// Throws when so many frames last longer than allowed.
  func check(frames: Int, sampleRate: Int) throws(AudioFailure) {
    let found = Double(frames) / Double(sampleRate) / 3600
    if found > hours { throw .tooLong(hours: found, limit: hours) }
  }
}

/// Why no sound comes out of some bytes: facts only, the sentence is written elsewhere.
public enum AudioFailure: Error, Sendable, Hashable {
  /// There is not a single byte.
  case empty
  /// The bytes are something else: a guess at what, such as "HTML" or "text".
  case notAudio(what: String)
  /// The bytes are a Git LFS pointer instead of the recording it points to.
  case gitLFSPointer
  /// The recording is of a kind that these libraries cannot decode.
  case unsupported(what: String)
  /// The file breaks the rules of its format.
  case corrupt(detail: String)
  /// A number in the header is beyond what is allowed.
  case outOfLimits(AudioLimits.Bound, found: Int, limit: Int)
  /// There are more hours of sound than allowed.
  case tooLong(hours: Double, limit: Double)
  /// There are more samples for each byte than allowed, beyond those that every recording may have.
  case tooMuchWork(samplesPerByte: Int)
  /// The bytes could not be read: the error number of the system.
  case unreadable(errno: CInt)
}
