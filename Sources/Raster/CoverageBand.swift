/// Signed area of edges in a band of rows: summed along a row it is how much ink covers each pixel.
///
/// Each edge adds, in each row it crosses, its height to the column it is in, shared with the next
/// column by the area to its right. The cost is that of the edges, not of the area between them.
struct CoverageBand {
  /// A pixel that edges of several units touch: sums of areas are not the area of the union there.
  struct CrowdedPixel: Comparable {
    var row: Int
    var column: Int

    static func < (one: CrowdedPixel, other: CrowdedPixel) -> Bool {
      one.row != other.row ? one.row < other.row : one.column < other.column
    }
  }

  let columns: Range<Int>
  private(set) var rows: Range<Int> = 0..<0
  private(set) var crowded: [CrowdedPixel] = []

  private let clip: ClipRectangle
  private let stride: Int
  private var area: [Float]
  /// The first and the end of the columns of each row in which there is area.
  private var firsts: [Int]
  private var ends: [Int]
  /// Of each pixel the unit that touched it last and, in the lowest byte, how many did.
  private var visitors: [UInt32]

  /// A band of at most `height` rows of a region, in which area outside of the clip does not count;
  /// where outlines `mayCrowd`, it notes who touches which pixel.
  init(columns: Range<Int>, height: Int, clip: ClipRectangle, mayCrowd: Bool) {
    self.columns = columns
    self.clip = clip
    stride = columns.count + 2
    area = [Float](repeating: 0, count: stride * height)
    firsts = [Int](repeating: stride, count: height)
    ends = [Int](repeating: 0, count: height)
    visitors = mayCrowd ? [UInt32](repeating: 0, count: stride * height) : []
  }

  /// Forgets all area and goes on to other rows.
  mutating func move(to rows: Range<Int>) {
    for row in firsts.indices where firsts[row] < ends[row] {
      let end = min(ends[row], stride)
      for index in row * stride + firsts[row]..<row * stride + end {
        area[index] = 0
        if !visitors.isEmpty { visitors[index] = 0 }
      }
      firsts[row] = stride
      ends[row] = 0
    }
    crowded.removeAll(keepingCapacity: true)
    self.rows = rows
  }

  mutating func add(_ edge: Edge) {
    var y = max(edge.top, Double(rows.lowerBound), clip.top)
    let bottom = min(edge.bottom, Double(rows.upperBound), clip.bottom)
    guard y < bottom else { return }
    var x = edge.x(at: y)
    var row = Int(y)
    while y < bottom {
      let nextY = min(bottom, Double(row + 1))
      let nextX = edge.x(at: nextY)
      add(
        height: (nextY - y) * Double(edge.winding), from: min(x, nextX), to: max(x, nextX),
        row: row - rows.lowerBound, unit: edge.unit)
      y = nextY
      x = nextX
      row += 1
    }
  }

  mutating func add(_ ledge: Ledge) {
    guard !visitors.isEmpty, ledge.y >= Double(rows.lowerBound), ledge.y < Double(rows.upperBound)
    else { return }
    let all = 0...Double(columns.count)
    let first = Int((ledge.reach.lowerBound - Double(columns.lowerBound)).clamped(to: all))
    let end = Int(
      (ledge.reach.upperBound - Double(columns.lowerBound)).rounded(.up).clamped(to: all))
    let row = Int(ledge.y) - rows.lowerBound
    guard first < end else { return }
    touch(row, from: first, to: end)
    visit(row, columns: first..<end, unit: ledge.unit)
  }

  /// Turns a row into bytes of coverage and says for which columns, counted from the first one.
  mutating func resolve(row: Int, into mask: inout [UInt8]) -> Range<Int> {
    let index = row - rows.lowerBound
    let end = min(ends[index], columns.count)
    guard firsts[index] < end else { return 0..<0 }
    let range = firsts[index]..<end
    RowKernels.resolve(
      &area, at: index * stride + range.lowerBound, count: range.count, into: &mask,
      from: range.lowerBound)
    return range
  }

  /// Whether some unit covers all of a pixel of a resolved row, where units wind the same way.
  func isSurelyCovered(_ pixel: CrowdedPixel) -> Bool {
    let index = (pixel.row - rows.lowerBound) * stride + pixel.column - columns.lowerBound
    // Those that touch the pixel cover less than all of it each; what is beyond covers it whole.
    return abs(area[index]) >= Float(visitors[index] & 255)
  }

  /// Adds a line that crosses a row or part of it, cut by the clip.
  private mutating func add(
    height: Double, from low: Double, to high: Double, row: Int, unit: UInt32
  ) {
    let left = max(clip.left - Double(columns.lowerBound), 0)
    let right = min(clip.right - Double(columns.lowerBound), Double(columns.count))
    var (low, high, height) = (low - Double(columns.lowerBound), high, height)
    high -= Double(columns.lowerBound)
    guard low < left || high > right else {
      return deposit(Float(height), from: low, to: high, row: row, unit: unit)
    }
    let all = height
    // What lies beyond a side of the clip bounds the ink there as the side itself would.
    if high > right {
      let outside = low >= right ? 1 : (high - right) / (high - low)
      deposit(Float(all * outside), from: right, to: right, row: row, unit: unit)
      height -= all * outside
    }
    if low < left {
      let outside = high <= left ? 1 : (left - low) / (high - low)
      deposit(Float(all * outside), from: left, to: left, row: row, unit: unit)
      height -= all * outside
    }
    guard high > left, low < right else { return }
    deposit(
      Float(height), from: max(low, left), to: min(high, right), row: row, unit: unit)
  }

  private mutating func deposit(
    _ height: Float, from low: Double, to high: Double, row: Int, unit: UInt32
  ) {
    let first = Int(low)
    let end = Int(high.rounded(.up))
    let start = row * stride + first
    touch(row, from: first, to: end + 1)
    if end <= first + 1 {
      let right = height * Float(0.5 * (low + high) - Double(first))
      area[start] += height - right
      area[start + 1] += right
      if low != high || low != Double(first) { visit(row, columns: first..<first + 1, unit: unit) }
      return
    }
    let share = height / Float(high - low)
    let before = Float(low - Double(first))
    let rest = 1 - before
    let beyond = Float(high - Double(end - 1))
    var covered = 0.5 * share * rest * rest
    area[start] += covered
    for column in 1..<end - first - 1 {
      let next = share * (Float(column) + 0.5 - before)
      area[start + column] += next - covered
      covered = next
    }
    let last = end - first - 1
    let next = share * (Float(last) - before + beyond - 0.5 * beyond * beyond)
    area[start + last] += next - covered
    area[start + last + 1] += height - next
    visit(row, columns: first..<end, unit: unit)
  }

  private mutating func touch(_ row: Int, from first: Int, to end: Int) {
    if first < firsts[row] { firsts[row] = first }
    if end > ends[row] { ends[row] = end }
  }

  private mutating func visit(_ row: Int, columns: Range<Int>, unit: UInt32) {
    guard !visitors.isEmpty else { return }
    for column in columns {
      let index = row * stride + column
      let visitor = visitors[index]
      guard visitor >> 8 != unit & 0xff_ffff else { continue }
      let count = min(255, (visitor & 255) + 1)
      visitors[index] = unit << 8 | count
      if count == 2 {
        crowded.append(
          CrowdedPixel(row: rows.lowerBound + row, column: self.columns.lowerBound + column))
      }
    }
  }
}
