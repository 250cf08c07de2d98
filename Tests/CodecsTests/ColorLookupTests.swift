import Testing

@testable import Codecs

/// Tests that every color has its own table entry.
struct ColorLookupTests {
  @Test func `a full palette has no collisions`() {
    var random = SeededNumbers(seed: 8)
    let randomColors = (0..<256).map { _ in
      UInt32(truncatingIfNeeded: random.next(below: 1 << 32))
    }
    // Colors that differ in one byte only, in two alike, or in all alike, as opacities and greys do:
    // a hash of some bits would have all of them in one place.
    let sets: [[UInt32]] = [
      [],
      [0],
      [0, 0xFFFF_FFFF],
      (0..<256).map { level in level << 24 },
      (0..<256).map { level in level << 16 | level },
      (0..<256).map { level in level },
      (0..<256).map { level in 0x0101_0101 &* level },
      Array(Set(randomColors)),
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
