import Waveform

/// The movement of a waveform during playback.
public enum WaveformMovement: Sendable, Hashable {
  /// The played part has another color than the rest.
  case progress
  /// All bars grow with the current level, by the factor 1 + boost · level.
  case reactive(boost: Double = standardBoost)
  /// The played part grows with the current level; the rest does not.
  case combined(boost: Double = standardBoost)
  /// The played color sweeps back and forth.
  case idle

  /// The default boost.
  // As in the waveform views for Apple devices whose movements these are.
  public static let standardBoost = 1.4

  /// Whether bars grow and shrink with the level, so that their edges move from frame to frame.
  var movesAllEdges: Bool {
    switch self {
    case .reactive, .combined: true
    case .progress, .idle: false
    }
  }
}

/// A movement stopped at a moment, for one picture.
struct StoppedMovement {
  let movement: WaveformMovement
  private let moment: WaveformMoment
  /// The level of the recording at that moment, in 0…1.
  private let level: Double

  /// Creates the movement of a look, or returns nil if there is none.
  init?(_ look: ThumbnailLook, of subject: ThumbnailSubject) {
    guard let movement = look.movement, let moment = look.moment else { return nil }
    self.movement = movement
    self.moment = moment
    // Levels over time are computed only for a movement that shows them.
    guard movement.movesAllEdges else {
      level = 0
      return
    }
    let course = subject.course ?? LevelEnvelope(subject.summary, scaling: look.scaling)
    level = Double(course.level(at: moment.position))
  }

  /// The position that separates played from unplayed, or nil if the look determines it.
  var split: Double? {
    switch movement {
    case .progress, .combined: moment.position
    case .idle: moment.sweptPart
    case .reactive: nil
    }
  }

  /// Returns the factor of a bar's height; the bar at the playhead grows gradually.
  func gain(ofBar bar: Int, of count: Int) -> Double {
    switch movement {
    case .progress, .idle:
      return 1
    case .reactive(let boost):
      return 1 + Self.checked(boost) * level
    case .combined(let boost):
      // How much of the bar is before the playhead.
      let played = moment.position * Double(count) - Double(bar)
      let share = played.clamped(min: 0, max: 1)
      return 1 + Self.checked(boost) * level * share
    }
  }

  // A boost that is no number would make every height NaN, which is drawn as silence.
  private static func checked(_ boost: Double) -> Double {
    guard boost.isFinite else { return 0 }
    return boost.clamped(min: 0, max: 1000)
  }
}

extension StoppedMovement {
  /// Returns a spectrum with its moments scaled by the same factors as bars.
  func grown(_ spectrum: WaveformSpectrum) -> WaveformSpectrum {
    let bands = WaveformSpectrum.bandCount
    let moments = WaveformSpectrum.momentCount
    let gains = (0..<moments).map { gain(ofBar: $0, of: moments) }
    let changesNothing = gains.allSatisfy { $0 == 1 }
    if changesNothing { return spectrum }
    let levels = spectrum.levels.indices.map { index in
      let grown = Double(spectrum.levels[index]) * gains[index / bands]
      return UInt8(min(255, grown.rounded()))
    }
    return WaveformSpectrum(levels: levels) ?? spectrum
  }
}
