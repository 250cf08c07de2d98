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
  /// The first frame of the range.
  private let start: Int
  /// The number of frames of the range; nil if it is unknown.
  private let expected: Int?
  /// The division of a known length; this meter has the buckets from `first` on.
  private let grid: TimeGrid
  let first: Int
  private var widths: TimeGrid.Widths
  /// The frames per bucket if the length is unknown.
  private var foldingWidth: Int
  private let limit: Int
  /// The number of frames measured one by one, because their buckets begin with one frame each.
  private let singles: Int
  /// The end of the open bucket, exclusive; `.max` for one that takes everything behind the last.
  private var end: Int
  private var open = Bucket.empty
  private var openIntegers = IntegerTally()
  /// The beginning of an incomplete run: runs begin at buckets, so that sums do not depend on the
  /// size of blocks.
  private var carry: [UInt8] = []

  /// Creates a meter for the buckets of a range; for an unknown length it has `limit` buckets, which
  /// are merged in pairs when they run out.
  init(_ sound: SoundShape, limit: Int, measures: Bool = true) {
    channels = sound.channels
    format = sound.format
    self.measures = measures
    let range = sound.knownRange
    start = range.lowerBound
    switch sound.length {
    case .known(let frames):
      expected = range.count
      grid = TimeGrid.buckets(frames: frames)
      let parts = grid.parts(of: range)
      first = parts.lowerBound
      self.limit = .max
      foldingWidth = 0
      singles = 0
      position = grid.border(first)
      widths = grid.widths(from: first)
      if grid.frames == 0 {
        end = .max
      } else {
        end = position + widths.next()
      }
      buckets.reserveCapacity(parts.count)
    case .unknown:
      expected = nil
      // Not used; a width of one frame doubles instead.
      grid = TimeGrid(frames: 0, count: 1)
      first = 0
      self.limit = limit
      foldingWidth = 1
      singles = limit
      position = 0
      end = 1
      widths = grid.widths()
    }
  }

  /// Announces the least number of frames of an unknown length before the first one: buckets that
  /// will be merged in pairs are merged at once, which halves the memory.
  mutating func expect(frames: Int) {
    buckets.reserveCapacity(limit)
    if foldingWidth == 1, frames >= limit {
      foldingWidth = 2
      end = 2
    }
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
    tallyCarry()
    if !openIntegers.isEmpty {
      buckets.append(openIntegers.bucket)
    }
    if open.lowest <= open.highest {
      buckets.append(open)
    }
  }

  /// The number of frames measured so far.
  var framesAdded: Int { position - start }

  /// Whether the frames measured so far are those of a known length.
  var isComplete: Bool { framesAdded == expected }

  /// The buckets of the range, or of the frames that came if their number was not known, in which
  /// case they count from the first one: the range is a whole recording then.
  var dividedBuckets: [Bucket] {
    if isComplete { return buckets }
    return buckets.shared(over: .buckets(frames: framesAdded)) { end(ofBucket: $0) - start }
  }

  func end(ofBucket index: Int) -> Int {
    // The last one ends where the recording does, and may be short.
    guard index + 1 < buckets.count else { return position }
    return if foldingWidth > 0 {
      (index + 1) * foldingWidth
    } else {
      grid.border(first + index + 1)
    }
  }

  /// Adds silence instead of samples: without levels, only the division of time counts.
  private mutating func skip(_ frames: Int) {
    var left = frames
    while left > 0 {
      let take = min(left, end - position)
      position += take
      left -= take
      open = .silent
      guard position == end else { break }
      close(open)
      open = .empty
    }
  }

  private mutating func addIntegers(_ bytes: borrowing RawSpan) {
    let frameBytes = channels * 2
    var offset = 0
    var left = bytes.byteCount / frameBytes

    // A local copy, which stays in registers.
    var tally = openIntegers
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
    openIntegers = tally
  }

  private mutating func addNumbers(_ bytes: borrowing RawSpan) {
    let frameBytes = channels * format.bytesPerSample
    var offset = 0
    var left = bytes.byteCount / frameBytes

    // At first each frame has a bucket of its own, and runs would hold a single frame.
    if position < singles {
      let take = min(left, singles - position)
      format.reader.tallySingly(
        bytes,
        from: position,
        frames: take,
        channels: channels,
        inPairs: foldingWidth == 2,
        into: &buckets
      )
      position += take
      foldIfFull()
      end = position + foldingWidth
      offset = take * frameBytes
      left -= take
    }

    while left > 0 {
      let take = min(left, end - position)
      let stop = offset + take * frameBytes
      position += take
      left -= take
      addRuns(bytes, from: offset, to: stop, last: position == end)
      offset = stop
      guard position == end else { break }
      close(open)
      open = .empty
    }
  }

  /// Measures a part of the open bucket in runs that begin with the bucket.
  // A sum of floats depends on where it begins: blocks of another size would give other last bits.
  private mutating func addRuns(
    _ bytes: borrowing RawSpan,
    from start: Int,
    to stop: Int,
    last: Bool
  ) {
    let runBytes = runLength * format.bytesPerSample
    var start = start
    if !carry.isEmpty {
      let take = min(runBytes - carry.count, stop - start)
      carry.append(bytes, from: start, count: take)
      start += take
      guard carry.count == runBytes || last else { return }
      tallyCarry()
    }

    let whole =
      if last {
        stop - start
      } else {
        (stop - start) / runBytes * runBytes
      }
    format.reader.tally(bytes, at: start, samples: whole / format.bytesPerSample, into: &open)
    carry.append(bytes, from: start + whole, count: stop - start - whole)
  }

  private mutating func tallyCarry() {
    let samples = carry.count / format.bytesPerSample
    withSpan(of: carry) { format.reader.tally($0, at: 0, samples: samples, into: &open) }
    carry.removeAll(keepingCapacity: true)
  }

  /// Ends the open bucket, and finds the end of the next one.
  private mutating func close(_ bucket: Bucket) {
    buckets.append(bucket)
    if foldingWidth > 0 {
      foldIfFull()
      end = position + foldingWidth
    } else {
      // Samples after the last bucket go into one more.
      end =
        if first + buckets.count < grid.count {
          position + widths.next()
        } else {
          .max
        }
    }
  }

  private mutating func foldIfFull() {
    // Only when the room is full: halving it then costs one merge a bucket over all, however long the
    // recording becomes.
    guard buckets.count == limit else { return }
    // The energy of a bucket of twice the width is the sum of both.
    buckets.fold()
    foldingWidth *= 2
  }
}
