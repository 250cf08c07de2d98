/// A playback position of a recording.
public struct WaveformMoment: Sendable, Hashable {
  /// The position in the recording, in 0…1.
  public let position: Double
  /// The number of complete sweeps of an idle waveform.
  public let sweeps: Double
  /// The phase of waves, in radians.
  public let phase: Double

  /// The duration of an idle sweep to the end and back, in seconds.
  // Untuned.
  public static let secondsOfSweep = 2.5
  /// The speed of the original wave: 1.5 radians every tenth of a second.
  public static let phasePerSecond = 15.0

  /// Creates a moment at a number of seconds after the start of the movement.
  public init(position: Double, seconds: Double) {
    self.init(
      position: position,
      sweeps: seconds / Self.secondsOfSweep,
      phase: seconds * Self.phasePerSecond
    )
  }

  /// Creates a moment; `position` is clamped to 0…1, and values that are not finite become 0.
  public init(position: Double, sweeps: Double, phase: Double) {
    self.position =
      if position.isNaN {
        0
      } else {
        position.clamped(min: 0, max: 1)
      }
    // A still picture stays drawable whatever a program computes.
    self.sweeps = sweeps.isFinite ? sweeps : 0
    self.phase = phase.isFinite ? phase : 0
  }

  /// The fraction of the waveform that an idle sweep, to the end and back, has colored.
  var sweptPart: Double {
    // To the end in the first half of a sweep, and back in the second.
    let progress = sweeps - sweeps.rounded(.down)
    return if progress < 0.5 {
      2 * progress
    } else {
      2 - 2 * progress
    }
  }
}
