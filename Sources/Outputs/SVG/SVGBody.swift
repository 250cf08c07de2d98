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
    add(.bars([drawing.whole]), [Fill(drawing.background)])
    // A photo lies between the ground and the marks.
    ground = text
    text = ""
    for mark in drawing.marks {
      if case .shape(let shape, let fills) = mark {
        add(shape, fills)
      }
    }
  }

  private mutating func add(_ shape: Shape, _ fills: [Fill]) {
    let fills = fills.filter { !$0.paint.isClear && isSeen($0.clip) }
    let form = SVGForm(shape)
    guard !fills.isEmpty, let form else { return }
    guard fills.count > 1 else {
      text += form.element(attributes(of: fills[0], form.painted)) + "\n"
      return
    }
    // The shape is defined once and painted several times.
    let name = newName()
    text += "<defs>\(form.element(" id=\"\(name)\""))</defs>\n"
    for fill in fills {
      text += "<use href=\"#\(name)\"\(attributes(of: fill, form.painted))/>\n"
    }
  }

  private func isSeen(_ clip: ClipRectangle?) -> Bool {
    guard let clip else { return true }
    return clip.left < width && clip.right > 0 && clip.top < height && clip.bottom > 0
      && clip.left < clip.right && clip.top < clip.bottom
  }

  private mutating func attributes(of fill: Fill, _ properties: [String]) -> String {
    properties.map { paint(fill.paint, $0) }.joined() + clip(fill.clip)
  }

  private mutating func paint(_ paint: Paint, _ property: String) -> String {
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
    of gradient: Gradient, in paint: Paint, kind: String, geometry: String
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

  private mutating func clip(_ clip: ClipRectangle?) -> String {
    guard let clip else { return "" }
    let left = max(clip.left, 0)
    let right = min(clip.right, width)
    let top = max(clip.top, 0)
    let bottom = min(clip.bottom, height)
    if left == 0, right == width, top == 0, bottom == height { return "" }
    if let name = clips[clip] { return " clip-path=\"url(#\(name))\"" }
    let name = newName()
    let rectangle = RoundedRectangle(x: left, y: top, width: right - left, height: bottom - top)
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
    let halves = [red, green, blue].flatMap { [$0 >> 4, $0 & 15] }
    let digits = halves.map { String($0, radix: 16) }
    let isShort = digits[0] == digits[1] && digits[2] == digits[3] && digits[4] == digits[5]
    let shown = isShort ? [digits[0], digits[2], digits[4]] : digits
    return "#" + shown.joined()
  }

  /// Returns the opacity attribute; empty if opaque.
  fileprivate func opacity(_ property: String) -> String {
    if alpha == 255 {
      ""
    } else {
      " \(property)-opacity=\"\(SVGNumber(Double(alpha) / 255, decimals: 4))\""
    }
  }
}
