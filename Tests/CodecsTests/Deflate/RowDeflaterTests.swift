import Testing

@testable import Codecs

/// libpng and zlib read back pictures that our encoder packed.
struct RowDeflaterTests {
  @Test func `rows that repeat near and far decode to themselves`() throws {
    var numbers = SeededNumbers(seed: 21)
    for round in 0..<60 {
      let (width, height) = (1 + numbers.next(below: 900), 1 + numbers.next(below: 160))
      let kinds = (0..<1 + numbers.next(below: 12)).map { _ in
        Self.row(width, colors: 2 + numbers.next(below: 200), &numbers)
      }
      var rows: [[Int]] = []
      while rows.count < height {
        let row = kinds[numbers.next(below: kinds.count)]
        rows += Array(repeating: row, count: 1 + numbers.next(below: 9))
      }
      // Mirrored, as bars about a midline are.
      if round % 2 == 0 { rows += rows.reversed() }
      let canvas = PNGCanvas(width, rows.count) { x, y in (7, 99, 200, rows[y][x]) }
      let file = try canvas.encoded()
      #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
    }
  }

  @Test func `noise of few colours is split into blocks and slides through the window`() throws {
    var numbers = SeededNumbers(seed: 5)
    for (width, height) in [(1300, 300), (16_384, 24), (65_536, 9), (3, 60_000)] {
      let canvas = PNGCanvas(width, height) { _, _ in (numbers.next(below: 200), 0, 0, 255) }
      #expect(try PNGCanvas.decoded(canvas.encoded()).pixels == canvas.pixels)
    }
  }

  @Test func `columns that change seldom are packed both ways`() throws {
    for (width, height) in [(2000, 300), (3000, 1500)] {
      let canvas = PNGCanvas(width, height) { x, y in
        (40, 80, x / 20 % 3 * 100, y > (x / 20 * 37) % height ? 255 : x % 5 * 50)
      }
      #expect(try PNGCanvas.decoded(canvas.encoded()).pixels == canvas.pixels)
    }
  }

  @Test func `a picture of one colour is a few bytes a row at most`() throws {
    let canvas = PNGCanvas(598, 120) { _, _ in (1, 2, 3, 255) }
    #expect(try canvas.encoded().count < 150)
  }

  private static func row(_ width: Int, colors: Int, _ numbers: inout SeededNumbers) -> [Int] {
    var row: [Int] = []
    while row.count < width {
      let value = numbers.next(below: colors)
      row += Array(repeating: value, count: 1 + numbers.next(below: 12))
    }
    return Array(row.prefix(width))
  }
}
