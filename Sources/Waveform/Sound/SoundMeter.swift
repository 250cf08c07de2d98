import WavethumbBytes

/// Measures loudness, peaks, faults and spectrum of a whole recording or a part.
struct SoundMeter: Meter {
  private var queue: UnitQueue
  private var units: UnitMeter

  /// Creates a meter for the units whose leads begin in a range; nil for an unsupported sampling
  /// rate or number of channels.
  init?(_ sound: SoundShape, silence: SilenceRule = SilenceRule()) {
    guard let grid = SoundGrid(sampleRate: sound.sampleRate, channels: sound.channels) else {
      return nil
    }
    queue = UnitQueue(sound, grid: grid)
    units = UnitMeter(sound, grid: grid, silence: silence)
  }

  /// The end of the last unit, exclusive; 0 for that of the recording.
  var end: Int { queue.end }

  mutating func add(_ bytes: borrowing RawSpan) {
    queue.add(bytes) { bytes, frames in units.add(bytes, frames) }
  }

  /// Returns the measurement; if this is the last part, the recording ends here.
  consuming func finish() -> (any MeasurePart)? {
    queue.finish { bytes, frames in units.add(bytes, frames) }
    return units.finish(isLast: queue.isLast)
  }
}
