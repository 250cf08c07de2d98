import Glibc
import WavethumbBytes

/// The level and the duration from which on silence is listed as an event.
public struct SilenceRule: Sendable, Hashable {
  /// In dBFS: every channel is quieter in every 20 ms.
  public var level = -60.0
  /// The shortest silence in seconds.
  public var seconds = 1.0

  /// Creates the usual rule: below -60 dBFS for a second or more.
  public init() {}

  /// Creates a rule.
  public init(level: Double, seconds: Double) {
    self.level = level
    self.seconds = seconds
  }

  /// The mean square of the level.
  var meanSquare: Double { pow(10, level / 10) }

  /// The shortest silence in blocks of 20 ms.
  var blocks: Int {
    let perSecond = Double(SoundGrid.ticksPerSecond / SilenceRuns.ticksPerBlock)
    // Whole milliseconds, so that 0.1 s are not six blocks.
    let exact = (seconds * 1000).rounded() / 1000 * perSecond
    // More than any recording has, and few enough for an Int.
    return max(1, Int(min(exact, 1e15).rounded(.up)))
  }
}

extension SilenceRule: FieldCoded {
  package mutating func code(with coder: inout FieldCoder) {
    coder.field(&level)
    coder.field(&seconds)
    coder.require((-200...0).contains(level) && (0...1e9).contains(seconds))
  }
}
