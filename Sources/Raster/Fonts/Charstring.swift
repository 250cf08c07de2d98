/// Interpreter of Type 2 charstrings, the programs that draw the letters of the table `CFF `.
struct Charstring {
  private let common: CFFIndex
  private let own: CFFIndex?
  private let unitsPerEm: Double

  private var glyph = Glyph()
  private var pen = Point(x: 0, y: 0)
  private var numbers: [Double] = []
  private var hintCount = 0
  private var isDone = false
  private var stepsLeft = Charstring.maximumSteps

  // The limits of CFF2, which are the larger ones: Type 2 allows 48 numbers, and as many calls.
  private static let maximumNumbers = 513
  private static let maximumDepth = 10
  // The longest program of a real font needs a tenth of this.
  private static let maximumSteps = 50_000

  // Names and numbers are those of the specification, Adobe's technical note 5177.
  private enum Operator {
    static let hstem = 1
    static let vstem = 3
    static let vmoveto = 4
    static let rlineto = 5
    static let hlineto = 6
    static let vlineto = 7
    static let rrcurveto = 8
    static let callsubr = 10
    static let endsubr = 11
    static let escape = 12
    static let endchar = 14
    static let hstemhm = 18
    static let hintmask = 19
    static let cntrmask = 20
    static let rmoveto = 21
    static let hmoveto = 22
    static let vstemhm = 23
    static let rcurveline = 24
    static let rlinecurve = 25
    static let vvcurveto = 26
    static let hhcurveto = 27
    static let shortint = 28
    static let callgsubr = 29
    static let vhcurveto = 30
    static let hvcurveto = 31
  }

  /// The operators that begin with an escape.
  private enum Flex {
    static let hflex = 34
    static let flex = 35
    static let hflex1 = 36
    static let flex1 = 37
  }

  init(common: CFFIndex, own: CFFIndex?, unitsPerEm: Double) {
    self.common = common
    self.own = own
    self.unitsPerEm = unitsPerEm
  }

  /// Runs the program of a letter; nil if it is invalid or takes too long.
  mutating func draw(_ program: FontBytes) -> Glyph? {
    guard run(program, depth: 0) else { return nil }
    return glyph
  }

  private mutating func run(_ program: FontBytes, depth: Int) -> Bool {
    guard depth <= Self.maximumDepth else { return false }
    var offset = 0
    while !isDone, let byte = program.u8(offset) {
      // A program may call its routines again and again, so steps, depth, numbers and points are
      // bounded.
      stepsLeft -= 1
      guard stepsLeft > 0,
        numbers.count < Self.maximumNumbers,
        glyph.pointCount <= Glyph.maximumPoints
      else { return false }
      offset += 1
      switch byte {
      case Operator.endsubr:
        return true
      case Operator.callsubr:
        guard call(own, depth: depth) else { return false }
      case Operator.callgsubr:
        guard call(common, depth: depth) else { return false }
      case Operator.shortint, 32...255:
        guard let number = Self.number(after: byte, in: program, at: &offset) else { return false }
        numbers.append(number)
      case Operator.escape:
        guard let second = program.u8(offset), flex(second) else { return false }
        offset += 1
      case Operator.hintmask, Operator.cntrmask:
        countHints()
        // A bit for each hint follows. Hints adjust letters to coarse pixels, and are not used.
        offset += (hintCount + 7) / 8
      default:
        guard execute(byte) else { return false }
      }
    }
    return true
  }

  private mutating func call(_ routines: CFFIndex?, depth: Int) -> Bool {
    guard let routines, let number = numbers.popLast() else { return false }
    // Numbers of routines are stored minus a bias, so that they are short.
    let bias =
      if routines.count < 1240 {
        107
      } else if routines.count < 33_900 {
        1131
      } else {
        32_768
      }
    guard let routine = routines[Int(number) + bias] else { return false }
    return run(routine, depth: depth + 1)
  }

  private static func number(
    after first: Int,
    in program: FontBytes,
    at offset: inout Int
  ) -> Double? {
    guard first == 255 else {
      return program.packedNumber(after: first, at: &offset).map(Double.init)
    }
    // A fixed-point number: 16 integer and 16 fractional bits.
    defer { offset += 4 }
    return program.u32(offset).map { Double(Int32(truncatingIfNeeded: $0)) / 65536 }
  }

  private mutating func countHints() {
    // Two numbers a hint; an extra one is the glyph's width, which is read from another table.
    hintCount += numbers.count / 2
    numbers.removeAll(keepingCapacity: true)
  }

  /// Runs an operator that takes all numbers; returns false for an unknown one.
  private mutating func execute(_ operation: Int) -> Bool {
    switch operation {
    case Operator.hstem, Operator.vstem, Operator.hstemhm, Operator.vstemhm:
      countHints()
    case Operator.rmoveto, Operator.hmoveto, Operator.vmoveto:
      move(operation)
    case Operator.rlineto:
      lines(numbers[...])
    case Operator.hlineto, Operator.vlineto:
      alternatingLines(isLevel: operation == Operator.hlineto)
    case Operator.rrcurveto:
      curves(numbers[...])
    case Operator.rcurveline:
      let last = max(0, numbers.count - 2)
      curves(numbers[..<last])
      lines(numbers[last...])
    case Operator.rlinecurve:
      let last = max(0, numbers.count - 6)
      lines(numbers[..<last])
      curves(numbers[last...])
    case Operator.vvcurveto, Operator.hhcurveto:
      parallelCurves(isLevel: operation == Operator.hhcurveto)
    case Operator.vhcurveto, Operator.hvcurveto:
      alternatingCurves(isLevel: operation == Operator.hvcurveto)
    case Operator.endchar:
      isDone = true
    default:
      return false
    }
    numbers.removeAll(keepingCapacity: true)
    return true
  }
}

