import Glibc
import Raster
import Waveform

/// The ticks and labels of a time axis.
struct TimeTicks {
  let ticks: [AxisTick]

  // Smaller steps are shorter than one sample of any recording.
  private static let decimals = 6
  // The smallest distance of minor ticks, in points. Untuned.
  private static let minimumMinorDistance = 5.0

  /// A duration as a number of seconds or of decimal fractions of a second.
  struct Step: Equatable {
    let count: Int
    let decimals: Int

    var seconds: Double { Double(count) / pow(10, Double(decimals)) }

    /// Returns the label after a number of steps: "1:02:03", "0:07.25", or as a time of day "07:02".
    func label(after steps: Int, isClock: Bool = false) -> String {
      // In integers, so that 0.1 s after 0.2 s are 0.3 s.
      let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
      let units = steps * count
      let whole = units / unit
      let rest = units % unit
      let text =
        if isClock {
          timeOfDay(whole)
        } else {
          WaveformTime.spoken(Double(whole))
        }
      guard decimals > 0 else { return text }
      let digits = "\(rest)"
      let zeros = String(repeating: "0", count: decimals - digits.count)
      return "\(text).\(zeros)\(digits)"
    }

    /// Returns seconds after some midnight as a time of day, without seconds if all steps are minutes.
    private func timeOfDay(_ seconds: Int) -> String {
      func digits(_ number: Int) -> String {
        let zero = number < 10 ? "0" : ""
        return "\(zero)\(number)"
      }
      let minutes = seconds / 60
      let hour = digits(minutes / 60 % 24)
      let minute = digits(minutes % 60)
      let isOfMinutes = decimals == 0 && count % 60 == 0
      guard !isOfMinutes else { return "\(hour):\(minute)" }
      return "\(hour):\(minute):\(digits(seconds % 60))"
    }
  }

  /// The stretch of time along an axis, in seconds, and its size in points.
  private struct Axis {
    let start: Double
    let seconds: Double
    let width: Double
    let fontSize: Double
    let isClock: Bool

    var end: Double { start + seconds }

    /// Returns whether labels with this step do not touch.
    func fits(_ step: Step) -> Bool {
      // Labels of ticks closer than a point never fit, and there may be billions.
      guard seconds / step.seconds < width else { return false }
      // The widest label: that of the last tick, with the widest digit.
      let last = step.label(after: Int(end / step.seconds), isClock: isClock)
      let widest = last.map { character in
        character.isNumber ? "8" : character
      }
      // Most of a letter between two labels, so that they are not read as one.
      let room = Lettering(String(widest), size: fontSize).width + 0.8 * fontSize
      return width * step.seconds / seconds >= room
    }

    /// Returns whether a step is divided evenly by a smaller one whose ticks are not too close.
    func divides(_ step: Step, by minor: Step) -> Bool {
      let count = step.seconds / minor.seconds
      let dividesEvenly = abs(count - count.rounded()) < 1e-6
      return dividesEvenly && width * minor.seconds / seconds >= TimeTicks.minimumMinorDistance
    }

    /// Returns the multiples of a step, each with its position in 0…1.
    func ticks(_ step: Step) -> [(index: Int, position: Double)] {
      // A multiple at either end must not be lost by a rounding error.
      let first = Int((start / step.seconds - 1e-6).rounded(.up))
      let last = Int((end / step.seconds + 1e-6).rounded(.down))
      guard first <= last else { return [] }
      return (first...last).map { index in
        let time = Double(index) * step.seconds
        return (index, (time - start) / seconds)
      }
    }
  }

  /// Creates the ticks of `seconds` from `start` on, for a plot of `width` points. With `clock`, the
  /// time of day at 0, the labels are times of day.
  init(
    from start: Double,
    lasting seconds: Double,
    width: Double,
    fontSize: Double,
    clock: Double? = nil
  ) {
    let axis = Axis(
      start: start + (clock ?? 0),
      seconds: seconds,
      width: width,
      fontSize: fontSize,
      isClock: clock != nil
    )

    // Beyond 30 years a recording has no ticks: numbers of steps stay within 64 bits.
    let canBeLabelled = seconds > 0 && axis.end < 1e9 && axis.start >= 0
    guard canBeLabelled, let step = Self.allSteps.first(where: axis.fits) else {
      ticks = []
      return
    }
    let major = axis.ticks(step).map { tick in
      AxisTick(
        position: tick.position,
        label: step.label(after: tick.index, isClock: axis.isClock)
      )
    }
    ticks = major + Self.minorTicks(between: step, along: axis)
  }

  /// Returns ticks without labels between those of a step, by the finest step that has room.
  private static func minorTicks(between step: Step, along axis: Axis) -> [AxisTick] {
    let finest = allSteps.first { minor in axis.divides(step, by: minor) }
    guard let finest else { return [] }
    let ticksPerStep = Int((step.seconds / finest.seconds).rounded())
    let unlabelled = axis.ticks(finest).filter { tick in tick.index % ticksPerStep != 0 }
    return unlabelled.map { tick in AxisTick(position: tick.position, label: "") }
  }

  /// All steps, from the finest: the first one whose labels fit is taken.
  private static let allSteps: [Step] = {
    let fractions = (1...decimals).reversed().flatMap { decimals in
      [1, 2, 5].map { count in Step(count: count, decimals: decimals) }
    }
    let seconds = [1, 2, 5, 10, 15, 30]
    let minutes = seconds.map { count in count * 60 }
    let hours = [1, 2, 6].map { count in count * 3600 }
    // Half a day, a day and two, then ten times as long each time, up to 55 years: longer than any axis.
    let days = (0...4).flatMap { power in
      let scale = Int(pow(10, Double(power)))
      return [12, 24, 48].map { hours in hours * 3600 * scale }
    }
    let whole = (seconds + minutes + hours + days).map { count in Step(count: count, decimals: 0) }
    return fractions + whole
  }()
}
