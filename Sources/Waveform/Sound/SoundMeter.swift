import CLanes
import WavethumbBytes

/// Measures loudness, peaks, faults and spectrum of a whole recording or a part.
struct SoundMeter: Meter {
  private let grid: SoundGrid
  private let source: SoundSource
  private let format: SampleFormat
  private let units: Range<Int>
  private let weighting: KWeighting?
  /// The mean square below which a block is a silence that is listed.
  private let pauseLimit: Double
  private var unit: SoundUnit
  private var table = TickTable()
  private var peaks: TruePeakMeter
  private var sampler: SpectrumSampler
  private var dropouts = DropoutSearch()
  private var usedBits: UsedBits
  private var part: SoundPart
  /// The bytes from the lead of the next unit on.
  private var pending: [UInt8]
  private var next: Int
  /// The number of frames still to skip before the lead of the first unit.
  private var skipped: Int

  /// Creates a meter for the units whose leads begin in a range; nil for an unsupported sampling
  /// rate or number of channels.
  init?(_ sound: SoundShape, silence: SilenceRule = SilenceRule()) {
    guard let grid = SoundGrid(sampleRate: sound.sampleRate, channels: sound.channels) else {
      return nil
    }
    self.grid = grid
    source = sound.source
    format = sound.format
    weighting = KWeighting(sampleRate: sound.sampleRate)
    pauseLimit = silence.meanSquare
    unit = SoundUnit(grid: grid, format: format)
    peaks = TruePeakMeter(sampleRate: sound.sampleRate, channels: sound.channels)
    sampler = SpectrumSampler(
      length: sound.length,
      sampleRate: sound.sampleRate,
      isLossless: source.isLossless
    )
    usedBits = UsedBits(format: format)
    part = SoundPart(
      SampleKind(format, sampleRate: sound.sampleRate, isLossless: source.isLossless),
      channels: sound.channels,
      isWeighted: weighting != nil,
      pauses: SilenceRuns(listingFrom: silence.blocks)
    )
    if let channel = source.lowFrequency, channel < sound.channels {
      part.channels[channel].isLowFrequency = true
    }

    units = grid.units(of: sound)
    next = units.lowerBound
    let frameBytes = sound.channels * format.bytesPerSample

    // A lead and a unit are collected at most, so that the buffer is allocated once.
    pending = []
    pending.reserveCapacity((grid.lead + grid.frames) * frameBytes)
    if next == 0 {
      // The first unit of a recording has silence before it.
      pending += repeatElement(0, count: grid.lead * frameBytes)
      skipped = 0
    } else {
      skipped = next * grid.frames - grid.lead - sound.range.lowerBound
    }
  }

  private var rule: ClippingMeter.Rule {
    if source.isLossless {
      .lossless
    } else {
      .lossy
    }
  }

  /// The end of the last unit, exclusive; 0 for that of the recording.
  var end: Int {
    let isOpen = units.upperBound == .max
    guard !isOpen, !units.isEmpty else { return 0 }
    return units.upperBound * grid.frames
  }

  mutating func add(_ bytes: borrowing RawSpan) {
    let frameBytes = grid.channels * format.bytesPerSample
    let passed = min(skipped, bytes.byteCount / frameBytes)
    skipped -= passed
    var offset = passed * frameBytes

    let lead = grid.lead * frameBytes
    let unit = grid.frames * frameBytes
    while offset < bytes.byteCount, units.contains(next) {
      if pending.count == lead, offset >= lead, bytes.byteCount - offset >= unit {
        // The whole unit is in this block, so it need not be copied.
        measure(bytes.extracting(offset - lead..<offset + unit), frames: grid.frames)
        offset += unit
        pending.removeAll(keepingCapacity: true)
        pending.append(bytes, from: offset - lead, count: lead)
        continue
      }
      let count = min(lead + unit - pending.count, bytes.byteCount - offset)
      pending.append(bytes, from: offset, count: count)
      offset += count
      guard pending.count == lead + unit else { return }
      measurePending(frames: grid.frames)
      pending.removeFirst(unit)
    }
  }

