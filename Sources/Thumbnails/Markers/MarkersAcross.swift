import Raster

/// Markers of pictures in which time runs from left to right.
extension MarkerLayer {
  var marksAcross: [Mark] { marks(of: band) + marks(of: line) }

  private func band(_ marker: Placed) -> Mark? {
    guard let end = marker.end else { return nil }
    let left = marker.start * canvas.width
    let right = end * canvas.width
    let band = RoundedRectangle(
      x: canvas.x + left, y: canvas.y, width: right - left, height: canvas.height)
    let faint = marker.color.faded(to: Self.band)
    return .shape(.bars([band]), in: .color(faint))
  }

  private func line(_ marker: Placed) -> Mark {
    let x = place(of: marker)
    let isRegion = marker.end != nil
    let width = (isRegion ? Self.stripeWidth : Self.lineWidth) * scale
    var shape = Outline()
    shape.add(RoundedRectangle(x: x - width / 2, y: canvas.y, width: width, height: canvas.height))
    if !isRegion {
      shape.addCircle(center: Point(x: x, y: canvas.y + dotRadius), radius: dotRadius)
    }
    return .shape(.outline(shape), in: .color(marker.color))
  }

  /// Returns the position of a marker's line, far enough from the edge that its dot is not cut.
  private func place(of marker: Placed) -> Double {
    let room =
      if marker.end != nil {
        Self.stripeWidth * scale / 2
      } else {
        dotRadius
      }
    // The stripe of a region begins with it; a line is in the middle of its moment.
    let shift = marker.end != nil ? room : 0
    let x = marker.start * canvas.width + shift
    return canvas.x + max(min(x, canvas.width - room), min(room, canvas.width / 2))
  }

  private var dotRadius: Double { min(Self.dotRadius * scale, canvas.height / 4) }

  func captionsAcross() -> [MarkerCaption] {
    let named = named
    let size = captionSize(in: canvas.height)
    let height = MarkerCaption.height(size: size)
    // Captions are below the dots of the lines, if there are any.
    let hasDots = markers.contains { $0.end == nil }
    let inset = hasDots ? 2 * dotRadius + 2 * scale : 2 * scale
    let top = canvas.y + inset
    let step = height + 2 * scale
    // At most three, in the upper half: more would hide the waveform.
    let rows = min(3, Int((0.5 * canvas.height - inset) / step))
    var ends = [Double](repeating: canvas.x, count: max(1, rows))
    guard inset + height <= 0.75 * canvas.height else { return [] }
    let right = canvas.x + canvas.width
    let lines = named.map(place)
    return named.enumerated().compactMap { index, marker in
      if isStopped() { return nil }
      let x = lines[index] - Self.lineWidth * scale / 2
      // By the marker at this index, all rows are taken.
      let next =
        if index + ends.count < lines.count {
          lines[index + ends.count]
        } else {
          right
        }
      let rooms = ends.map { end in end <= x ? next - x - 2 * scale : 0 }
      let isLast = index + 1 == lines.count
      guard isLast || rooms.contains(where: { $0 >= MarkerCaption.least(size: size) }) else {
        return nil
      }
      let whole = MarkerCaption.width(marker.label, size: size, in: typeface)
      let widest = ends.indices.max { rooms[$0] < rooms[$1] } ?? 0
      let row = rooms.firstIndex { $0 >= whole } ?? widest
      let place = Point(x: x, y: top + Double(row) * step)
      var caption = MarkerCaption(marker, size: size, in: typeface, at: place, width: rooms[row])
      if rooms[row] < whole, isLast,
        let turned = turned(marker, size: size, whole: whole, ends: ends, top: top, step: step)
      {
        caption = turned
      }
      guard let caption else { return nil }
      let used = Int(((caption.box.y - top) / step).rounded())
      let usedRow = min(max(used, 0), ends.count - 1)
      ends[usedRow] = caption.box.x + caption.box.width + 2 * scale
      return caption
    }
  }

  /// Returns the last caption moved to the left of its line, if there is more room than on the
  /// right.
  private func turned(
    _ marker: Placed, size: Double, whole: Double, ends: [Double], top: Double, step: Double
  ) -> MarkerCaption? {
    let right = place(of: marker) + Self.lineWidth * scale / 2
    guard let row = ends.firstIndex(where: { $0 <= right - whole }) else { return nil }
    return MarkerCaption(
      marker, size: size, in: typeface, at: Point(x: right - whole, y: top + Double(row) * step),
      width: whole)
  }
}
