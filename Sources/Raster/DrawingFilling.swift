extension Canvas {
  /// A canvas that shows a drawing.
  public init(_ drawing: Drawing) {
    self.init(ground: drawing) { false }
    for mark in drawing.marks { paint(mark) }
  }

  /// Fills a drawing, unless that is to stop meanwhile, which is asked before each mark and within
  /// large ones.
  package init?(_ drawing: Drawing, isStopped: @escaping @Sendable () -> Bool) {
    self.init(ground: drawing, isStopped)
    for mark in drawing.marks {
      if isStopped() { return nil }
      paint(mark)
    }
    if isStopped() { return nil }
  }

  /// What lies beneath the marks of a drawing.
  private init(ground drawing: Drawing, _ isStopped: @escaping @Sendable () -> Bool) {
    let ground: Color? = if case .color(let color) = drawing.background { color } else { nil }
    self.init(width: drawing.width, height: drawing.height, background: ground ?? .clear)
    self.isStopped = isStopped
    hasCoarseEdges = drawing.hasCoarseEdges
    if ground == nil { fill([drawing.whole], with: drawing.background) }
    if let pixels = drawing.photo?.pixels { cover(with: pixels) }
  }

  /// Paints a mark over what is there.
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
        self.fill(letter, with: fill.paint, clip: fill.clip)
      }
    }
  }
}
