/// Tells the entry of each of a picture's colours without a search: in a table so large that no two
/// of them share a place.
@safe
struct ColorLookup: ~Copyable {
  /// The entry of each place, and in the upper byte the number of the try that filled it.
  private let places: UnsafeMutablePointer<UInt16>
  private let factor: UInt32
  private let shift: UInt32

  /// Takes colours of which no two are the same, and the entry of each.
  ///
  /// Finds an odd factor that leads each colour to a place of its own, and doubles the table where
  /// many tries find none; in a table of 2^32 places any odd factor would do.
  init(_ colors: [UInt32], entries: [UInt8]) {
    precondition(colors.count == entries.count)
    // By chance about every third factor keeps all apart in a table of this size.
    var bits: UInt32 = 4
    while 1 << Int(bits) < colors.count * colors.count / 2 { bits += 1 }
    while true {
      let places = UnsafeMutablePointer<UInt16>.allocate(capacity: 1 << Int(bits))
      unsafe places.initialize(repeating: 0, count: 1 << Int(bits))
      for number in 1...UInt16(255) {
        let factor = UInt32(number) &* 0x3C6E_F362 | 1
        let areApart = colors.indices.allSatisfy { index in
          let place = Self.place(of: colors[index], factor, shift: 32 - bits)
          guard unsafe places[place] >> 8 != number else { return false }
          unsafe places[place] = number << 8 | UInt16(entries[index])
          return true
        }
        guard areApart else { continue }
        unsafe self.places = places
        (self.factor, shift) = (factor, 32 - bits)
        return
      }
      unsafe places.deallocate()
      bits += 1
    }
  }

  deinit {
    unsafe places.deallocate()
  }

  /// The entry of one of the colours.
  @inline(__always)
  func entry(of color: UInt32) -> UInt8 {
    UInt8(truncatingIfNeeded: unsafe places[Self.place(of: color, factor, shift: shift)])
  }

  @inline(__always)
  private static func place(of color: UInt32, _ factor: UInt32, shift: UInt32) -> Int {
    Int((color &* factor) &>> shift)
  }
}
