import WavethumbBytes

/// Measures the tones of a recording as it arrives.
///
/// Windows of 2,048 frames overlap by half, or follow each other in a recording of more than two
/// minutes; each belongs to the column of its middle. All windows are measured: one window a column
/// would be a lottery in long recordings.
struct TonesMeter: Meter {
  private let frameBytes: Int
  private let channels: Int
  private let layout: ToneUnits
  private let columns: Columns
  private var transform: ToneTransform
  private var planes: SamplePlanes
  /// The sums of the columns so far, and the number of units in each.
  private var sums: [ToneTransform.Sums] = []
  private var units: [Int] = []
  /// The next unit, and the end of the last one, exclusive.
  private var unit: Int
  private let endUnit: Int
  /// The number of units of a column while the length is unknown; it doubles when there would be
  /// too many columns.
  private var unitsPerColumn = 1
  /// The bytes from frame `first` on that units still need.
  private var pending: [UInt8] = []
  private var first: Int

  /// The columns of a known length, or nothing.
  private struct Columns {
    var grid: TimeGrid?
    var range = 0..<0
  }

  // Twice the columns of a result, so that pooling them moves little.
  private static let maximumFoldedColumns = 2 * WaveformTones.columnCount

  init(_ sound: SoundShape) {
    channels = sound.channels
    frameBytes = sound.channels * sound.format.bytesPerSample
    layout = ToneUnits(of: sound.length, channels: channels)
    planes = SamplePlanes(
      frames: layout.frames(of: layout.atOnce),
      channels: channels,
      format: sound.format,
      window: ToneTransform.size
    )
    transform = ToneTransform(sampleRate: sound.sampleRate)
    first = sound.range.lowerBound
    guard case .known(let total) = sound.length else {
      columns = Columns()
      unit = 0
      endUnit = .max
      return
    }
    let grid = layout.grid(frames: total)
    let start = layout.firstColumn(from: sound.range.lowerBound, on: grid)
    let end = max(start, layout.firstColumn(from: sound.range.upperBound, on: grid))
    columns = Columns(grid: grid, range: start..<end)
    unit = layout.firstUnit(of: start, on: grid)
    endUnit =
      if start < end {
        layout.firstUnit(of: end, on: grid)
      } else {
        unit
      }
    sums = Array(repeating: ToneTransform.Sums(), count: end - start)
    units = Array(repeating: 0, count: end - start)
  }

  var end: Int {
    guard let grid = columns.grid, endUnit > unit else { return 0 }
    return min(grid.frames, layout.frames(of: endUnit))
  }

  mutating func add(_ block: borrowing RawSpan) {
    pending.append(block, from: 0, count: block.byteCount)
    let end = first + pending.count / frameBytes
    while unit < endUnit {
      let count = min(layout.atOnce, endUnit - unit)
      let frames = layout.frames(of: count)
      guard unit * layout.step + frames <= end else { break }
      measure(count, frames: frames)
    }

    // After the last unit, the rest of the recording is of no use.
    let needed =
      if unit < endUnit {
        min(unit * layout.step, end)
      } else {
        end
      }
    pending.removeFirst(max(needed - first, 0) * frameBytes)
    first = max(needed, first)
  }

  /// Measures the next units from the given number of frames.
  private mutating func measure(_ count: Int, frames: Int) {
    // All channels are separated once, and windows of several units overlap in what was read.
    let offset = (unit * layout.step - first) * frameBytes
    withSpan(of: pending) { planes.read($0, at: offset, frames: frames) }
    let signals = count * layout.pairs
    var targets: [Int] = []
    for own in unit..<unit + count {
      targets.append(column(of: own))
    }
    for group in stride(from: 0, to: signals, by: ToneTransform.lanes) {
      let used = min(ToneTransform.lanes, signals - group)
      let lanes = group..<group + used
      // Lanes without a signal transform zeros: the transform has no loop of another width.
      let unused = repeatElement(4 * planes.zeros, count: ToneTransform.lanes - used)
      let reals = lanes.map { real($0) } + unused
      let imaginaries = lanes.map { imaginary($0) } + unused
      let results = transform.sums(planes.samples, at: reals + imaginaries)
      for lane in 0..<used {
        let target = targets[(group + lane) / layout.pairs]
        sums[target].add(results[lane])
      }
    }

    for column in targets {
      units[column] += 1
    }
    unit += count
    if columns.grid == nil, sums.count >= Self.maximumFoldedColumns {
      fold()
    }
  }

