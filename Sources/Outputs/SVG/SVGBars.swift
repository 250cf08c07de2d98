import Raster

/// Bars as stroked lines if several have the same shape, which takes a third of the bytes of
/// rectangles.
struct SVGBars {
  /// The elements without a paint, as fills and strokes with the same paint.
  let text: String
  /// Whether all bars are in one path, so that no pixel is covered by two elements.
  let isOnePath: Bool

  init(_ bars: [RoundedRectangle]) {
    var paths = [Kind: SVGPath]()
    var rectangles = [String]()
    // In the order of the bars, as a dictionary has another one in each process.
    var kinds: [Kind] = []
    var counts = [Kind: Int]()
    for bar in bars {
      counts[Kind(bar), default: 0] += 1
    }
    for bar in bars {
      let kind = Kind(bar)
      // A style of its own for one bar takes more bytes than a rectangle.
      guard kind.isLine, !bar.isDot, counts[kind, default: 0] > 1 else {
        rectangles.append(bar.element(""))
        continue
      }
      if paths[kind] == nil {
        kinds.append(kind)
      }
      paths[kind, default: SVGPath()].addLine(of: bar)
    }

    var elements = kinds.map { kind in
      "<path fill=\"none\"\(kind.attributes) d=\"\(paths[kind]?.text ?? "")\"/>"
    }
    if !rectangles.isEmpty {
      elements.append("<g stroke=\"none\">\n\(rectangles.joined(separator: "\n"))\n</g>")
    }
    isOnePath = elements.count == 1 && rectangles.isEmpty
    text = elements.joined(separator: "\n")
  }

  /// The bars that one stroke can draw, in hundredths of a point.
  private struct Kind: Hashable {
    let width: Int
    let radius: Int

    init(_ bar: RoundedRectangle) {
      width = Int((min(bar.width, 1e7) * 100).rounded())
      radius = Int((min(bar.cornerRadius, 1e7) * 100).rounded())
    }

    /// Whether a round pen can draw the rounded bar without leaving a hole.
    // The pen is as wide as two radii, and goes along each side: a bar of two pens has no middle left.
    var isLine: Bool { radius == 0 || width < 4 * radius }

    var attributes: String {
      guard radius > 0 else { return " stroke-width=\"\(SVGNumber(hundredths: width))\"" }
      return " stroke-width=\"\(SVGNumber(hundredths: 2 * radius))\" stroke-linecap=\"round\""
        + " stroke-linejoin=\"round\""
    }
  }
}

extension RoundedRectangle {
  /// Whether the line has zero length, which not all renderers draw.
  fileprivate var isDot: Bool {
    width - 2 * cornerRadius < 0.01 && height - 2 * cornerRadius < 0.01
  }
}

extension SVGPath {
  /// Adds the path of the pen for a bar.
  fileprivate mutating func addLine(of bar: RoundedRectangle) {
    let radius = bar.cornerRadius
    let isRound = radius > 0
    let inset = isRound ? radius : bar.width / 2
    let left = bar.x + inset
    let right = isRound ? bar.x + bar.width - radius : left
    let y = isRound ? Self.beforeMiddle(bar.y) : bar.y
    let top = y + radius
    let bottom = bar.y + bar.height - radius
    jump(to: Point(x: left, y: top))
    line(to: Point(x: right, y: top))
    line(to: Point(x: right, y: bottom))

    // A bar as wide as its pen is a line, and needs no way back.
    guard left < right, top < bottom else { return }
    line(to: Point(x: left, y: bottom))
    close()
  }

  /// Returns the position, moved up slightly if it is just below the middle between two quarters.
  ///
  /// Chromium rounds the ends of edges to quarters of a pixel, and loses a fifth of a pixel of a
  /// round corner that it rounds down from the middle.
  // Corners just below the middle were off by 54 of 255. Only what is closer than 0.03 is moved, to
  // 0.01 above the middle, which is the step of positions. 0.03 is untuned.
  private static func beforeMiddle(_ y: Double) -> Double {
    let quarters = y * 4 - 0.5
    let beyond = (quarters - quarters.rounded(.down)) / 4
    guard beyond < 0.03 else { return y }
    return y - beyond - 0.01
  }
}
