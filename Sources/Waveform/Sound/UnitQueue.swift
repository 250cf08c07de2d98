import WavethumbBytes

/// Collects the bytes of a recording into units, each with the lead before it.
struct UnitQueue: Sendable {
  private let grid: SoundGrid
  private let frameBytes: Int
  /// The units whose leads begin in the range of the part.
  private let units: Range<Int>
  /// The index of the next unit.
  private var next: Int
  /// The bytes from the lead of the next unit on.
  private var pending: [UInt8] = []
  /// The number of frames still to skip before the lead of the first unit.
  private var skipped = 0

  init(_ sound: SoundShape, grid: SoundGrid) {
    self.grid = grid
    frameBytes = sound.channels * sound.format.bytesPerSample
    units = grid.units(of: sound)
    next = units.lowerBound

    // A lead and a unit are collected at most, so that the buffer is allocated once.
    pending.reserveCapacity((grid.lead + grid.frames) * frameBytes)
    if next == 0 {
      // The first unit of a recording has silence before it.
      pending += repeatElement(0, count: grid.lead * frameBytes)
    } else {
      skipped = next * grid.frames - grid.lead - sound.range.lowerBound
    }
  }

  /// Whether the units go on to the end of the recording.
  var isLast: Bool { units.upperBound == .max }

  /// The end of the last unit, exclusive; 0 for that of the recording.
  var end: Int {
    guard !isLast, !units.isEmpty else { return 0 }
    return units.upperBound * grid.frames
  }

  /// Adds a block, and calls `measure` with each complete unit.
  mutating func add(
    _ bytes: borrowing RawSpan,
    measure: (borrowing RawSpan, UnitFrames) -> Void
  ) {
    let passed = min(skipped, bytes.byteCount / frameBytes)
    skipped -= passed
    var offset = passed * frameBytes

    let lead = grid.lead * frameBytes
    let unit = grid.frames * frameBytes
    while offset < bytes.byteCount, units.contains(next) {
      if pending.count == lead, offset >= lead, bytes.byteCount - offset >= unit {
        // The whole unit is in this block, so it need not be copied.
        measure(bytes.extracting(offset - lead..<offset + unit), take(grid.frames))
        offset += unit
        pending.removeAll(keepingCapacity: true)
        pending.append(bytes, from: offset - lead, count: lead)
        continue
      }
      let count = min(lead + unit - pending.count, bytes.byteCount - offset)
      pending.append(bytes, from: offset, count: count)
      offset += count
      guard pending.count == lead + unit else { return }
      let frames = take(grid.frames)
      withSpan(of: pending) { measure($0, frames) }
      pending.removeFirst(unit)
    }
  }

  /// Calls `measure` with the last unit, if it is short.
  mutating func finish(measure: (borrowing RawSpan, UnitFrames) -> Void) {
    let left = pending.count / frameBytes - grid.lead
    guard left > 0, units.contains(next) else { return }
    let frames = take(left)
    withSpan(of: pending) { measure($0, frames) }
  }

  /// Returns the frames of the next unit.
  private mutating func take(_ count: Int) -> UnitFrames {
    defer { next += 1 }
    return UnitFrames(start: next * grid.frames, count: count)
  }
}

/// The frames of a unit in the recording.
struct UnitFrames: Sendable {
  let start: Int
  let count: Int
}
