/// The number of samples whose squares may be summed in Float.
// Each of sixteen lanes adds eight squares before the sum is widened to Double: the error stays that
// of a few roundings to 24 bits. Widening each square would halve the samples in a vector.
let runLength = 128

extension SampleReader {
  /// Adds consecutive runs to a bucket; the last may be shorter.
  static func tally(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    samples: Int,
    into bucket: inout Bucket
  ) {
    precondition(offset >= 0 && samples >= 0)
    precondition(samples <= (bytes.byteCount - offset) / bytesPerSample)
    // Checked once for all loads, and divided, as a product could overflow.
    var offset = offset
    var left = samples

    // The extremes have half as many lanes as the squares, so that all fit into the registers.
    var low = SIMD8<Float>(repeating: bucket.lowest)
    var high = SIMD8<Float>(repeating: bucket.highest)
    while left >= 16 {
      let run = min(left, runLength) & ~15
      var squares = SIMD16<Float>.zero
      var runLow = low
      var runHigh = high
      var cursor = offset
      let end = offset + run * bytesPerSample
      while cursor < end {
        let values = sixteen(bytes, at: cursor)
        squares += values * values
        runLow = runLow.lower(values.lowHalf.lower(values.highHalf))
        runHigh = runHigh.higher(values.lowHalf.higher(values.highHalf))
        cursor += 16 * bytesPerSample
      }
      // One test a run instead of one a sample: what is no number shows in the sum.
      let sum = squares.pairwiseSum
      // NaN, infinity and values beyond 1e15 end up here too.
      if sum < 1e30 {
        bucket.energy += Double(sum)
        low = runLow
        high = runHigh
      } else {
        tallySlowly(bytes, at: offset, samples: run, into: &bucket)
      }
      offset = end
      left -= run
    }

    if samples >= 16 {
      bucket.lowest = min(bucket.lowest, low.lowHalf.lowest, low.highHalf.lowest)
      bucket.highest = max(bucket.highest, high.lowHalf.highest, high.highHalf.highest)
    }
    tallyRest(bytes, at: offset, samples: left, into: &bucket)
  }

  /// Adds a bucket for each frame; with `inPairs` each odd frame is merged into the last bucket, for
  /// the sums that merging the buckets in pairs would give.
  // A function of the reader and not of the buckets' meter, with its values as parameters: one dispatch
  // for a block, and none for each of its frames.
  static func tallySingly(
    _ bytes: borrowing RawSpan,
    from position: Int,
    frames: Int,
    channels: Int,
    inPairs: Bool,
    into buckets: inout [Bucket]
  ) {
    for frame in 0..<frames {
      var single = Bucket.empty
      tally(bytes, at: frame * channels * bytesPerSample, samples: channels, into: &single)
      if inPairs, (position + frame) % 2 == 1 {
        buckets[buckets.count - 1].merge(single)
      } else {
        buckets.append(single)
      }
    }
  }

  /// Adds the samples that do not fill sixteen lanes.
  private static func tallyRest(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    samples: Int,
    into bucket: inout Bucket
  ) {
    var sum = Float(0)
    var low = bucket.lowest
    var high = bucket.highest
    var cursor = offset
    for _ in 0..<samples {
      let value = one(bytes, at: cursor)
      sum += value * value
      // Not `min` and `max`, which return NaN if one of the numbers is: here a NaN changes nothing
      // but the sum, whose test below finds it.
      low = value < low ? value : low
      high = value > high ? value : high
      cursor += bytesPerSample
    }

    guard sum < 1e30 else {
      return tallySlowly(bytes, at: offset, samples: samples, into: &bucket)
    }
    bucket.energy += Double(sum)
    bucket.lowest = low
    bucket.highest = high
  }

  /// Adds samples one by one in Double, treating NaN as 0 and infinity as full scale.
  private static func tallySlowly(
    _ bytes: borrowing RawSpan,
    at offset: Int,
    samples: Int,
    into bucket: inout Bucket
  ) {
    var offset = offset
    for _ in 0..<samples {
      let sample = one(bytes, at: offset)
      let value: Float =
        if sample.isNaN {
          0
        } else if sample.isInfinite {
          // The largest sample of a player; the largest Float would flatten all others.
          sample < 0 ? -1 : 1
        } else {
          sample
        }
      bucket.energy += Double(value) * Double(value)
      bucket.lowest = min(bucket.lowest, value)
      bucket.highest = max(bucket.highest, value)
      offset += bytesPerSample
    }
  }
}

extension SIMD16<Float> {
  /// The sum of all lanes, always in the same order.
  @inline(__always)
  var pairwiseSum: Float {
    let eight = lowHalf + highHalf
    let four = eight.lowHalf + eight.highHalf
    let two = four.lowHalf + four.highHalf
    return two.x + two.y
  }
}

extension SIMD8<Float> {
  // These work on halves, because one instruction compares each half.

  @inline(__always)
  func lower(_ other: Self) -> Self {
    Self(
      lowHalf: lowHalf.replacing(with: other.lowHalf, where: other.lowHalf .< lowHalf),
      highHalf: highHalf.replacing(with: other.highHalf, where: other.highHalf .< highHalf)
    )
  }

  @inline(__always)
  func higher(_ other: Self) -> Self {
    Self(
      lowHalf: lowHalf.replacing(with: other.lowHalf, where: other.lowHalf .> lowHalf),
      highHalf: highHalf.replacing(with: other.highHalf, where: other.highHalf .> highHalf)
    )
  }
}
