import WavethumbBytes

/// Measures a stream of samples by bucket in one pass, independent of the size of its blocks.
// Of an unknown length each frame begins as a bucket of its own, and neighbors are merged whenever the
// room is full: memory stays bounded, and at the end there are more buckets than a summary has.
struct BucketMeter: Sendable {
  private(set) var position: Int
  private(set) var buckets: [Bucket] = []
  private let format: SampleFormat
  private let channels: Int
  /// If false, all buckets are silent.
  private let measures: Bool
  /// The frames of the range; up to the largest number if the length is unknown.
  private let range: Range<Int>
  private var division: BucketDivision
  /// The end of the open bucket, exclusive; `.max` for one that takes everything behind the last.
  private var end: Int
  private var open = OpenBucket()

  /// Creates a meter for the buckets of a range; for an unknown length it has `limit` buckets, which
  /// are merged in pairs when they run out.
  init(_ sound: SoundShape, limit: Int, measures: Bool = true) {
    channels = sound.channels
    format = sound.format
    self.measures = measures
    range = sound.knownRange
    switch sound.length {
    case .known(let frames):
      let grid = TimeGrid.buckets(frames: frames)
      let parts = grid.parts(of: range)
      division = BucketDivision(grid, from: parts.lowerBound)
      buckets.reserveCapacity(parts.count)
    case .unknown:
      division = BucketDivision(foldingAt: limit)
    }
    position = division.start
    end = division.firstEnd()
  }

  /// Announces the least number of frames of an unknown length before the first one: buckets that
  /// will be merged in pairs are merged at once, which halves the memory.
  mutating func expect(frames: Int) {
    buckets.reserveCapacity(division.limit)
    division.expect(frames: frames)
    end = division.firstEnd()
  }

  mutating func add(_ bytes: borrowing RawSpan) {
    guard measures else {
      let frames = bytes.byteCount / (channels * format.bytesPerSample)
      return skip(frames)
    }
    // Sums of integers are exact in any order, so that 16 bits need no runs.
    if format.encoding == .int16 {
      addIntegers(bytes)
    } else {
      addNumbers(bytes)
    }
  }

  mutating func finish() {
    // An incomplete run at the end, and an open bucket, which may have fewer frames than others.
    open.tallyCarry(of: format)
    if !open.integers.isEmpty {
      buckets.append(open.integers.bucket)
    }
    if open.bucket.lowest <= open.bucket.highest {
      buckets.append(open.bucket)
    }
  }

  /// The index of the first bucket.
  var first: Int { division.first }

  /// The number of frames measured so far.
  var framesAdded: Int { position - range.lowerBound }

  /// Whether the frames measured so far are those of a known length.
  var isComplete: Bool { framesAdded == range.count }

  /// The buckets of the range, or of the frames that came if their number was not known, in which
  /// case they count from the first one: the range is a whole recording then.
  var dividedBuckets: [Bucket] {
    if isComplete { return buckets }
    return buckets.shared(over: .buckets(frames: framesAdded)) { bucket in
      end(ofBucket: bucket) - range.lowerBound
    }
  }

  func end(ofBucket index: Int) -> Int {
    // The last one ends where the recording does, and may be short.
    guard index + 1 < buckets.count else { return position }
    return division.end(ofBucket: index)
  }

  /// Adds silence instead of samples: without levels, only the division of time counts.
  private mutating func skip(_ frames: Int) {
    var left = frames
    while left > 0 {
      let take = min(left, end - position)
      position += take
      left -= take
      open.bucket = .silent
      guard position == end else { break }
      close(open.bucket)
      open.bucket = .empty
    }
  }

  private mutating func addIntegers(_ bytes: borrowing RawSpan) {
    let frameBytes = channels * 2
    var offset = 0
    var left = bytes.byteCount / frameBytes

    // A local copy, which stays in registers.
    var tally = open.integers
    while left > 0 {
      let take = min(left, end - position)
      tally.add(bytes, at: offset, samples: take * channels, bigEndian: format.bigEndian)
      offset += take * frameBytes
      left -= take
      position += take
      guard position == end else { break }
      close(tally.bucket)
      tally = IntegerTally()
    }
    open.integers = tally
  }

