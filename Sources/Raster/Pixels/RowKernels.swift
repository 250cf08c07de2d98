import Glibc

/// The inner loops over a row of pixels, eight at a time.
///
/// This is the only unsafe code of the target: every pointer comes from an array of the caller, and
/// accesses stay within the count that is checked on entry.
enum RowKernels {
  private typealias Eight = SIMD8<UInt32>

  /// Returns pixels of one color, fewer if stopped.
  static func pixels(of color: UInt32, count: Int, _ isStopped: () -> Bool) -> [UInt32] {
    // The array has as many pixels as were written, so that nothing uninitialized is read.
    unsafe [UInt32](unsafeUninitializedCapacity: count) { memory, filled in
      while filled < count, filled == 0 || !isStopped() {
        let end = min(count, filled + pixelsAtOnce)
        unsafe memory[filled..<end].initialize(repeating: color)
        filled = end
      }
    }
  }

  // 4 MB, which the system clears in about a millisecond. Untuned.
  private static let pixelsAtOnce = 1 << 20

  /// Blends a row of paint, aligned with the mask, over a row of pixels.
  static func blend(
    _ paint: ArraySlice<UInt32>,
    isOpaque: Bool = false,
    through mask: ArraySlice<UInt8>,
    onto pixels: inout [UInt32],
    at start: Int
  ) {
    let count = paint.count
    precondition(mask.count == count && start >= 0 && start + count <= pixels.count)

    // Every load and store begins at most eight pixels before the end that was checked above.
    unsafe mask.withUnsafeBytes { mask in
      unsafe paint.withUnsafeBytes { paint in
        unsafe pixels.withUnsafeMutableBytes { pixels in
          var index = 0
          while index &+ 8 <= count {
            let cover = unsafe mask.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            // Most of a mask is 0 or 255: nothing is done for the first, and for an opaque paint the
            // second is a copy.
            if cover != 0 {
              let offset = (start &+ index) &* 4
              var result = unsafe paint.loadUnaligned(
                fromByteOffset: index &* 4,
                as: Eight.self
              )
              if !isOpaque || cover != UInt64.max {
                let below = unsafe pixels.loadUnaligned(fromByteOffset: offset, as: Eight.self)
                if isOpaque && isAllOrNothing(cover) {
                  result = chosen(below, result, cover: cover)
                } else {
                  result = over(below, result, cover: cover)
                }
              }
              unsafe pixels.storeBytes(of: result, toByteOffset: offset, as: Eight.self)
            }
            index &+= 8
          }
          // Up to seven pixels are left.
          while index < count {
            let offset = (start &+ index) &* 4
            let source = unsafe paint.loadUnaligned(fromByteOffset: index &* 4, as: UInt32.self)
            let below = unsafe pixels.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            let result = unsafe over(below, source, cover: mask[index])
            unsafe pixels.storeBytes(of: result, toByteOffset: offset, as: UInt32.self)
            index &+= 1
          }
        }
      }
    }
  }

