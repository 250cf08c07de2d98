import Raster

/// Captions in the hole of a circle, in rows, as close as possible to the ticks of their markers.
///
/// Time runs down on the right half and up on the left half, and captions follow the same order;
/// each row has room for one caption per half.
struct CaptionsAround {
  /// A row of the hole that is tall enough for a caption.
  private struct CaptionRow {
    var middle: Double
    /// Half of the row's length, at its narrower edge.
    var half: Double
    /// The captions on the right and on the left of the row.
    var right, left: Int?

    var length: Double { 2 * half }
  }

  private let layer: MarkerLayer
  private let ring: MarkerLayer.Ring
  private let size: Double
  private let gap: Double
  private let markers: [MarkerLayer.Placed]
  private let widths: [Double]
  private var rows: [CaptionRow] = []

  init(_ layer: MarkerLayer, in ring: MarkerLayer.Ring) {
    self.layer = layer
    self.ring = ring
    gap = 2 * layer.scale
    let size = layer.captionSize(in: 2 * ring.outer)
    self.size = size
    markers = layer.named
    widths = markers.map { marker in
      // Measuring a long label takes 0.1 ms, and there may be a thousand.
      if layer.isStopped() {
        0
      } else {
        MarkerCaption.width(marker.label, size: size, in: layer.typeface)
      }
    }

    rows = lines()
    // Captions of the right half are placed first, as they are earlier in time.
    let isRight = markers.map { $0.start < 0.5 }
    assignRows(markers.indices.filter { isRight[$0] }, downward: true)
    assignRows(markers.indices.filter { !isRight[$0] }, downward: false)
  }

  var captions: [MarkerCaption] {
    rows.flatMap { row -> [MarkerCaption] in
      if layer.isStopped() { return [] }
      return captions(in: row)
    }
  }

  // From the middle of the hole outward on both sides, so that a single caption is in the middle.
  private func lines() -> [CaptionRow] {
    let height = MarkerCaption.height(size: size)
    let step = height + gap
    let radius = ring.inner - 3 * layer.scale
    let fitting = (2 * radius - height) / step

    // At most a thousand rows, of which no picture has room for a tenth.
    let count = Int(max(0, min(1000, fitting)).rounded(.up))
    return (0..<count).compactMap { index in
      let middle = (Double(index) - Double(count - 1) / 2) * step
      let far = abs(middle) + height / 2
      guard far < radius else { return nil }
      let half = (radius * radius - far * far).squareRoot()
      guard 2 * half >= MarkerCaption.minimumWidth(size: size) else { return nil }
      return CaptionRow(middle: ring.center.y + middle, half: half)
    }
  }

  /// Assigns a row to each caption of one half, in order and close to its tick.
  private mutating func assignRows(_ members: [Int], downward: Bool) {
    // If there are more captions than rows, the last ones are left out.
    let members = members.prefix(rows.count)
    var next =
      if downward {
        0
      } else {
        rows.count - 1
      }
    for (index, member) in members.enumerated() {
      if layer.isStopped() { return }
      // Each of the captions that follow needs a row too.
      let after = members.count - index - 1
      let free =
        if downward {
          Array(next...rows.count - 1 - after)
        } else {
          Array((after...next).reversed())
        }
      // Of equal rows the first in the order of time.
      let best = free.min { row, other in
        cost(of: member, in: row) < cost(of: member, in: other)
      }
      guard let row = best else { continue }
      if downward {
        rows[row].right = member
        next = row + 1
      } else {
        rows[row].left = member
        next = row - 1
      }
    }
  }

  /// Returns the distance of a row from the tick of a caption, plus a penalty if the caption would
  /// be shortened.
  private func cost(of member: Int, in row: Int) -> Double {
    let tick = ring.point(at: markers[member].start, radius: ring.inner).y
    let distance = abs(rows[row].middle - tick)
    // A hundredth of a caption counts as much as half the picture: a row with room always wins.
    let penalty = 100 * ring.outer * shortage(of: member, in: row)
    return distance + penalty
  }

  /// Returns the fraction of a caption that a row could not show.
  private func shortage(of member: Int, in row: Int) -> Double {
    let other = rows[row].right ?? rows[row].left
    let used = other.map { widths[$0] + gap } ?? 0
    let missing = widths[member] + used - rows[row].length
    guard missing > 0 else { return 0 }
    return missing / widths[member]
  }

  private func captions(in row: CaptionRow) -> [MarkerCaption] {
    let shown = [row.right, row.left].compactMap(\.self)
    let room = row.length - gap * Double(shown.count - 1)
    return shown.compactMap { member -> MarkerCaption? in
      let others = shown.filter { $0 != member }
      let used = others.reduce(0) { sum, other in sum + widths[other] }
      // If both captions of a row are too long, each gets at least half of it.
      let available = max(room / Double(shown.count), room - used)
      let width = min(widths[member], available)
      let isRight = row.right == member
      let left =
        if isRight {
          ring.center.x + row.half - width
        } else {
          ring.center.x - row.half
        }
      let top = row.middle - MarkerCaption.height(size: size) / 2
      var caption = MarkerCaption(
        markers[member],
        size: size,
        in: layer.typeface,
        at: Point(x: left, y: top),
        width: width
      )
      // A shortened text may be narrower than its room.
      if isRight, let shown = caption?.box.width {
        caption?.box.x += width - shown
      }
      return caption
    }
  }
}