  /// Returns the measurement; if this is the last part, the recording ends here.
  consuming func finish() -> (any MeasurePart)? {
    let frameBytes = grid.channels * format.bytesPerSample
    let frames = pending.count / frameBytes - grid.lead
    if frames > 0, units.contains(next) {
      measurePending(frames: frames)
    }

    // Only the last part closes its runs: others continue in the lead of the unit that follows.
    if units.upperBound == .max {
      for channel in part.channels.indices {
        for side in 0..<2 {
          part.channels[channel].clipping[side].finish(rule: rule)
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

  private mutating func measurePending(frames: Int) {
    // Taken out while it is read, because `measure` changes the whole meter. The array is moved, not
    // copied, as nothing else refers to it.
    let bytes = pending
    pending = []
    withSpan(of: bytes) { measure($0, frames: frames) }
    pending = bytes
  }

  /// Measures a unit from the bytes of its lead and its frames.
  private mutating func measure(_ bytes: borrowing RawSpan, frames: Int) {
    unit.read(bytes, start: next * grid.frames, frames: frames)
    usedBits.add(bytes)
    next += 1
    part.frames += frames
    table.measure(unit)
    for channel in part.channels.indices {
      part.channels[channel].add(table, channel: channel)
    }
    let products = table.products.prefix(table.count)
    part.product.add(products.reduce(0) { sum, product in sum + Double(product) })

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
    let energies = weightedEnergies(weighting)
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

  /// Returns the K-weighted energy of each tick: the sum of the channels, each by its weight.
  private func weightedEnergies(_ weighting: KWeighting) -> [Float] {
    var sums = Array(repeating: Float(0), count: table.count)
    let rows = weightedRows
    for first in stride(from: 0, to: rows.count, by: KWeighting.rowCount) {
      let some = rows[first..<min(first + KWeighting.rowCount, rows.count)]
      let energies = energies(of: some, weighting)
      for (lane, row) in some.enumerated() {
        let start = row.stretch * grid.ticksPerStretch
        let weight = weight(of: row.channel)
        // The last unit may end within a stretch.
        for tick in 0..<min(grid.ticksPerStretch, table.count - start) {
          sums[start + tick] += energies[tick][lane] * weight
        }
      }
    }
    return sums
  }

  /// A stretch of one channel, filtered independently.
  private struct Row {
    let channel: Int
    let stretch: Int
  }

  /// The stretches with ticks, of all channels that count for loudness.
  private var weightedRows: [Row] {
    let all = 0..<grid.seconds * grid.stretchesPerSecond
    let stretches = all.filter { $0 * grid.ticksPerStretch < table.count }
    // The channel for low frequencies has no weight, by BS.1770.
    let channels = (0..<grid.channels).filter { weight(of: $0) > 0 }
    return channels.flatMap { channel in
      stretches.map { Row(channel: channel, stretch: $0) }
    }
  }

  private func weight(of channel: Int) -> Float {
    guard channel < source.weights.count else { return 0 }
    return source.weights[channel]
  }

  /// Returns the K-weighted energy of each tick of up to eight rows.
  private func energies(of rows: ArraySlice<Row>, _ weighting: KWeighting) -> [SIMD8<Float>] {
    // After these 50 ms, the effect of earlier samples on the filter has decayed by 80 dB. Without a
    // lead of their own, stretches could not be filtered side by side.
    let lead = grid.sampleRate / 20
    var starts = rows.map { row in
      unit.offset(row.channel, row.stretch * grid.stretchFrames) / 4
    }
    // Lanes without a row of their own filter the first samples again; nobody reads their result.
    starts += repeatElement(unit.offset(0, 0) / 4, count: KWeighting.rowCount - rows.count)
    return unit.withBytes {
      weighting.energies(of: $0, rows: starts, lead: lead, ticks: grid.ticksPerStretch)
    }
  }

  /// Adds peaks and clipping of each tick, and checks whether samples are held or equal.
  private mutating func addSamples() {
    unit.withBytes { bytes in
      for channel in 0..<grid.channels {
        for (side, sign) in Self.signs.enumerated() {
          part.channels[channel].clipping[side].begin(
            bytes,
            at: unit.offset(channel, 0),
            lead: grid.lead,
            frame: unit.start,
            sign: sign,
            rule: rule
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
          for side in 0..<2 {
            part.channels[channel].clipping[side].end()
          }
        }
        part.worstSecond = max(part.worstSecond, clippedSamples - before)
      }
      // The first difference settles it for the whole recording.
      if part.isDual {
        part.isDual = areEqual(bytes)
      }
    }
  }

  /// The signs of the two sides of a channel.
  private static let signs: [Float] = [1, -1]

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
      let frames = unit.frames(ofTick: tick)
      let offset = unit.offset(channel, frames.lowerBound)
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
        at: offset,
        count: frames.count,
        channel: channel,
        own: entry.magnitude,
        highest: max(entry.magnitude, before)
      )
      for (side, highest) in [entry.highest, -entry.lowest].enumerated() {
        part.channels[channel].clipping[side].add(
          bytes,
          at: offset,
          count: frames.count,
          frame: unit.start + frames.lowerBound,
          highest: highest,
          sign: Self.signs[side],
          rule: rule
        )
      }
      // Every tenth of a second is enough to say whether most samples are held.
      if source.isLossless, tick % 10 == 0 {
        addHeld(bytes, at: offset, count: frames.count)
      }
    }
  }

  /// Counts the samples that equal the one before: a sample rate that was raised without a filter.
  private mutating func addHeld(_ bytes: borrowing RawSpan, at offset: Int, count: Int) {
    precondition(offset >= 4 && offset + 4 * count <= bytes.byteCount)
    let none = SIMD4<Float>.zero
    // Counted in floats, whose lanes need no conversion: a tick has far fewer than 2^24 samples.
    var nonzero = none
    var held = none
    for index in stride(from: 0, to: count - 3, by: 4) {
      let values = bytes.loadUnchecked(at: offset &+ 4 &* index)
      let last = bytes.loadUnchecked(at: offset &+ 4 &* index &- 4)
      // Zeros equal each other in any silence, and say nothing about the sampling rate.
      let isNonzero = SIMD4<Float>(repeating: 1).replacing(with: 0, where: values .== none)
      nonzero += isNonzero
      held += isNonzero.replacing(with: 0, where: values .!= last)
    }

    part.nonzero += Int(nonzero.sum())
    part.held += Int(held.sum())
  }

  private func areEqual(_ bytes: borrowing RawSpan) -> Bool {
    let left = unit.offset(0, 0)
    let right = unit.offset(1, 0)
    for frame in 0..<unit.frames
    where bytes.sample(at: left + 4 * frame) != bytes.sample(at: right + 4 * frame) {
      return false
    }
    return true
  }
}