// The steps are named as in the specification: dxa and dya to the first control point, dxb and dyb to
// the second, dxc and dyc to the end.

extension Charstring {
  private mutating func move(_ operation: Int) {
    // An extra number before the distance is the glyph's width.
    let last = numbers.last ?? 0
    switch operation {
    case Operator.hmoveto: step(last, 0)
    case Operator.vmoveto: step(0, last)
    default: step(numbers.dropLast().last ?? 0, last)
    }
    glyph.move(to: ems(pen))
  }

  private mutating func step(_ x: Double, _ y: Double) {
    pen = Point(x: pen.x + x, y: pen.y + y)
  }

  private func ems(_ point: Point) -> Point {
    Point(x: point.x / unitsPerEm, y: point.y / unitsPerEm)
  }

  private mutating func line(_ x: Double, _ y: Double) {
    step(x, y)
    glyph.line(to: ems(pen))
  }

  /// Adds a curve by its deltas: to the first control point, the second, and the end.
  private mutating func curve(
    _ first: (x: Double, y: Double),
    _ second: (x: Double, y: Double),
    _ third: (x: Double, y: Double)
  ) {
    step(first.x, first.y)
    let control1 = ems(pen)
    step(second.x, second.y)
    let control2 = ems(pen)
    step(third.x, third.y)
    glyph.cubic(control1, control2, to: ems(pen))
  }

  private mutating func lines(_ steps: ArraySlice<Double>) {
    var rest = steps
    while let x = rest.popFirst(), let y = rest.popFirst() {
      line(x, y)
    }
  }

  private mutating func alternatingLines(isLevel: Bool) {
    for (index, distance) in numbers.enumerated() {
      if (index % 2 == 0) == isLevel {
        line(distance, 0)
      } else {
        line(0, distance)
      }
    }
  }

  private mutating func curves(_ steps: ArraySlice<Double>) {
    var rest = steps
    while let dxa = rest.popFirst(),
      let dya = rest.popFirst(),
      let dxb = rest.popFirst(),
      let dyb = rest.popFirst(),
      let dxc = rest.popFirst(),
      let dyc = rest.popFirst()
    {
      curve((dxa, dya), (dxb, dyb), (dxc, dyc))
    }
  }

  /// Adds curves that begin and end horizontally, or begin and end vertically.
  private mutating func parallelCurves(isLevel: Bool) {
    var rest = numbers[...]
    // A number too many is the one step of the first curve that is not in its direction.
    let hasStepAside = rest.count % 4 == 1
    var aside = hasStepAside ? rest.popFirst() ?? 0 : 0
    while let first = rest.popFirst(),
      let dxb = rest.popFirst(),
      let dyb = rest.popFirst(),
      let last = rest.popFirst()
    {
      if isLevel {
        curve((first, aside), (dxb, dyb), (last, 0))
      } else {
        curve((aside, first), (dxb, dyb), (0, last))
      }
      aside = 0
    }
  }

  /// Adds curves that begin horizontally and end vertically, and vice versa.
  private mutating func alternatingCurves(isLevel: Bool) {
    var rest = numbers[...]
    var isLevel = isLevel
    while let first = rest.popFirst(),
      let dxb = rest.popFirst(),
      let dyb = rest.popFirst(),
      let last = rest.popFirst()
    {
      // A number that is left over ends the last curve, which need not end upright or level.
      let isLastWithStepAside = rest.count == 1
      let aside = isLastWithStepAside ? rest.popFirst() ?? 0 : 0
      if isLevel {
        curve((first, 0), (dxb, dyb), (aside, last))
      } else {
        curve((0, first), (dxb, dyb), (last, aside))
      }
      isLevel.toggle()
    }
  }

  /// Adds pairs of nearly straight curves.
  // Four operators for one shape: each leaves out the numbers that are zero or follow from others.
  // Their depth, at which small letters may have a straight line instead, has no meaning here.
  private mutating func flex(_ operation: Int) -> Bool {
    let n = numbers
    switch (operation, n.count) {
    case (Flex.flex, 12...):
      curves(n[..<12])
    case (Flex.hflex, 7...):
      // Level at both ends and in the middle, and back on the height of the start.
      let rise = n[2]
      curve((n[0], 0), (n[1], rise), (n[3], 0))
      curve((n[4], 0), (n[5], -rise), (n[6], 0))
    case (Flex.hflex1, 9...):
      // Level only in the middle; the end is as high as the start.
      let rise = n[1] + n[3] + n[7]
      curve(delta(0), delta(2), (n[4], 0))
      curve((n[5], 0), delta(6), (n[8], -rise))
    case (Flex.flex1, 11...):
      flexAlongLongerDirection()
    default:
      return false
    }
    numbers.removeAll(keepingCapacity: true)
    return true
  }

  /// Adds a pair of curves whose last number is along the longer direction; in the other direction
  /// it returns to its start.
  private mutating func flexAlongLongerDirection() {
    var x = 0.0
    var y = 0.0
    for index in stride(from: 0, to: 10, by: 2) {
      x += numbers[index]
      y += numbers[index + 1]
    }
    let last = numbers[10]
    let isLevel = abs(x) > abs(y)
    let end = isLevel ? (last, -y) : (-x, last)
    curve(delta(0), delta(2), delta(4))
    curve(delta(6), delta(8), end)
  }

  /// Returns two consecutive numbers as a step.
  private func delta(_ index: Int) -> (Double, Double) {
    (numbers[index], numbers[index + 1])
  }
}
