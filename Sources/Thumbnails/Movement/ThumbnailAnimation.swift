import Glibc
import Raster
public import Waveform

/// An animation of a recording: plays all of it in one seamless loop.
///
/// The first frame is suitable as a still: everything is played, or, if heights show a single
/// moment, it is the loudest one. From there the loop goes through the recording once.
public struct ThumbnailAnimation: Sendable {
  /// The number of frames of the loop.
  public let frameCount: Int
  private let subject: ThumbnailSubject
  private let measurement: WaveformMeasurement
  private let style: WaveformStyle
  private let look: ThumbnailLook
  private let scale: Int
  private let firstStep: Int
  private let sweeps: Double
  private let turns: Double

  /// Creates an animation; if the look has no movement, styles that show time use `progress`, and
  /// others use their own movement.
  public init(
    _ measurement: WaveformMeasurement,
    style: WaveformStyle,
    look: ThumbnailLook,
    scale: Int = 1,
    timing: AnimationTiming
  ) {
    self.measurement = measurement
    self.style = style
    self.scale = scale
    var look = look
    if look.movement == nil, !style.content.isOfMoment {
      look.movement = .progress
    }
    self.look = look
    var subject = ThumbnailSubject(measurement, style: style)
    subject.course = LevelEnvelope(measurement.mix, scaling: look.scaling)
    self.subject = subject
    frameCount = timing.frameCount

    // Whole sweeps and turns, so that the loop is seamless.
    let exactSweeps = timing.seconds / WaveformMoment.secondsOfSweep
    let exactTurns = timing.seconds * WaveformMoment.phasePerSecond / (2 * .pi)
    sweeps = max(1, exactSweeps.rounded())
    turns = max(1, exactTurns.rounded())
    firstStep =
      if style.content.isOfMoment {
        Self.loudestStep(among: frameCount, of: subject, measurement)
      } else {
        0
      }
  }

  /// Draws one frame, from 0 to `frameCount` less one.
  public func frame(_ index: Int) throws(ThumbnailError) -> ThumbnailPicture {
    var look = look
    let moment = moment(ofFrame: index)
    look.moment = moment
    var subject = subject
    if style.content == .pitches {
      subject.bands = measurement.spectrum.bands(at: moment.position)
    }
    var picture = try ThumbnailDrawing.draw(subject, style: style, look: look, scale: scale)
    // Where only colors change, edges are the same in each frame and cost nothing.
    picture.drawing.hasCoarseEdges = look.movement?.movesAllEdges ?? false
    return picture
  }

  /// Returns the moment of a frame; the end of the recording is also the start of the loop.
  public func moment(ofFrame index: Int) -> WaveformMoment {
    let step = (firstStep + index) % frameCount
    let share = Double(step) / Double(frameCount)
    // The step at the start is the end, where everything is played and a still shows most.
    let isStart = step == 0
    let position = isStart ? 1 : share
    // Half a sweep ahead, at whose end everything is colored.
    return WaveformMoment(
      position: position,
      sweeps: 0.5 + sweeps * share,
      phase: 2 * .pi * turns * Double(index) / Double(frameCount)
    )
  }
}

extension ThumbnailAnimation {
  /// Returns the frame at which a picture of a single moment is highest.
  private static func loudestStep(
    among count: Int,
    of subject: ThumbnailSubject,
    _ measurement: WaveformMeasurement
  ) -> Int {
    var best = 0
    var highest = -1.0
    for step in 0..<count {
      let isStart = step == 0
      let position = isStart ? 1 : Double(step) / Double(count)
      let strength: Double
      if subject.bands == nil {
        strength = Double(subject.course?.level(at: position) ?? 0)
      } else {
        // A band from 0 to 1 spans 60 dB, which is a factor of 10^6 in power.
        let bands = measurement.spectrum.bands(at: position)
        strength = bands.reduce(0) { sum, band in sum + pow(10, 6 * Double(band)) }
      }
      if strength > highest {
        best = step
        highest = strength
      }
    }
    return best
  }
}

/// The duration and frame rate of an animation.
public struct AnimationTiming: Sendable, Hashable {
  /// The duration of the loop.
  public let seconds: Double
  /// The number of frames per second.
  public let framesPerSecond: Int

  /// The shortest and the longest loop, in seconds.
  // Two frames at the default rate, and ten minutes, which bound the work on one picture.
  public static let secondsAllowed = 0.1...600.0
  /// The lowest and the highest frame rate.
  public static let ratesAllowed = 1...60
  /// The default frame rate.
  // Bars move smoothly, and a file has a third of the frames of 60 per second.
  public static let standardRate = 20
  /// The largest number of pixels of all frames together.
  // 6 s of full HD at 40 frames per second.
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