  /// Returns the sample in the planes at which the real part of a signal begins.
  private func real(_ signal: Int) -> Int {
    let unit = signal / layout.pairs
    let channel = 2 * (signal % layout.pairs)
    return 4 * channel * planes.length + unit * layout.step
  }

  /// Returns the sample at which the imaginary part begins: the next channel, or the next window of a
  /// single one.
  private func imaginary(_ signal: Int) -> Int {
    if channels == 1 { return real(signal) + layout.hop }
    // The last of an odd number of channels is alone.
    let channel = 2 * (signal % layout.pairs) + 1
    if channel == channels { return 4 * planes.zeros }
    return real(signal) + 4 * planes.length
  }

  /// Returns the index of the column of a unit, for which there is room.
  private mutating func column(of unit: Int) -> Int {
    guard let grid = columns.grid else {
      let column = unit / unitsPerColumn
      while sums.count <= column {
        sums.append(ToneTransform.Sums())
        units.append(0)
      }
      return column
    }

    let middle = unit * layout.step + layout.span / 2
    let column = TimeGrid.first(of: grid.count) { column in
      grid.border(column + 1) > middle
    }

    // The unit of a recording shorter than one has its middle behind the end.
    let range = columns.range
    let own = min(max(column, range.lowerBound), range.upperBound - 1)
    return own - range.lowerBound
  }

  /// Merges pairs of columns, all of which are complete.
  private mutating func fold() {
    let half = sums.count / 2
    for column in 0..<half {
      sums[column] = sums[2 * column]
      sums[column].add(sums[2 * column + 1])
      units[column] = units[2 * column] + units[2 * column + 1]
    }
    sums.removeLast(sums.count - half)
    units.removeLast(units.count - half)
    unitsPerColumn *= 2
  }

  consuming func finish() -> (any MeasurePart)? {
    let end = first + pending.count / frameBytes
    let whole = layout.wholeUnits(in: end - unit * layout.step)
    let left = min(whole, endUnit - unit)
    if left > 0 {
      measure(left, frames: layout.frames(of: left))
    } else if unit == 0, unit < endUnit, end > 0 {
      // Shorter than a unit, and padded with zeros.
      measure(1, frames: min(layout.span, end))
    }
    if columns.grid == nil {
      pool(to: layout.grid(frames: end))
    }
    guard !sums.isEmpty else { return nil }
    return TonesPart(tones)
  }

  /// Moves columns of an unknown length to those of the length that is known at the end.
  private mutating func pool(to grid: TimeGrid) {
    var pooled = Array(repeating: ToneTransform.Sums(), count: grid.count)
    var counts = Array(repeating: 0, count: grid.count)
    for column in sums.indices {
      // The middle between the middle of the first unit and that of the last.
      let middleOfSteps = (2 * column + 1) * unitsPerColumn * layout.step / 2
      let middle = middleOfSteps + (layout.span - layout.step) / 2
      let found = TimeGrid.first(of: grid.count) { target in
        grid.border(target + 1) > middle
      }
      // The middle of a padded unit may be behind the end.
      let target = min(found, grid.count - 1)
      pooled[target].add(sums[column])
      counts[target] += units[column]
    }

    sums = pooled
    units = counts
  }

  /// The result; a column without a window is as the one before it.
  private var tones: WaveformTones {
    var tones = WaveformTones()
    var last = units.firstIndex { $0 > 0 } ?? 0
    for column in sums.indices {
      if units[column] > 0 {
        last = column
      }
      // A unit of a single channel has two windows.
      let windows =
        if channels == 1 {
          2 * units[last]
        } else {
          units[last]
        }
      tones.append(sums[last], signals: windows * channels)
    }
    return tones
  }
}
