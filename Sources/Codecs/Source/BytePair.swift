/// Two bytes that begin a frame or a page; a mask selects the relevant bits of the second one.
struct BytePair {
  let first: UInt8
  let second: UInt8
  var mask: UInt8 = 0xFF

  /// Returns the offset of the next pair, at most `end`; also that of a first byte at the end of a
  /// block.
  func next(in source: ByteSource, from start: Int, through end: Int) -> Int? {
    var offset = start
    while offset <= end {
      let (found, passed) = source.withBlock(at: offset) { block in
        (index(in: block), block.byteCount)
      }
      // Hostile bytes could have the same block searched for each of their frames.
      source.countSearched(found ?? passed)
      if let found {
        let next = offset + found
        guard next <= end else { return nil }
        return next
      }
      // A read that failed.
      if passed == 0 { return nil }
      offset += passed
    }
    return nil
  }

  private func index(in block: borrowing RawSpan) -> Int? {
    // Unchecked, since the range is that of the block.
    for index in 0..<block.byteCount
    where unsafe block.unsafeLoad(fromUncheckedByteOffset: index, as: UInt8.self) == first {
      // The second byte is in the next block: the caller looks at the header anyway.
      if index + 1 == block.byteCount { return index }
      let next = unsafe block.unsafeLoad(fromUncheckedByteOffset: index + 1, as: UInt8.self)
      if next & mask == second { return index }
    }
    return nil
  }
}
