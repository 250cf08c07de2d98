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
    let channels = sound.channels
    let sampleRate = sound.sampleRate
    let format = sound.format
    let source = sound.source
    let range = sound.range
    guard let grid = SoundGrid(sampleRate: sampleRate, channels: channels) else { return nil }
    self.grid = grid
    self.source = source
    self.format = format
    weighting = KWeighting(sampleRate: sampleRate)
    pauseLimit = silence.meanSquare
    unit = SoundUnit(grid: grid, format: format)
    peaks = TruePeakMeter(sampleRate: sampleRate, channels: channels)
    sampler = SpectrumSampler(
      length: sound.length,
      sampleRate: sampleRate,
      isLossless: source.isLossless
    )
    usedBits = UsedBits(format: format)
    part = SoundPart(
      isLossless: source.isLossless,
      sampleRate: sampleRate,
      channels: channels,
      format: format,
      isWeighted: weighting != nil,
      pauses: SilenceRuns(listingFrom: silence.blocks)
    )
    let first = grid.firstUnit(from: range.lowerBound)
    if let channel = source.lowFrequency, channel < channels {
      part.channels[channel].isLowFrequency = true
    }
    var isLast = true
    if case .known(let frames) = sound.length {
      isLast = range.upperBound >= frames
    }
    let end =
      if isLast {
        // The last part has no end of its own: a recording may be longer than it declares.
        Int.max
      } else {
        max(first, grid.firstUnit(from: range.upperBound))
      }
    units = first..<end
    next = first
    let frameBytes = channels * format.bytesPerSample
    pending = []
    pending.reserveCapacity((grid.lead + grid.frames) * frameBytes)
    if first == 0 {
      // The first unit of a recording has silence before it.
      pending += repeatElement(0, count: grid.lead * frameBytes)
      skipped = 0
    } else {
      skipped = first * grid.frames - grid.lead - range.lowerBound
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
    let bytes = pending
    pending = []
    lend(bytes) { measure($0, frames: frames) }
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
    part.product.add(products.reduce(0) { $0 + Double($1) })
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
  private var blocks: [Range<Int>] {
    let count = unit.frames * 10 / grid.sampleRate
    return (0..<count).map {
      $0 * LoudnessSeries.ticksPerBlock..<($0 + 1) * LoudnessSeries.ticksPerBlock
    }
  }

  private func frames(of ticks: Range<Int>) -> Int {
    min(grid.border(ofTick: ticks.upperBound), unit.frames)
      - min(grid.border(ofTick: ticks.lowerBound), unit.frames)
  }

  /// Adds the K-weighted level of every 10 and every 100 ms.
  private mutating func addLoudness() {
    guard let weighting else { return }
    let perRow = SoundGrid.ticksPerSecond / grid.stretchesPerSecond
    let stretches = (0..<grid.seconds * grid.stretchesPerSecond).filter { stretch in
      stretch * perRow < table.count
    }
    let weighted = (0..<grid.channels).filter { weight(of: $0) > 0 }
    let rows = weighted.flatMap { channel in
      stretches.map { Row(channel: channel, stretch: $0) }
    }
    var sums = Array(repeating: Float(0), count: table.count)
    for first in stride(from: 0, to: rows.count, by: 8) {
      let some = rows[first..<min(first + 8, rows.count)]
      let energies = energies(of: some, weighting)
      for (lane, row) in some.enumerated() {
        let start = perRow * row.stretch
        for tick in 0..<min(perRow, table.count - start) {
          sums[start + tick] += energies[tick][lane] * weight(of: row.channel)
        }
      }
    }
    for (tick, sum) in sums.enumerated() {
      let mean = sum / Float(frames(of: tick..<tick + 1))
      part.momentary.add(mean)
      if unit.start < HeardLevels.seconds * grid.sampleRate {
        part.ticks.add(meanSquare: Double(mean))
      }
    }
    for ticks in blocks {
      let sum = sums[ticks].reduce(0) { $0 + Double($1) }
      part.loudness.add(meanSquare: sum / Double(frames(of: ticks)))
    }
  }

  private func weight(of channel: Int) -> Float {
    channel < source.weights.count ? source.weights[channel] : 0
  }

  /// A stretch of one channel, filtered independently.
  private struct Row {
    let channel: Int
    let stretch: Int
  }

  /// Returns the K-weighted energy of each tick of up to eight rows.
  private func energies(of rows: ArraySlice<Row>, _ weighting: KWeighting) -> [SIMD8<Float>] {
    // After these 50 ms, the effect of earlier samples on the filter has decayed by 80 dB. Without a
    // lead of their own, stretches could not be filtered side by side.
    let lead = grid.sampleRate / 20
    var starts = rows.map { unit.offset($0.channel, $0.stretch * grid.stretchFrames) / 4 }
    starts += repeatElement(unit.offset(0, 0) / 4, count: 8 - rows.count)
    return unit.withBytes {
      weighting.energies(
        of: $0,
        rows: starts,
        lead: lead,
        ticks: SoundGrid.ticksPerSecond / grid.stretchesPerSecond
      )
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
        let before = clippedSamples
        let ticks = first..<min(first + perSecond, table.count)
        for channel in 0..<grid.channels {
          addTicks(ticks, of: channel, in: bytes)
        }
        part.worstSecond = max(part.worstSecond, clippedSamples - before)
      }
      if part.isDual {
        part.isDual = areEqual(bytes)
      }
    }
  }

  /// The signs of the two sides of a channel.
  private static let signs: [Float] = [1, -1]

  private var clippedSamples: Int {
    part.channels.reduce(0) { sum, channel in
      channel.clipping.reduce(sum) { $0 + $1.full.samples }
    }
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
    var heard = none
    var held = none
    for index in stride(from: 0, to: count - 3, by: 4) {
      let values = bytes.loadUnchecked(at: offset &+ 4 &* index)
      let last = bytes.loadUnchecked(at: offset &+ 4 &* index &- 4)
      let isHeard = SIMD4<Float>(repeating: 1).replacing(with: 0, where: values .== none)
      heard += isHeard
      held += isHeard.replacing(with: 0, where: values .!= last)
    }
    part.heard += Int(heard.sum())
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
