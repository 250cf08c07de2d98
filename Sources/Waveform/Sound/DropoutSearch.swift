/// Finds moments of 2 to 100 ms in which all channels are exactly 0 amid sound.
struct DropoutSearch: Sendable {
  /// The gaps, counted by the smaller of the samples beside each.
  private(set) var gaps = SampleRuns()

  /// Adds the gaps that are followed by 20 ms which end within the unit.
  mutating func add(_ unit: SoundUnit) {
    let grid = unit.grid
    // 2 ms, 100 ms and 20 ms. Longer zeros are rests.
    let shortest = max(1, grid.sampleRate / 500)
    let longest = grid.sampleRate / 10
    let beside = grid.sampleRate / 50
    unit.withBytes { bytes in
      var frame = -beside - longest
      let end = unit.frames - beside
      while frame < end {
        guard Self.isZero(bytes, of: unit, at: frame) else {
          frame += shortest
          continue
        }
        var first = frame
        var next = frame + 1
        while first > -beside - longest, Self.isZero(bytes, of: unit, at: first - 1) {
          first -= 1
        }
        while next < unit.frames, Self.isZero(bytes, of: unit, at: next) {
          next += 1
        }
        let isGap =
          next >= -beside && next < end && (shortest...longest).contains(next - first)
        if isGap,
          Self.isLoud(bytes, of: unit, in: first - beside..<first),
          Self.isLoud(bytes, of: unit, in: next..<next + beside)
        {
          let before = Self.level(bytes, of: unit, at: first - 1)
          let after = Self.level(bytes, of: unit, at: next)
          let edge = min(before, after)
          // Without this, all 39 files that were named were rests, zero lines of eight bits or
          // empty blocks of Vorbis.
          if edge >= 0.01 {
            gaps.add(samples: next - first, first: unit.start + first, step: edge)
          }
        }
        frame = next + shortest
      }
    }
  }

  private static func isZero(_ bytes: borrowing RawSpan, of unit: SoundUnit, at frame: Int) -> Bool
  {
    for channel in 0..<unit.grid.channels
    where bytes.sample(at: unit.offset(channel, frame)) != 0 {
      return false
    }
    return true
  }

  /// Returns the largest magnitude of a sample of a frame.
  private static func level(_ bytes: borrowing RawSpan, of unit: SoundUnit, at frame: Int) -> Float
  {
    var level = Float(0)
    for channel in 0..<unit.grid.channels {
      level = max(level, abs(bytes.sample(at: unit.offset(channel, frame))))
    }
    return level
  }

  /// Returns whether frames have an RMS above -40 dBFS.
  private static func isLoud(
    _ bytes: borrowing RawSpan, of unit: SoundUnit, in frames: Range<Int>
  ) -> Bool {
    var energy = Float(0)
    for channel in 0..<unit.grid.channels {
      for frame in frames {
        let value = bytes.sample(at: unit.offset(channel, frame))
        energy += value * value
      }
    }
    return energy > 1e-4 * Float(frames.count * unit.grid.channels)
  }
}
