import Raster

/// A shape as an element without its paint.
struct SVGForm {
  /// The painted properties: fill, stroke, or both.
  let painted: [String]
  /// Creates the element with attributes, each preceded by a space.
  let element: (_ attributes: String) -> String

  /// Creates the element; nil if there is nothing to fill.
  init?(_ shape: Shape) {
    switch shape {
    case .bars(let bars):
      let bars = bars.filter(\.hasInk)
      guard !bars.isEmpty else { return nil }
      self.init(bars: bars)
    case .outline(let outline): self.init(outline)
    case .lettering(let lettering, let position): self.init(lettering, at: position)
    }
  }

  private init(painted: [String] = ["fill"], _ element: @escaping (String) -> String) {
    self.painted = painted
    self.element = element
  }

  private init(bars: [RoundedRectangle]) {
    if bars.count == 1 {
      self.init { bars[0].element($0) }
      return
    }
    let all = SVGBars(bars)
    if bars.areApart || all.isOnePath {
      self.init(painted: ["fill", "stroke"]) { "<g\($0)>\n\(all.text)\n</g>" }
    } else {
      // Only within one path is the coverage of two bars in a pixel added up.
      var outline = Outline()
      for bar in bars {
        outline.add(bar)
      }
      let path = SVGPath(outline).text
      self.init { "<path\($0) d=\"\(path)\"/>" }
    }
  }

  private init?(_ outline: Outline) {
    guard !outline.isEmpty else { return nil }
    if let (path, stroke) = outline.asStroke {
      let look = " fill=\"none\"" + stroke.attributes
      self.init(painted: ["stroke"]) { "<path\($0)\(look) d=\"\(path.text)\"/>" }
    } else {
      let path = SVGPath(outline).text
      guard !path.isEmpty else { return nil }
      self.init { "<path\($0) d=\"\(path)\"/>" }
    }
  }

  private init?(_ lettering: Lettering, at position: Point) {
    guard !lettering.text.isEmpty else { return nil }
    // The position is the middle of the lowest stroke, but SVG text is placed by its baseline.
    let baseline = position.y + lettering.pen / 2
    let text =
      // The reader's font may be of any width; the length keeps captions from each other.
      " x=\"\(SVGNumber(position.x))\" y=\"\(SVGNumber(baseline))\""
      + " font-family=\"sans-serif\" font-size=\"\(SVGNumber(lettering.size))\""
      + " textLength=\"\(SVGNumber(lettering.width))\" lengthAdjust=\"spacingAndGlyphs\""
      + ">\(lettering.text.escapedForXML)</text>"
    self.init { "<text\($0)" + text }
  }
}

extension RoundedRectangle {
  func element(_ attributes: String) -> String {
    let radius = cornerRadius > 0 ? " rx=\"\(SVGNumber(cornerRadius))\"" : ""
    return "<rect\(attributes) x=\"\(SVGNumber(x))\" y=\"\(SVGNumber(y))\""
      + " width=\"\(SVGNumber(width))\" height=\"\(SVGNumber(height))\"\(radius)/>"
  }
}

extension [RoundedRectangle] {
  /// Whether all rectangles are at least a pixel apart, so that none share a column of pixels.
  // Coverage of two elements in one pixel is blended instead of added, and would show as a seam.
  fileprivate var areApart: Bool {
    zip(self, dropFirst()).allSatisfy { bar, next in bar.x + bar.width + 1 <= next.x }
  }
}

extension Outline {
  /// The outline as lines with one stroke, or nil if it contains anything else.
  fileprivate var asStroke: (SVGPath, Stroke)? {
    var path = SVGPath()
    var stroke: Stroke?
    var end: Point?
    var hasLine = false
    for step in steps {
      switch step {
      case .capsule(let from, let to, let width):
        let own = Stroke(width: width)
        guard stroke == nil || stroke == own else { return nil }
        stroke = own
        hasLine = hasLine || from != to
        if from != end {
          path.jump(to: from)
        }
        let isDot = from == to
        if isDot {
          // Some renderers do not draw lines of zero length.
          path.line(to: Point(x: to.x + Self.dotLength, y: to.y))
          end = nil
        } else {
          path.line(to: to)
          end = to
        }
      case .stroke(let points, let own):
        guard points.count > 1, stroke == nil || stroke == own else { return nil }
        stroke = own
        end = nil
        hasLine = true
        path.jump(to: points[0])
        for point in points.dropFirst() {
          path.line(to: point)
        }
      case .move, .line, .cubic, .arc, .close, .rectangle: return nil
      }
    }

    // Dots alone are filled as outlines: not all renderers draw lines of hardly any length.
    guard hasLine, let stroke else { return nil }
    return (path, stroke)
  }

  // Two of the hundredths to which positions are rounded, as one may be lost by rounding.
  private static let dotLength = 0.02
}

extension Stroke {
  /// The attributes that differ from SVG's defaults: a thin line with butt caps and miter joins.
  fileprivate var attributes: String {
    var text = " stroke-width=\"\(SVGNumber(width))\""
    if cap != .butt {
      text += " stroke-linecap=\"\(cap.rawValue)\""
    }
    if join != .miter {
      text += " stroke-linejoin=\"\(join.rawValue)\""
    }
    if join == .miter, miterLimit.isFinite {
      text += " stroke-miterlimit=\"\(SVGNumber(max(1, miterLimit)))\""
    }
    if !dash.isEmpty {
      let lengths = dash.map { SVGNumber($0).description }
      text += " stroke-dasharray=\"\(lengths.joined(separator: " "))\""
      if dashPhase != 0 {
        text += " stroke-dashoffset=\"\(SVGNumber(dashPhase))\""
      }
    }
    return text
  }
}
