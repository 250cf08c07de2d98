/// A part of a font file, read as big-endian numbers; nil beyond its end.
// Fonts are parsed here and not by FreeType, because a font may be hostile and is read outside of
// the sandbox: everything that reads it is bounds-checked Swift.
struct FontBytes: Sendable {
  private let file: [UInt8]
  private let range: Range<Int>

  var count: Int { range.count }

  init(_ file: [UInt8]) {
    self.file = file
    range = 0..<file.count
  }

  private init(_ file: [UInt8], _ range: Range<Int>) {
    self.file = file
    self.range = range
  }

  func slice(from start: Int, count: Int) -> FontBytes? {
    guard start >= 0, count >= 0, start <= self.count, count <= self.count - start else {
      return nil
    }
    let first = range.lowerBound + start
    return FontBytes(file, first..<first + count)
  }

  func slice(from start: Int) -> FontBytes? {
    slice(from: start, count: count - start)
  }

  /// Returns the rest from the offset on that is stored at a position in 16 bits.
  func slice(offsetAt position: Int) -> FontBytes? {
    guard let offset = u16(position) else { return nil }
    return slice(from: offset)
  }

  func u8(_ offset: Int) -> Int? {
    guard offset >= 0, offset < count else { return nil }
    return Int(file[range.lowerBound + offset])
  }

  func u16(_ offset: Int) -> Int? {
    guard offset >= 0, offset <= count - 2 else { return nil }
    let first = range.lowerBound + offset
    return Int(file[first]) << 8 | Int(file[first + 1])
  }

  func i16(_ offset: Int) -> Int? {
    guard let bits = u16(offset) else { return nil }
    return Int(Int16(truncatingIfNeeded: bits))
  }

  func u32(_ offset: Int) -> Int? {
    guard let high = u16(offset), let low = u16(offset + 2) else { return nil }
    return high << 16 | low
  }

  /// Returns a tag of four letters.
  func tag(_ offset: Int) -> String? {
    guard slice(from: offset, count: 4) != nil else { return nil }
    let letters = (0..<4).compactMap { u8(offset + $0) }
    return String(letters.map { Character(Unicode.Scalar(UInt8($0))) })
  }

  /// Returns the last of `count` rows whose number is at most `maximum`; rows are sorted by number.
  // By halving: a hostile font with unsorted rows gets a wrong row, in as few steps.
  func lastRow(_ count: Int, upTo maximum: Int, number: (Int) -> Int?) -> Int? {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      guard let value = number(middle) else { return nil }
      if value <= maximum {
        low = middle + 1
      } else {
        high = middle
      }
    }

    // The first row beyond the maximum was found: the one before it is the answer.
    guard low > 0 else { return nil }
    return low - 1
  }
}
