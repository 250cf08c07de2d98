import CLanes
import WavethumbBytes

/// Measures units of a recording, one after the other.
struct UnitMeter: Sendable {
  private let grid: SoundGrid
  private let isLossless: Bool
  private let weighting: WeightedChannels?
  /// The mean square below which a block is a silence that is listed.
  private let pauseLimit: Double
  /// The two signs of a channel.
  private let sides: [ClippingMeter.Side]
  private var unit: SoundUnit
  private var table = TickTable()
  private var peaks: TruePeakMeter
  private var sampler: SpectrumSampler
  private var dropouts = DropoutSearch()
  private var usedBits: UsedBits
  private var part: SoundPart

  init(_ sound: SoundShape, grid: SoundGrid, silence: SilenceRule) {
    let source = sound.source
    self.grid = grid
    isLossless = source.isLossless
    weighting = WeightedChannels(of: source, sampleRate: sound.sampleRate)
    pauseLimit = silence.meanSquare
    let rule: ClippingMeter.Rule = source.isLossless ? .lossless : .lossy
    sides = [1, -1].map { ClippingMeter.Side(sign: $0, rule: rule) }
    unit = SoundUnit(grid: grid, format: sound.format)
    peaks = TruePeakMeter(sampleRate: sound.sampleRate, channels: sound.channels)
    sampler = SpectrumSampler(
      length: sound.length,
      sampleRate: sound.sampleRate,
      isLossless: source.isLossless
    )
    usedBits = UsedBits(format: sound.format)
    part = SoundPart(
      SampleKind(sound.format, sampleRate: sound.sampleRate, isLossless: source.isLossless),
      channels: sound.channels,
      isWeighted: weighting != nil,
      pauses: SilenceRuns(listingFrom: silence.blocks)
    )
    if let channel = source.lowFrequency, channel < sound.channels {
      part.channels[channel].isLowFrequency = true
    }
  }

  /// Returns the measurement of all units; with `isLast`, the recording ends here.
  consuming func finish(isLast: Bool) -> SoundPart {
    // Only the last part closes its runs: others continue in the lead of the unit that follows.
    if isLast {
      for channel in part.channels.indices {
        for (index, side) in sides.enumerated() {
          part.channels[channel].clipping[index].finish(side)
        }
      }
    }

    for (channel, peak) in peaks.peaks.enumerated() {
      part.channels[channel].truePeak = peak
    }
    part.dropouts = dropouts.found
    part.bits = usedBits.bits
    part.spectrum = sampler.samples
    return part
  }

  /// Measures a unit from the bytes of its lead and its frames.
  mutating func add(_ bytes: borrowing RawSpan, _ frames: UnitFrames) {
    unit.read(bytes, frames)
    usedBits.add(bytes)
    part.frames += frames.count
    table.measure(unit)
    for channel in part.channels.indices {
      part.channels[channel].add(table, channel: channel)
    }
    part.stereo.add(products: table.products.prefix(table.count))

    addLevels()
    addLoudness()
    addSamples()
    sampler.add(unit)
    dropouts.add(unit)
  }

  /// Adds silence, and the level of every 100 ms.
  private mutating func addLevels() {
    for first in stride(from: 0, to: table.count, by: SilenceRuns.ticksPerBlock) {
      let ticks = first..<min(first + SilenceRuns.ticksPerBlock, table.count)
      var loudest = 0.0
      // Silent means silent in every channel.
      for channel in 0..<grid.channels {
        loudest = max(loudest, table.energy(of: channel, ticks: ticks))
      }
      let meanSquare = loudest / Double(frames(of: ticks))
      // -60 dBFS.
      part.silence.add(isSilent: meanSquare < 1e-6)
      part.pauses.add(isSilent: meanSquare < pauseLimit)
    }

    for ticks in blocks {
      var energy = 0.0
      for channel in 0..<grid.channels {
        energy += table.energy(of: channel, ticks: ticks)
      }
      part.levels.add(meanSquare: energy / Double(frames(of: ticks) * grid.channels))
    }
  }

