/// A moment of a recording that plays.
public struct WaveformMoment: Sendable, Hashable {
  /// How far into the recording, in 0…1.
  public let place: Double
  /// How often the sweep of an idle waveform has gone to and fro.
  public let sweeps: Double
  /// How far waves have run, in radians.
  public let phase: Double

  /// How long an idle sweep takes to go to the end and back.
  public static let secondsOfSweep = 2.5
  /// The speed of the original wave: 1.5 radians every tenth of a second.
  public static let phasePerSecond = 15.0

  /// A moment so many seconds after everything began to move.
  public init(place: Double, seconds: Double) {
    self.init(
      place: place, sweeps: seconds / Self.secondsOfSweep, phase: seconds * Self.phasePerSecond)
  }

  /// A moment; `place` is kept within 0…1, and what is not finite becomes 0.
  public init(place: Double, sweeps: Double, phase: Double) {
    self.place = place.isNaN ? 0 : place.clamped(least: 0, most: 1)
    self.sweeps = sweeps.isFinite ? sweeps : 0
    self.phase = phase.isFinite ? phase : 0
  }

  /// The part of the waveform that an idle sweep has coloured, to the end and back.
  var sweptPart: Double {
    let way = sweeps - sweeps.rounded(.down)
    return way < 0.5 ? 2 * way : 2 - 2 * way
  }
}
