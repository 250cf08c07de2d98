/// Maps each color to its entry without a search: in a table so large that no two collide.
@safe
struct ColorLookup: ~Copyable {
  /// The entry of each slot, with the number of the attempt that filled it in the upper byte.
  private let slots: UnsafeMutablePointer<UInt16>
  private let factor: UInt32
  private let shift: UInt32

  /// Creates the table of distinct colors and their entries.
  ///
  /// Finds an odd factor that maps each color to its own slot, and doubles the table after many
  /// failed attempts; in a table of 2^32 slots any odd factor would do. Color indices, which are
  /// bytes, are slots themselves.
  init(_ colors: [UInt32], entries: [UInt8]) {
    precondition(colors.count == entries.count)
    let areIndices = colors.allSatisfy { color in color < 256 }
    if areIndices {
      unsafe slots = .allocate(capacity: 256)
      unsafe slots.initialize(repeating: 0, count: 256)
      for (color, entry) in zip(colors, entries) {
        unsafe slots[Int(color)] = UInt16(entry)
      }
      factor = 1 << 24
      shift = 24
      return
    }
    // About every third factor avoids collisions in a table of this size.
    var bits: UInt32 = 4
    while 1 << Int(bits) < colors.count * colors.count / 2 {
      bits += 1
    }
    while true {
      let slots = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(bits))
      unsafe slots.initialize(repeating: 0, count: 1 << Int(bits))
      if let factor = unsafe Self.fill(slots, shift: 32 - bits, with: entries, of: colors) {
        unsafe self.slots = slots
        self.factor = factor
        shift = 32 - bits
        return
      }
      unsafe slots.deallocate()
      bits += 1
    }
  }

  /// Fills a table of zeros, and returns the factor by which no two colors collide; nil without one.
  private static func fill(
    _ slots: UnsafeMutablePointer<UInt16>,
    shift: UInt32,
    with entries: [UInt8],
    of colors: [UInt32]
  ) -> UInt32? {
    // The number of the attempt is in each slot it fills, so that none has to empty the table.
    for number in 1...UInt16(255) {
      // Odd factors far from each other: multiples of twice that of `ColorTable`, and 1.
      let factor = UInt32(number) &* 0x3C6E_F362 | 1
      let areApart = colors.indices.allSatisfy { index in
        let slot = slot(of: colors[index], factor, shift: shift)
        guard unsafe slots[slot] >> 8 != number else { return false }
        unsafe slots[slot] = number << 8 | UInt16(entries[index])
        return true
      }
      if areApart { return factor }
    }
    return nil
  }

  deinit { unsafe slots.deallocate() }

  @inline(__always)
  func entry(of color: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: unsafe slots[Self.slot(of: color, factor, shift: shift)])
  }

  @inline(__always)
  private static func slot(of color: UInt32, _ factor: UInt32, shift: UInt32) -> Int {
    Int((color &* factor) &>> shift)
  }
}
