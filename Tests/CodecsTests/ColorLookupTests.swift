import Testing

@testable import Codecs

/// Tests that every color has its own table entry.
struct ColorLookupTests {
  @Test func `a full palette has no collisions`() {
    var numbers = SeededNumbers(seed: 8)
    let random = Set(
      (0..<256).map { _ in UInt32(truncatingIfNeeded: numbers.next(below: 1 << 32)) }
    )
    // Colors that differ in one byte only, in two alike, or in all alike, as opacities and greys do:
    // a hash of some bits would have all of them in one place.
    let sets: [[UInt32]] = [
      [],
      [0],
      [0, 0xFFFF_FFFF],
      (0..<256).map { $0 << 24 },
      (0..<256).map { $0 << 16 | $0 },
      (0..<256).map { $0 },
      (0..<256).map { 0x0101_0101 &* $0 },
      Array(random),
    ]
    for colors in sets {
      let entries = colors.indices.map { UInt8(truncatingIfNeeded: 255 - $0) }
      let lookup = ColorLookup(colors, entries: entries)
      for (color, entry) in zip(colors, entries) {
        #expect(lookup.entry(of: color) == entry)
      }
    }
  }
}
