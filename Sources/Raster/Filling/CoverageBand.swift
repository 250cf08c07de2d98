/// The signed area of edges in a band of rows: its sum along a row is the coverage of each pixel.
///
/// In each row that it crosses, an edge adds its height to its column, shared with the next column
/// by the area to its right. The cost depends on the edges, not on the area between them.
// Exact area and not samples: a bar may end anywhere between two pixels, of which even sixteen
// samples a pixel know only seventeen shades. Sums of signed area are wrong where shapes overlap;
// `SharedPixels` finds those pixels, and `PixelUnion` measures them one by one.
struct CoverageBand {
  let columns: Range<Int>
  private(set) var rows: Range<Int> = 0..<0
  private(set) var shared: SharedPixels

  private let clip: ClipRectangle
  private let stride: Int
  private var area: [Float]
  /// The columns of each row that contain area.
  private var touched: [ColumnRange]

  /// Creates a band of at most `height` rows of a region; area outside of the clip is ignored. If
  /// outlines `mayOverlap`, it records which unit touches which pixel.
  init(columns: Range<Int>, height: Int, clip: ClipRectangle, mayOverlap: Bool) {
    self.columns = columns
    self.clip = clip
    // An edge in the last column shares its area with the next one, and a clip may lie behind that.
    stride = columns.count + 2
    area = [Float](repeating: 0, count: stride * height)
    touched = [ColumnRange](repeating: ColumnRange(), count: height)
    let recordedHeight = mayOverlap ? height : 0
    shared = SharedPixels(width: columns.count, height: recordedHeight)
  }

  /// Clears all area and moves on to other rows.
  // Only what was touched: the rest of a wide band is empty already.
  mutating func move(to rows: Range<Int>) {
    for row in 0..<self.rows.count where !touched[row].isEmpty {
      let reach = touched[row]
      RowKernels.clear(&area, from: row * stride + reach.first, count: reach.end - reach.first)
      touched[row] = ColumnRange()
    }
    shared.clear()
    self.rows = rows
  }

  mutating func add(_ edges: [Edge]) {
    let window = Window(
      box: clip.intersection(PixelRegion(columns: columns, rows: rows).box),
      left: columns.lowerBound,
      top: rows.lowerBound,
      stride: stride
    )
    CoverageBand.add(edges, in: window, to: &area, touching: &touched, visiting: &shared)
  }

  mutating func add(_ horizontalEdges: [HorizontalEdge]) {
    // They have no area of their own, and matter only for pixels that are shared.
    guard !shared.isEmpty else { return }
    let left = Double(columns.lowerBound)
    for edge in horizontalEdges where edge.y >= Double(rows.lowerBound) {
      guard edge.y < Double(rows.upperBound) else { continue }
      let piece = AreaPiece(
        height: 0,
        low: edge.reach.lowerBound - left,
        high: edge.reach.upperBound - left
      )
      let row = Int(edge.y) - rows.lowerBound
      let visited = piece.columns(within: 0...Double(columns.count))
      guard !visited.isEmpty else { continue }
      touched[row].extend(from: visited.lowerBound, to: visited.upperBound)
      shared.visit(row: row, visited, by: edge.unit)
    }
  }

  /// Converts a row to bytes of coverage; returns their columns relative to the first column.
  mutating func resolve(row: Int, into mask: inout [UInt8]) -> Range<Int> {
    let index = row - rows.lowerBound
    let reach = touched[index]
    let end = min(reach.end, columns.count)
    guard reach.first < end else { return 0..<0 }
    RowKernels.resolve(
      &area,
      at: index * stride + reach.first,
      count: end - reach.first,
      into: &mask,
      from: reach.first
    )
    if !shared.isEmpty {
      clip.limit(&mask, to: row, columns: reach.first..<end, from: columns)
    }
    return reach.first..<end
  }

  /// Returns whether a single unit covers a pixel of a resolved row completely, if all units wind
  /// the same way.
  func isSurelyCovered(row: Int, column: Int) -> Bool {
    // Units that touch the pixel without covering it add less than 1 each, so a sum equal to their
    // number means that at least one covers it completely.
    // The corrected pixels of rays around a circle are mostly of this kind, and measuring one takes
    // microseconds.
    let index = row - rows.lowerBound
    let sum = area[index * stride + column]
    return abs(sum) >= Float(shared.count(row: index, column: column))
  }

  /// The part of a canvas within a band, and its offset in the band.
  private struct Window {
    let box: ClipRectangle
    let left: Int
    let top: Int
    let stride: Int
  }

  private static func add(
    _ edges: [Edge],
    in window: Window,
    to area: inout [Float],
    touching touched: inout [ColumnRange],
    visiting shared: inout SharedPixels
  ) {
    // Spans, because each write to an array asks whether the array is shared.
    var area = area.mutableSpan
    var touched = touched.mutableSpan
    let box = window.box
    let left = Double(window.left)
    guard box.left <= box.right else { return }
    let sides = box.left - left...box.right - left
    let notesVisits = !shared.isEmpty
    for edge in edges where edge.top < box.bottom && edge.bottom > box.top {
      // From row to row: within one, an edge is a straight piece of constant height.
      var y = max(edge.top, box.top)
      let end = min(edge.bottom, box.bottom)
      var x = edge.x(at: y) - left
      var row = Int(y)
      while y < end {
        let nextY = min(end, Double(row + 1))
        let nextX = edge.x(at: nextY) - left
        let piece = AreaPiece(
          height: (nextY - y) * edge.winding,
          low: min(x, nextX),
          high: max(x, nextX)
        )
        let index = row - window.top
        piece.add(within: sides, to: &area, from: index * window.stride, touching: &touched[index])
        if notesVisits {
          shared.visit(row: index, piece.columns(within: sides), by: edge.unit)
        }
        y = nextY
        x = nextX
        row += 1
      }
    }
  }
}

/// A growing range of columns.
struct ColumnRange {
  private(set) var first = Int.max
  private(set) var end = 0

  var isEmpty: Bool { first >= end }

  mutating func extend(from first: Int, to end: Int) {
    self.first = min(self.first, first)
    self.end = max(self.end, end)
  }
}
