import Raster

/// The elements of a picture, each after its definitions.
struct SVGBody {
  private(set) var text = ""
  /// The background element.
  private(set) var ground = ""
  /// Whether any element has an id, which must be unique in a page.
  private(set) var namesAnything = false
  private let prefix: String
  private let width, height: Double
  private var count = 0
  private var gradients: [Paint: String] = [:]
  private var clips: [ClipRectangle: String] = [:]

  init(_ drawing: Drawing, prefix: String) {
    self.prefix = prefix
    width = Double(drawing.width)
    height = Double(drawing.height)
    add(.bars([drawing.whole]), filledWith: [Fill(drawing.background)])
    // A photo is between the ground and the marks.
    ground = text
    text = ""
    for mark in drawing.marks {
      if case .shape(let shape, let fills) = mark {
        add(shape, filledWith: fills)
      }
    }
  }

  private mutating func add(_ shape: Shape, filledWith fills: [Fill]) {
    let fills = fills.filter { !$0.paint.isClear && isSeen($0.clip) }
    let form = SVGForm(shape)
    guard !fills.isEmpty, let form else { return }
    guard fills.count > 1 else {
      let attributes = attributes(of: fills[0], painting: form.painted)
      text += form.element(attributes) + "\n"
      return
    }

    // The shape is defined once and painted several times: played and unplayed parts differ in their
    // clip and their paint only.
    let name = newName()
    let definition = form.element(" id=\"\(name)\"")
    text += "<defs>\(definition)</defs>\n"
    for fill in fills {
      let attributes = attributes(of: fill, painting: form.painted)
      text += "<use href=\"#\(name)\"\(attributes)/>\n"
    }
  }

  private func isSeen(_ clip: ClipRectangle?) -> Bool {
    guard let clip else { return true }
    let hasArea = clip.left < clip.right && clip.top < clip.bottom
    let isWithinWidth = clip.left < width && clip.right > 0
    let isWithinHeight = clip.top < height && clip.bottom > 0
    return hasArea && isWithinWidth && isWithinHeight
  }

  private mutating func attributes(of fill: Fill, painting properties: [String]) -> String {
    let paints = properties.map { attribute($0, paintedWith: fill.paint) }
    return paints.joined() + attribute(clippingTo: fill.clip)
  }

  // Attributes and no style: an attribute `style` is blocked where a page's policy forbids inline styles.
  private mutating func attribute(_ property: String, paintedWith paint: Paint) -> String {
    switch paint {
    case .color(let color): return " \(property)=\"\(color.hex)\"" + color.opacity(property)
    case .currentColor(let alpha):
      let color = Color(red: 0, green: 0, blue: 0, alpha: alpha)
      return " \(property)=\"currentColor\"" + color.opacity(property)
    case .gradient(let gradient, let from, let to):
      let geometry =
        " x1=\"\(SVGNumber(from.x))\" y1=\"\(SVGNumber(from.y))\""
        + " x2=\"\(SVGNumber(to.x))\" y2=\"\(SVGNumber(to.y))\""
      let name = name(of: gradient, in: paint, kind: "linear", geometry: geometry)
      return " \(property)=\"url(#\(name))\""
    case .radial(let gradient, let center, let radius):
      let geometry =
        " cx=\"\(SVGNumber(center.x))\" cy=\"\(SVGNumber(center.y))\""
        + " r=\"\(SVGNumber(radius))\""
      let name = name(of: gradient, in: paint, kind: "radial", geometry: geometry)
      return " \(property)=\"url(#\(name))\""
    }
  }

  /// Returns the id of a gradient, which is defined on first use.
  private mutating func name(
    of gradient: Gradient,
    in paint: Paint,
    kind: String,
    geometry: String
  ) -> String {
    if let name = gradients[paint] { return name }
    let name = newName()
    let stops = gradient.stops.map { stop in
      "<stop offset=\"\(SVGNumber(stop.offset, decimals: 5))\" stop-color=\"\(stop.color.hex)\""
        + stop.color.opacity("stop") + "/>"
    }
    text +=
      "<\(kind)Gradient id=\"\(name)\" gradientUnits=\"userSpaceOnUse\"\(geometry)>"
      + stops.joined() + "</\(kind)Gradient>\n"
    gradients[paint] = name
    return name
  }

  private mutating func attribute(clippingTo clip: ClipRectangle?) -> String {
    guard let clip else { return "" }
    // Within the picture, so that a clip of all of it is none.
    let left = max(clip.left, 0)
    let right = min(clip.right, width)
    let top = max(clip.top, 0)
    let bottom = min(clip.bottom, height)
    if left == 0, right == width, top == 0, bottom == height { return "" }
    if let name = clips[clip] { return " clip-path=\"url(#\(name))\"" }
    let name = newName()
    let rectangle = RoundedRectangle(
      x: left,
      y: top,
      width: right - left,
      height: bottom - top
    )
    text += "<clipPath id=\"\(name)\">\(rectangle.element(""))</clipPath>\n"
    clips[clip] = name
    return " clip-path=\"url(#\(name))\""
  }

  private mutating func newName() -> String {
    namesAnything = true
    count += 1
    return "\(prefix)-\(count)"
  }
}

extension Color {
  fileprivate var hex: String {
    let components = [red, green, blue]
    // `#1af` for `#11aaff`: both digits of each component are the same.
    let isShort = components.allSatisfy { $0 >> 4 == $0 & 15 }
    let digits = components.flatMap { component in
      let low = component & 15
      return isShort ? [low] : [component >> 4, low]
    }
    return "#" + digits.map { String($0, radix: 16) }.joined()
  }

  /// Returns the opacity attribute; empty if opaque.
  // An attribute of its own: older renderers of SVG know no `#rrggbbaa`.
  fileprivate func opacity(_ property: String) -> String {
    if alpha == 255 { return "" }
    // Four decimals, since a step of alpha is 0.0039.
    let opacity = SVGNumber(Double(alpha) / 255, decimals: 4)
    return " \(property)-opacity=\"\(opacity)\""
  }
}
