import Raster

/// Markers of pictures in which time runs from left to right.
extension MarkerLayer {
  var marksAcross: [Mark] { marks(of: band) + marks(of: line) }

  private func band(_ marker: Placed) -> Mark? {
    guard let end = marker.end else { return nil }
    let left = marker.start * canvas.width
    let right = end * canvas.width
    let band = RoundedRectangle(
      x: canvas.x + left,
      y: canvas.y,
      width: right - left,
      height: canvas.height
    )
    // The waveform shows through.
    let faint = marker.color.faded(to: Self.band)
    return .shape(.bars([band]), in: .color(faint))
  }

  private func line(_ marker: Placed) -> Mark {
    let x = position(of: marker)
    let isRegion = marker.end != nil
    let unscaledWidth = isRegion ? Self.stripeWidth : Self.lineWidth
    let width = unscaledWidth * scale
    let stripe = RoundedRectangle(
      x: x - width / 2,
      y: canvas.y,
      width: width,
      height: canvas.height
    )
    var shape = Outline()
    shape.add(stripe)

    // A moment has a dot, so that it is told from the start of a region.
    if !isRegion {
      shape.addCircle(center: Point(x: x, y: canvas.y + dotRadius), radius: dotRadius)
    }
    return .shape(.outline(shape), in: .color(marker.color))
  }

  /// Returns the position of a marker's line, far enough from the edge that its dot is not cut.
  private func position(of marker: Placed) -> Double {
    let start = marker.start * canvas.width
    let room: Double
    let x: Double
    if marker.end != nil {
      // The stripe of a region begins with it.
      room = Self.stripeWidth * scale / 2
      x = start + room
    } else {
      // A line is in the middle of its moment.
      room = dotRadius
      x = start
    }
    let lowest = min(room, canvas.width / 2)
    let highest = canvas.width - room
    return canvas.x + max(min(x, highest), lowest)
  }

  private var dotRadius: Double { min(Self.dotRadius * scale, canvas.height / 4) }

  /// The rows of captions, and the right end of the last caption in each.
  private struct CaptionRows {
    let size: Double
    let top: Double
    let step: Double
    var ends: [Double]

    mutating func append(_ caption: MarkerCaption, gap: Double) {
      // Captions are moved to whole pixels, by less than half a row.
      let used = Int(((caption.box.y - top) / step).rounded())
      let row = min(max(used, 0), ends.count - 1)
      ends[row] = caption.box.x + caption.box.width + gap
    }
  }

  /// The space between captions, and between captions and dots.
  private var captionGap: Double { 2 * scale }

  /// Returns captions beside their lines, in as many rows as fit; those without room are left out.
  func captionsAcross() -> [MarkerCaption] {
    guard var rows = captionRows() else { return [] }
    let named = named
    let lines = named.map(position)
    return named.enumerated().compactMap { index, marker in
      if isStopped() { return nil }
      let x = lines[index] - Self.lineWidth * scale / 2
      // By the marker at this index, all rows are taken.
      let following = index + rows.ends.count
      let next =
        if following < lines.count {
          lines[following]
        } else {
          canvas.x + canvas.width
        }
      let rooms = rows.ends.map { end in
        if end <= x {
          next - x - captionGap
        } else {
          0.0
        }
      }
      let isLast = index + 1 == lines.count
      let minimumWidth = MarkerCaption.minimumWidth(size: rows.size)
      let hasRoom = rooms.contains { $0 >= minimumWidth }
      // The last one may be turned to the left of its line.
      guard isLast || hasRoom else { return nil }
      let caption = caption(of: marker, at: x, rooms: rooms, in: rows, isLast: isLast)
      guard let caption else { return nil }
      rows.append(caption, gap: captionGap)
      return caption
    }
  }

  /// Returns the empty rows; nil if the picture is too low for any caption.
  private func captionRows() -> CaptionRows? {
    let size = captionSize(in: canvas.height)
    let height = MarkerCaption.height(size: size)
    // Captions are below the dots of the lines, if there are any.
    let hasDots = markers.contains { $0.end == nil }
    let dots = hasDots ? 2 * dotRadius : 0
    let inset = dots + captionGap
    let step = height + captionGap
    // At most three, in the upper half: more would hide the waveform.
    let count = min(3, Int((0.5 * canvas.height - inset) / step))
    // A lower picture would be caption rather than waveform. By eye.
    guard inset + height <= 0.75 * canvas.height else { return nil }
    let ends = [Double](repeating: canvas.x, count: max(1, count))
    return CaptionRows(size: size, top: canvas.y + inset, step: step, ends: ends)
  }

  /// Returns a caption in the first row with room for all of it, else shortened in the widest one.
  private func caption(
    of marker: Placed,
    at x: Double,
    rooms: [Double],
    in rows: CaptionRows,
    isLast: Bool
  ) -> MarkerCaption? {
    let whole = MarkerCaption.width(marker.label, size: rows.size, in: typeface)
    let widest = rooms.indices.max { rooms[$0] < rooms[$1] } ?? 0
    let row = rooms.firstIndex { $0 >= whole } ?? widest
    let isShortened = rooms[row] < whole
    if isShortened, isLast, let turned = turned(marker, whole: whole, in: rows) {
      return turned
    }
    let corner = Point(x: x, y: rows.top + Double(row) * rows.step)
    return MarkerCaption(marker, size: rows.size, in: typeface, at: corner, width: rooms[row])
  }

  /// Returns the last caption moved to the left of its line, if there is more room than on the
  /// right.
  private func turned(_ marker: Placed, whole: Double, in rows: CaptionRows) -> MarkerCaption? {
    let right = position(of: marker) + Self.lineWidth * scale / 2
    guard let row = rows.ends.firstIndex(where: { $0 <= right - whole }) else { return nil }
    let corner = Point(x: right - whole, y: rows.top + Double(row) * rows.step)
    return MarkerCaption(marker, size: rows.size, in: typeface, at: corner, width: whole)
  }
}
