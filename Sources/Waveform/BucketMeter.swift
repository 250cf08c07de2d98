import Bytes

/// Measures a stream of samples by bucket in one pass, independent of the size of its blocks.
struct BucketMeter: Sendable {
  /// The next frame.
  private(set) var position: Int
  private(set) var buckets: [Bucket] = []
  private let format: SampleFormat
  private let channels: Int
  /// If false, all buckets are silent.
  private let measures: Bool
  /// The division of a known length; this meter has the buckets from `first` on.
  private let grid: TimeGrid
  private let first: Int
  private var widths: TimeGrid.Widths
  /// The frames per bucket if the length is unknown.
  private var foldingWidth = 0
  private let limit: Int
  /// The end of the open bucket, exclusive.
  private var end: Int
  private var open = Bucket.empty
  private var openIntegers = IntegerTally()
  /// The beginning of an incomplete run: runs begin at buckets, so that sums do not depend on the
  /// size of blocks.
  private var carry: [UInt8] = []

  /// Creates a meter for buckets `range` of a recording of known length.
  init(
    grid: TimeGrid, range: Range<Int>, channels: Int, format: SampleFormat, measures: Bool = true
  ) {
    self.grid = grid
    self.channels = channels
    (self.format, self.measures) = (format, measures)
    first = range.lowerBound
    limit = .max
    position = grid.border(range.lowerBound)
    widths = grid.widths(from: range.lowerBound)
    end = grid.frames == 0 ? .max : position + widths.next()
    buckets.reserveCapacity(range.count)
  }

  /// Creates a meter for a recording of unknown length: `limit` buckets, merged in pairs when they
  /// run out.
  init(foldingAt limit: Int, channels: Int, format: SampleFormat, measures: Bool = true) {
    self.channels = channels
    (self.format, self.measures) = (format, measures)
    self.limit = limit
    grid = TimeGrid(frames: 0, count: 1)
    (first, position, end) = (0, 0, 1)
    widths = grid.widths()
    foldingWidth = 1
    buckets.reserveCapacity(limit)
  }

  /// Measures whole frames.
  mutating func add(_ bytes: borrowing RawSpan) {
    guard measures else { return skip(bytes.byteCount / (channels * format.bytesPerSample)) }
    switch (format.encoding, format.bigEndian) {
    case (.int16, let bigEndian): addIntegers(bytes, bigEndian: bigEndian)
    case (.float32, false): add(bytes, as: Float32Little.self)
    case (.float32, true): add(bytes, as: Float32Big.self)
    case (.int24, false): add(bytes, as: Int24Little.self)
    case (.int24, true): add(bytes, as: Int24Big.self)
    case (.int32, false): add(bytes, as: Int32Little.self)
    case (.int32, true): add(bytes, as: Int32Big.self)
    }
  }

  /// Closes the last bucket.
  mutating func finish() {
    finishCarry()
    if !openIntegers.isEmpty { buckets.append(openIntegers.bucket) }
    if open.lowest <= open.highest { buckets.append(open) }
  }

  /// Returns the end of a bucket, exclusive.
  func end(ofBucket index: Int) -> Int {
    guard index + 1 < buckets.count else { return position }
    return foldingWidth > 0 ? (index + 1) * foldingWidth : grid.border(first + index + 1)
  }

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

  private mutating func addIntegers(_ bytes: borrowing RawSpan, bigEndian: Bool) {
    let frameBytes = channels * 2
    var offset = 0
    var left = bytes.byteCount / frameBytes
    var tally = openIntegers
    while left > 0 {
      let take = min(left, end - position)
      tally.add(bytes, at: offset, samples: take * channels, bigEndian: bigEndian)
      offset += take * frameBytes
      left -= take
      position += take
      guard position == end else { break }
      close(tally.bucket)
      tally = IntegerTally()
    }
    openIntegers = tally
  }

  private mutating func add<R: SampleReader>(_ bytes: borrowing RawSpan, as reader: R.Type) {
    let frameBytes = channels * R.bytesPerSample
    var offset = 0
    var left = bytes.byteCount / frameBytes
    while left > 0 {
      let take = min(left, end - position)
      let stop = offset + take * frameBytes
      position += take
      left -= take
      addRuns(bytes, from: offset, to: stop, last: position == end, as: reader)
      offset = stop
      guard position == end else { break }
      close(open)
      open = .empty
    }
  }

  /// Measures a part of the open bucket in runs that begin with the bucket.
  private mutating func addRuns<R: SampleReader>(
    _ bytes: borrowing RawSpan, from start: Int, to stop: Int, last: Bool, as reader: R.Type
  ) {
    let runBytes = runLength * R.bytesPerSample
    var start = start
    if !carry.isEmpty {
      let take = min(runBytes - carry.count, stop - start)
      carry.append(bytes, from: start, count: take)
      start += take
      guard carry.count == runBytes || last else { return }
      tallyCarry(as: reader)
      carry.removeAll(keepingCapacity: true)
    }
    let whole = last ? stop - start : (stop - start) / runBytes * runBytes
    R.tally(bytes, at: start, samples: whole / R.bytesPerSample, into: &open)
    carry.append(bytes, from: start + whole, count: stop - start - whole)
  }

  private mutating func finishCarry() {
    switch (format.encoding, format.bigEndian) {
    case (.int16, _): return
    case (.float32, false): tallyCarry(as: Float32Little.self)
    case (.float32, true): tallyCarry(as: Float32Big.self)
    case (.int24, false): tallyCarry(as: Int24Little.self)
    case (.int24, true): tallyCarry(as: Int24Big.self)
    case (.int32, false): tallyCarry(as: Int32Little.self)
    case (.int32, true): tallyCarry(as: Int32Big.self)
    }
  }

  private mutating func tallyCarry<R: SampleReader>(as reader: R.Type) {
    let samples = carry.count / R.bytesPerSample
    lend(carry) { R.tally($0, at: 0, samples: samples, into: &open) }
  }

  /// Stores a full bucket and opens the next.
  private mutating func close(_ bucket: Bucket) {
    buckets.append(bucket)
    if foldingWidth > 0 {
      if buckets.count == limit {
        buckets.fold()
        foldingWidth *= 2
      }
      end = position + foldingWidth
    } else {
      // Samples after the last bucket go into one more.
      end = first + buckets.count < grid.count ? position + widths.next() : .max
    }
  }
}
