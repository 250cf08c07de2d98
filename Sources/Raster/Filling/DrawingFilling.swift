extension Canvas {
  /// Creates a canvas that shows a drawing.
  public init(_ drawing: Drawing) {
    self.init(width: drawing.width, height: drawing.height, background: drawing.evenGround)
    paint(drawing)
  }

  /// Fills a drawing; returns nil if stopped. Checks for a stop before each mark and within large
  /// marks.
  package init?(_ drawing: Drawing, isStopped: @escaping @Sendable () -> Bool) {
    self.init(
      width: drawing.width,
      height: drawing.height,
      background: drawing.evenGround,
      isStopped: isStopped
    )
    paint(drawing)
    if isStopped() { return nil }
  }

  /// Paints a drawing over its background, which the canvas has already if it has one color.
  private mutating func paint(_ drawing: Drawing) {
    hasCoarseEdges = drawing.hasCoarseEdges
    // The background first: it shows through a photograph that is transparent.
    if drawing.background != .color(drawing.evenGround) {
      fill([drawing.whole], with: drawing.background)
    }
    if let pixels = drawing.photo?.pixels {
      cover(with: pixels)
    }
    for mark in drawing.marks where !isStopped() {
      paint(mark)
    }
  }

  /// Paints a mark.
  public mutating func paint(_ mark: Mark) {
    switch mark {
    case .shape(let shape, let fills):
      for fill in fills {
        paint(shape, fill)
      }
    case .pixels(let picture, let x, let y): lay(picture, x: x, y: y)
    }
  }

  private mutating func paint(_ shape: Shape, _ fill: Fill) {
    switch shape {
    case .bars(let bars): self.fill(bars, with: fill.paint, clip: fill.clip)
    case .outline(let outline): self.fill(outline, with: fill.paint, clip: fill.clip)
    case .lettering(let lettering, let position):
      for letter in lettering.outlines(at: position) {
        // If marks cross, each takes about a millisecond.
        if isStopped() { return }
        self.fill(letter, with: fill.paint, clip: fill.clip)
      }
    }
  }
}

extension Drawing {
  /// The color of a single-color background, otherwise transparent.
  fileprivate var evenGround: Color {
    if case .color(let color) = background {
      color
    } else {
      .clear
    }
  }
}