  /// Converts signed area to coverage for a row: running sums, non-zero rule, rounded to a byte.
  ///
  /// Replaces the differences by their sums, and skips ranges without differences.
  static func resolve(
    _ area: inout [Float],
    at start: Int,
    count: Int,
    into mask: inout [UInt8],
    from first: Int
  ) {
    precondition(first >= 0 && start >= 0 && count >= 0)
    precondition(first + count <= mask.count && start + count <= area.count)
    unsafe area.withUnsafeMutableBytes { area in
      unsafe mask.withUnsafeMutableBytes { mask in
        var sum: Float = 0
        var index = 0
        while index < count {
          let offset = (start &+ index) &* 4
          // Eight floats as four integers, which one comparison tests. Inside a shape, and between
          // shapes, all differences are 0.
          if index &+ 8 <= count,
            unsafe area.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt64>.self) == .zero
          {
            let cover = UInt64(coverage(sum)) &* 0x0101_0101_0101_0101
            unsafe mask.storeBytes(of: cover, toByteOffset: first &+ index, as: UInt64.self)
            index &+= 8
            continue
          }
          sum += unsafe area.loadUnaligned(fromByteOffset: offset, as: Float.self)
          unsafe area.storeBytes(of: sum, toByteOffset: offset, as: Float.self)
          unsafe mask.storeBytes(of: coverage(sum), toByteOffset: first &+ index, as: UInt8.self)
          index &+= 1
        }
      }
    }
  }

  /// Sets some elements to 0.
  // As bytes, for areas and for coverage alike.
  static func clear<Word: BitwiseCopyable>(_ words: inout [Word], from first: Int, count: Int) {
    precondition(first >= 0 && count >= 0 && first + count <= words.count)
    let size = MemoryLayout<Word>.stride
    unsafe words.withUnsafeMutableBytes { bytes in
      _ = unsafe UnsafeMutableRawBufferPointer(
        rebasing: bytes[first * size..<(first + count) * size]
      ).initializeMemory(as: UInt8.self, repeating: 0)
    }
  }

  /// Copies coverage.
  static func copy(
    _ row: [UInt8],
    to mask: inout [UInt8],
    at start: Int,
    count: Int
  ) {
    precondition(start >= 0 && count >= 0 && count <= row.count && start + count <= mask.count)
    // Both ranges were checked, and two arrays never overlap.
    unsafe row.withUnsafeBytes { row in
      unsafe mask.withUnsafeMutableBytes { mask in
        guard let from = row.baseAddress, let all = mask.baseAddress else { return }
        unsafe (all + start).copyMemory(from: from, byteCount: count)
      }
    }
  }

  /// Adds a bar to a row of coverage: its ends are added up to 255, the rest is set to 255.
  static func add(first: UInt8, last: UInt8, columns: Range<Int>, to row: inout [UInt8]) {
    precondition(columns.lowerBound >= 0 && columns.upperBound <= row.count)
    guard !columns.isEmpty else { return }
    // The columns that are covered completely.
    let innerStart =
      if first == 255 {
        0
      } else {
        1
      }
    let innerEnd =
      if last == 255 {
        columns.count
      } else {
        columns.count - 1
      }
    // A bar of one column has no inner ones, unless its end is the whole.
    let inner = innerStart..<max(1, innerEnd)
    unsafe row.withUnsafeMutableBytes { row in
      var index = columns.lowerBound &+ inner.lowerBound
      let end = columns.lowerBound &+ inner.upperBound
      while index &+ 4 <= end {
        unsafe row.storeBytes(of: UInt32.max, toByteOffset: index, as: UInt32.self)
        index &+= 4
      }
      while index < end {
        unsafe row[index] = 255
        index &+= 1
      }
      if first != 255 {
        unsafe add(first, to: &row[columns.lowerBound])
      }
      if last != 255, columns.count > 1 {
        unsafe add(last, to: &row[end])
      }
    }
  }

  /// Adds coverage to some pixels, each up to full coverage.
  static func add(
    _ row: [UInt8],
    from first: Int,
    count: Int,
    to mask: inout [UInt8],
    at start: Int
  ) {
    precondition(first >= 0 && start >= 0 && count >= 0)
    precondition(first + count <= row.count && start + count <= mask.count)
    unsafe row.withUnsafeBytes { row in
      unsafe mask.withUnsafeMutableBytes { mask in
        for index in 0..<count {
          unsafe add(row[first &+ index], to: &mask[start &+ index])
        }
      }
    }
  }

  /// Adds covered areas of some pixels to their coverage, each up to full coverage.
  static func add(areas: [Double], count: Int, to mask: inout [UInt8], at start: Int) {
    precondition(start >= 0 && 0...areas.count ~= count && start + count <= mask.count)
    unsafe areas.withUnsafeBufferPointer { areas in
      unsafe mask.withUnsafeMutableBytes { mask in
        for index in 0..<count {
          let share = unsafe Int(max(0, areas[index]) * 255 + half)
          unsafe add(UInt8(truncatingIfNeeded: share), to: &mask[start &+ index])
        }
      }
    }
  }

  /// Slightly more than a half, for sides in the middle of a pixel up to rounding errors.
  // With a half, mirrored sides of a bar could round differently, and the picture lose its symmetry.
  private static let half = 0.500_01

  private static func add(_ share: UInt8, to coverage: inout UInt8) {
    let (sum, isOver) = coverage.addingReportingOverflow(share)
    coverage = isOver ? 255 : sum
  }

  // The magnitude, since a contour may go either way; overlaps may add up to more than 1.
  private static func coverage(_ sum: Float) -> UInt8 {
    UInt8(truncatingIfNeeded: Int32(min(abs(sum), 1) * 255 + 0.5))
  }

  /// Returns whether each of eight pixels is covered completely or not at all.
  @inline(__always)
  private static func isAllOrNothing(_ cover: UInt64) -> Bool {
    (cover & 0x0101_0101_0101_0101) &* 255 == cover
  }

  /// Returns the old pixel where the coverage is 0, the source where it is 255.
  @inline(__always)
  private static func chosen(_ below: Eight, _ source: Eight, cover: UInt64) -> Eight {
    let covered = Eight.zero &- (wide(cover) & 1)
    return below & ~covered | source & covered
  }

  /// Spreads eight bytes of coverage over SIMD lanes.
  @inline(__always)
  private static func wide(_ cover: UInt64) -> Eight {
    let bytes = unsafe unsafeBitCast(cover, to: SIMD8<UInt8>.self)
    return Eight(truncatingIfNeeded: bytes)
  }

  /// Composites a source over eight premultiplied pixels with eight bytes of coverage.
  // Two components share a 32-bit lane, in 16 bits each: red with blue, and green with alpha.
  @inline(__always)
  private static func over(_ below: Eight, _ source: Eight, cover: UInt64) -> Eight {
    let wide = wide(cover)
    let cover = pairs(wide | wide &<< 16)
    let low = Eight(repeating: 0x00ff_00ff)
    let redBlue = divided(pairs(source & low) &* cover)
    let greenAlpha = divided(pairs((source &>> 8) & low) &* cover)
    let alpha = lanes(greenAlpha) &>> 16
    let rest = Eight(repeating: 255) &- alpha
    let through = pairs(rest | rest &<< 16)
    let outRedBlue = redBlue &+ divided(pairs(below & low) &* through)
    let outGreenAlpha = greenAlpha &+ divided(pairs((below &>> 8) & low) &* through)
    return lanes(outRedBlue) | lanes(outGreenAlpha) &<< 8
  }

  /// Composites a source over one premultiplied pixel.
  // By the code for eight, so that a pixel has the same color wherever in a row it is.
  private static func over(_ below: UInt32, _ source: UInt32, cover: UInt8) -> UInt32 {
    let result = over(Eight(repeating: below), Eight(repeating: source), cover: UInt64(cover))
    return result[0]
  }

  /// Divides products of two bytes by 255, rounded.
  // Exact for all of them, 0 to 65,025, without a division, which vectors of integers do not have.
  @inline(__always)
  private static func divided(_ products: SIMD16<UInt16>) -> SIMD16<UInt16> {
    let shifted = products &+ 128
    return (shifted &+ (shifted &>> 8)) &>> 8
  }

  @inline(__always)
  private static func pairs(_ lanes: Eight) -> SIMD16<UInt16> {
    unsafe unsafeBitCast(lanes, to: SIMD16<UInt16>.self)
  }

  @inline(__always)
  private static func lanes(_ pairs: SIMD16<UInt16>) -> Eight {
    unsafe unsafeBitCast(pairs, to: Eight.self)
  }
}

extension Canvas {
  /// Calls `body` with the pixels as premultiplied bytes: red, green, blue, alpha, without gaps
  /// between rows.
  public func withBytes<Result, Failure: Error>(
    _ body: (borrowing RawSpan) throws(Failure) -> Result
  ) throws(Failure) -> Result { try unsafe body(pixels.span.bytes) }
}
