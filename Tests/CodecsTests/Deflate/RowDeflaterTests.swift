import Testing

@testable import Codecs

/// Compresses pictures with our encoder and decodes them with libpng and zlib.
struct RowDeflaterTests {
  @Test func `rows that repeat near and far are restored`() throws {
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
      // Vertically mirrored, as in a waveform with bars around a midline.
      if round % 2 == 0 { rows += rows.reversed() }
      let canvas = PNGCanvas(width, rows.count) { x, y in (7, 99, 200, rows[y][x]) }
      let file = try canvas.encoded()
      #expect(try PNGCanvas.decoded(file).pixels == canvas.pixels)
    }
  }

  @Test func `noise of few colors spans several blocks and windows`() throws {
    var numbers = SeededNumbers(seed: 5)
    for (width, height) in [(1300, 300), (16_384, 24), (65_536, 9), (3, 60_000)] {
      let canvas = PNGCanvas(width, height) { _, _ in (numbers.next(below: 200), 0, 0, 255) }
      #expect(try PNGCanvas.decoded(canvas.encoded()).pixels == canvas.pixels)
    }
  }

  @Test func `a mirrored lower half with exceptions is restored`() throws {
    var numbers = SeededNumbers(seed: 33)
    // Width, height and colors: few colors, columns that use filters, and more rows than are kept.
    let sizes = [(598, 120, 40), (597, 121, 2), (1400, 90, 4), (2000, 301, 200), (40, 2, 9)]
    for (width, height, colors) in sizes {
      let upper = (0..<(height + 1) / 2).map { _ in Self.row(width, colors: colors, &numbers) }
      for strangers in [0, 1, height / 8] {
        var rows = upper + upper.dropLast(height % 2).reversed()
        for _ in 0..<strangers {
          // This row differs from its mirror row; sometimes it equals the row above.
          let y = height / 2 + numbers.next(below: height - height / 2)
          let isAbove = y > 0 && numbers.next(below: 2) == 0
          rows[y] = isAbove ? rows[y - 1] : Self.row(width, colors: colors, &numbers)
        }
        let canvas = PNGCanvas(width, height) { x, y in (9, rows[y][x] * 255 / colors, 80, 255) }
        #expect(try PNGCanvas.decoded(canvas.encoded()).pixels == canvas.pixels)
      }
    }
  }

  @Test func `columns that rarely change are packed with both filters`() throws {
    for (width, height) in [(2000, 300), (3000, 1500)] {
      let canvas = PNGCanvas(width, height) { x, y in
        (40, 80, x / 20 % 3 * 100, y > (x / 20 * 37) % height ? 255 : x % 5 * 50)
      }
      #expect(try PNGCanvas.decoded(canvas.encoded()).pixels == canvas.pixels)
    }
  }

  @Test func `a match does not extend beyond the picture`() throws {
    // In some cases the bytes after the last row continue the pattern.
    for period in 2...17 {
      for width in period...3 * period {
        for height in [1, 2] {
          let canvas = PNGCanvas(width, height) { x, _ in (x % period * 15, 0, 0, 255) }
          #expect(try PNGCanvas.decoded(canvas.encoded()).pixels == canvas.pixels)
        }
      }
    }
  }

  @Test func `a picture of one color takes a few bytes per row`() throws {
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
