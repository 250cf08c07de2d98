extension Canvas {
  /// Creates a canvas that shows a drawing.
  public init(_ drawing: Drawing) {
    self.init(backgroundOf: drawing)
    for mark in drawing.marks { paint(mark) }
  }

  /// Fills a drawing; returns nil if stopped. Checks for a stop before each mark and within large
  /// marks.
  package init?(_ drawing: Drawing, isStopped: @escaping @Sendable () -> Bool) {
    if isStopped() { return nil }
    self.init(backgroundOf: drawing, isStopped: isStopped)
    for mark in drawing.marks {
      if isStopped() { return nil }
      paint(mark)
    }
    if isStopped() { return nil }
  }

  private init(
    backgroundOf drawing: Drawing, isStopped: @escaping @Sendable () -> Bool = { false }
  ) {
    var color = Color.clear
    if case .color(let background) = drawing.background { color = background }
    self.init(width: drawing.width, height: drawing.height, background: color)
    self.isStopped = isStopped
    hasCoarseEdges = drawing.hasCoarseEdges
    if drawing.background != .color(color) { fill([drawing.whole], with: drawing.background) }
    if let pixels = drawing.photo?.pixels { cover(with: pixels) }
  }

  /// Paints a mark.
  public mutating func paint(_ mark: Mark) {
    switch mark {
    case .shape(let shape, let fills):
      for fill in fills { paint(shape, fill) }
    case .pixels(let picture, let x, let y):
      lay(picture, x: x, y: y)
    }
  }

  private mutating func paint(_ shape: Shape, _ fill: Fill) {
    switch shape {
    case .bars(let bars): self.fill(bars, with: fill.paint, clip: fill.clip)
    case .outline(let outline): self.fill(outline, with: fill.paint, clip: fill.clip)
    case .lettering(let lettering, let place):
      for letter in lettering.outlines(at: place) {
        // If marks cross, each takes about a millisecond.
        if isStopped() { return }
        self.fill(letter, with: fill.paint, clip: fill.clip)
      }
    }
  }
}