  private mutating func addNumbers(_ bytes: borrowing RawSpan) {
    let frameBytes = channels * format.bytesPerSample
    var offset = 0
    var left = bytes.byteCount / frameBytes

    // At first each frame has a bucket of its own, and runs would hold a single frame.
    if position < division.singles {
      let take = min(left, division.singles - position)
      format.reader.tallySingly(
        bytes,
        from: position,
        frames: take,
        channels: channels,
        inPairs: division.foldingWidth == 2,
        into: &buckets
      )
      position += take
      division.fold(&buckets)
      end = division.end(after: buckets.count, at: position)
      offset = take * frameBytes
      left -= take
    }

    while left > 0 {
      let take = min(left, end - position)
      let stop = offset + take * frameBytes
      position += take
      left -= take
      open.add(bytes.extracting(offset..<stop), of: format, isLast: position == end)
      offset = stop
      guard position == end else { break }
      close(open.bucket)
      open.bucket = .empty
    }
  }

  /// Ends the open bucket, and finds the end of the next one.
  private mutating func close(_ bucket: Bucket) {
    buckets.append(bucket)
    division.fold(&buckets)
    end = division.end(after: buckets.count, at: position)
  }
}

/// A bucket whose samples may continue in the next block.
private struct OpenBucket {
  var bucket = Bucket.empty
  var integers = IntegerTally()
  /// The beginning of an incomplete run: runs begin at buckets, so that sums do not depend on the
  /// size of blocks.
  private var carry: [UInt8] = []

  /// Measures samples in runs that begin with the bucket.
  // A sum of floats depends on where it begins: blocks of another size would give other last bits.
  mutating func add(_ bytes: borrowing RawSpan, of format: SampleFormat, isLast: Bool) {
    let runBytes = runLength * format.bytesPerSample
    var start = 0
    if !carry.isEmpty {
      let take = min(runBytes - carry.count, bytes.byteCount)
      carry.append(bytes, from: 0, count: take)
      start = take
      guard carry.count == runBytes || isLast else { return }
      tallyCarry(of: format)
    }

    let left = bytes.byteCount - start
    let whole =
      if isLast {
        left
      } else {
        left / runBytes * runBytes
      }
    format.reader.tally(bytes, at: start, samples: whole / format.bytesPerSample, into: &bucket)
    carry.append(bytes, from: start + whole, count: left - whole)
  }

  mutating func tallyCarry(of format: SampleFormat) {
    let samples = carry.count / format.bytesPerSample
    withSpan(of: carry) { format.reader.tally($0, at: 0, samples: samples, into: &bucket) }
    carry.removeAll(keepingCapacity: true)
  }
}

/// The borders of the buckets of a meter: those of a grid for a known length, and otherwise those of a
/// width that doubles whenever the room is full.
private struct BucketDivision {
  /// The division of a known length, whose buckets count from `first` on.
  private let grid: TimeGrid
  let first: Int
  private var widths: TimeGrid.Widths
  /// The frames per bucket if the length is unknown; 0 for a grid.
  private(set) var foldingWidth: Int
  /// The number of buckets that are merged in pairs.
  let limit: Int

  init(_ grid: TimeGrid, from first: Int) {
    self.grid = grid
    self.first = first
    widths = grid.widths(from: first)
    foldingWidth = 0
    limit = .max
  }

  init(foldingAt limit: Int) {
    // Not used; a width of one frame doubles instead.
    grid = TimeGrid(frames: 0, count: 1)
    first = 0
    widths = grid.widths()
    foldingWidth = 1
    self.limit = limit
  }

  /// The first frame.
  var start: Int { grid.border(first) }

  /// The number of frames measured one by one, because their buckets begin with one frame each.
  var singles: Int { foldingWidth > 0 ? limit : 0 }

  /// Begins with pairs if the least number of frames of an unknown length fills the room.
  mutating func expect(frames: Int) {
    if foldingWidth == 1, frames >= limit {
      foldingWidth = 2
    }
  }

  /// Returns the end of the first bucket, exclusive.
  mutating func firstEnd() -> Int {
    if foldingWidth > 0 { return foldingWidth }
    guard grid.frames > 0 else { return .max }
    return start + widths.next()
  }

  /// Returns the end of the bucket that begins at `position` after so many others.
  mutating func end(after count: Int, at position: Int) -> Int {
    if foldingWidth > 0 { return position + foldingWidth }
    // Samples after the last bucket go into one more.
    guard first + count < grid.count else { return .max }
    return position + widths.next()
  }

  func end(ofBucket index: Int) -> Int {
    if foldingWidth > 0 { return (index + 1) * foldingWidth }
    return grid.border(first + index + 1)
  }

  /// Merges buckets in pairs if the room is full.
  // Halving it only then costs one merge a bucket over all, however long the recording becomes.
  mutating func fold(_ buckets: inout [Bucket]) {
    guard buckets.count == limit else { return }
    // The energy of a bucket of twice the width is the sum of both.
    buckets.fold()
    foldingWidth *= 2
  }
}