  /// The ticks of each whole block of 100 ms.
  // The last unit may end with a part of a block, which is left out: a short block has too few samples
  // to be compared with the others.
  private var blocks: [Range<Int>] {
    let count = unit.frames * 10 / grid.sampleRate
    return (0..<count).map { block in
      let first = block * LoudnessSeries.ticksPerBlock
      return first..<first + LoudnessSeries.ticksPerBlock
    }
  }

  /// Returns how many frames of the unit some ticks have.
  private func frames(of ticks: Range<Int>) -> Int {
    let start = min(grid.border(ofTick: ticks.lowerBound), unit.frames)
    let end = min(grid.border(ofTick: ticks.upperBound), unit.frames)
    return end - start
  }

  /// Adds the K-weighted level of every 10 and every 100 ms.
  private mutating func addLoudness() {
    guard let weighting else { return }
    let energies = weighting.energies(of: unit)
    // Heights by loudness use ticks for recordings of up to a minute; of longer ones nobody reads them.
    let isEarly = unit.start < KWeightedLevels.seconds * grid.sampleRate
    for (tick, energy) in energies.enumerated() {
      let meanSquare = energy / Float(frames(of: tick..<tick + 1))
      part.kWeighted.momentary.add(meanSquare)
      if isEarly {
        part.kWeighted.ticks.add(meanSquare: Double(meanSquare))
      }
    }

    for ticks in blocks {
      let energy = energies[ticks].reduce(0) { sum, energy in sum + Double(energy) }
      part.kWeighted.blocks.add(meanSquare: energy / Double(frames(of: ticks)))
    }
  }

  /// Adds peaks and clipping of each tick, and checks whether samples are held or equal.
  private mutating func addSamples() {
    unit.withBytes { bytes in
      for channel in 0..<grid.channels {
        for (index, side) in sides.enumerated() {
          part.channels[channel].clipping[index].begin(
            bytes,
            at: unit.samples(ofTick: 0, channel: channel),
            lead: grid.lead,
            side
          )
        }
      }
      let perSecond = SoundGrid.ticksPerSecond
      for first in stride(from: 0, to: table.count, by: perSecond) {
        // A run counts in the second in which it ends.
        let before = clippedSamples
        let ticks = first..<min(first + perSecond, table.count)
        for channel in 0..<grid.channels {
          addTicks(ticks, of: channel, in: bytes)
          guard ticks.upperBound == table.count else { continue }
          for index in sides.indices {
            part.channels[channel].clipping[index].end()
          }
        }
        part.worstSecond = max(part.worstSecond, clippedSamples - before)
      }
      part.stereo.compare(unit, bytes)
    }
  }

  private var clippedSamples: Int {
    var samples = 0
    for channel in part.channels {
      for side in channel.clipping {
        samples += side.full.samples
      }
    }
    return samples
  }

  private mutating func addTicks(
    _ ticks: Range<Int>,
    of channel: Int,
    in bytes: borrowing RawSpan
  ) {
    for tick in ticks {
      let entry = table[channel, tick]
      let samples = unit.samples(ofTick: tick, channel: channel)
      // Windows extend into the previous tick, which is not in the table for the first of a unit.
      // Below 4 kHz a window is longer than a tick.
      let isAlone = tick == 0 || grid.sampleRate < 4000
      let before: Float =
        if isAlone {
          .infinity
        } else {
          table[channel, tick - 1].magnitude
        }
      peaks.add(
        bytes,
        in: samples,
        channel: channel,
        own: entry.magnitude,
        highest: max(entry.magnitude, before)
      )
      for (index, highest) in [entry.highest, -entry.lowest].enumerated() {
        part.channels[channel].clipping[index].add(
          bytes,
          in: samples,
          highest: highest,
          sides[index]
        )
      }
      // Every tenth of a second is enough to say whether most samples are held.
      if isLossless, tick % 10 == 0 {
        part.held.add(bytes, in: samples)
      }
    }
  }
}
