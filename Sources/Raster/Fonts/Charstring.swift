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

  init(common: CFFIndex, own: CFFIndex?, unitsPerEm: Double) {
    self.common = common
    self.own = own
    self.unitsPerEm = unitsPerEm
  }

  mutating func draw(_ program: FontBytes) -> Glyph? { run(program, depth: 0) ? glyph : nil }

  private mutating func run(_ program: FontBytes, depth: Int) -> Bool {
    guard depth <= Self.maximumDepth else { return false }
    var offset = 0
    while !isDone, let byte = program.u8(offset) {
      stepsLeft -= 1
      guard stepsLeft > 0, numbers.count < Self.maximumNumbers,
        glyph.pointCount <= Glyph.maximumPoints
      else { return false }
      offset += 1
      // A program may call its routines again and again, so steps, depth, numbers and points are
      // bounded.
      // The numbers of the operators are those of the specification.
      switch byte {
      case 11: return true
      case 10: guard call(own, depth: depth) else { return false }
      case 29: guard call(common, depth: depth) else { return false }
      case 28, 32...255:
        guard let number = Self.number(after: byte, in: program, at: &offset) else { return false }
        numbers.append(number)
      case 12:
        guard let second = program.u8(offset), flex(second) else { return false }
        offset += 1
      case 19, 20:
        noteHints()
        offset += (hintCount + 7) / 8
      default: guard obey(byte) else { return false }
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
    return routines[Int(number) + bias].map { run($0, depth: depth + 1) } ?? false
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

  private mutating func noteHints() {
    // An extra number is the glyph's width, which is read from another table.
    hintCount += numbers.count / 2
    numbers.removeAll(keepingCapacity: true)
  }

  private mutating func obey(_ operation: Int) -> Bool {
    switch operation {
    case 1, 3, 18, 23: noteHints()
    case 21, 22, 4: move(operation)
    case 5: lines(numbers[...])
    case 6, 7: alternatingLines(isLevel: operation == 6)
    case 8: curves(numbers[...])
    case 24:
      let last = max(0, numbers.count - 2)
      curves(numbers[..<last])
      lines(numbers[last...])
    case 25:
      let last = max(0, numbers.count - 6)
      lines(numbers[..<last])
      curves(numbers[last...])
    case 26, 27: parallelCurves(isLevel: operation == 27)
    case 30, 31: alternatingCurves(isLevel: operation == 31)
    case 14: isDone = true
    default: return false
    }
    numbers.removeAll(keepingCapacity: true)
    return true
  }
}

extension Charstring {
  private mutating func move(_ operation: Int) {
    // An extra number before the distance is the glyph's width.
    switch operation {
    case 22: step(numbers.last ?? 0, 0)
    case 4: step(0, numbers.last ?? 0)
    default: step(numbers.dropLast().last ?? 0, numbers.last ?? 0)
    }
    glyph.move(to: ems(pen))
  }

  private mutating func step(_ x: Double, _ y: Double) { pen = Point(x: pen.x + x, y: pen.y + y) }

  private func ems(_ point: Point) -> Point {
    Point(x: point.x / unitsPerEm, y: point.y / unitsPerEm)
  }

  private mutating func line(_ x: Double, _ y: Double) {
    step(x, y)
    glyph.line(to: ems(pen))
  }

  /// Adds a curve by its deltas: to the first control point, the second, and the end.
  private mutating func curve(
    _ first: (Double, Double),
    _ second: (Double, Double),
    _ third: (Double, Double)
  ) {
    step(first.0, first.1)
    let one = ems(pen)
    step(second.0, second.1)
    let two = ems(pen)
    step(third.0, third.1)
    glyph.cubic(one, two, to: ems(pen))
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
    while let a = rest.popFirst(), let b = rest.popFirst(), let c = rest.popFirst(),
      let d = rest.popFirst(), let e = rest.popFirst(), let f = rest.popFirst()
    {
      curve((a, b), (c, d), (e, f))
    }
  }

  /// Adds curves that begin and end horizontally, or begin and end vertically.
  private mutating func parallelCurves(isLevel: Bool) {
    var rest = numbers[...]
    // A number too many is the one step of the first curve that is not in its direction.
    let hasStepAside = rest.count % 4 == 1
    var aside = hasStepAside ? rest.popFirst() ?? 0 : 0
    while let a = rest.popFirst(), let b = rest.popFirst(), let c = rest.popFirst(),
      let d = rest.popFirst()
    {
      if isLevel {
        curve((a, aside), (b, c), (d, 0))
      } else {
        curve((aside, a), (b, c), (0, d))
      }
      aside = 0
    }
  }

  /// Adds curves that begin horizontally and end vertically, and vice versa.
  private mutating func alternatingCurves(isLevel: Bool) {
    var rest = numbers[...]
    var isLevel = isLevel
    while let a = rest.popFirst(), let b = rest.popFirst(), let c = rest.popFirst(),
      let d = rest.popFirst()
    {
      // A number that is left over ends the last curve, which need not end upright or level.
      let isLastWithStepAside = rest.count == 1
      let aside = isLastWithStepAside ? rest.popFirst() ?? 0 : 0
      if isLevel {
        curve((a, 0), (b, c), (aside, d))
      } else {
        curve((0, a), (b, c), (d, aside))
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
    case (35, 12...): curves(n[..<12])
    case (34, 7...):
      curve((n[0], 0), (n[1], n[2]), (n[3], 0))
      curve((n[4], 0), (n[5], -n[2]), (n[6], 0))
    case (36, 9...):
      curve((n[0], n[1]), (n[2], n[3]), (n[4], 0))
      curve((n[5], 0), (n[6], n[7]), (n[8], -n[1] - n[3] - n[7]))
    case (37, 11...): flexAlongLongerDirection(n)
    default: return false
    }
    numbers.removeAll(keepingCapacity: true)
    return true
  }

  /// Adds a pair of curves whose last number is along the longer direction; in the other direction
  /// it returns to its start.
  private mutating func flexAlongLongerDirection(_ n: [Double]) {
    let x = n[0] + n[2] + n[4] + n[6] + n[8]
    let y = n[1] + n[3] + n[5] + n[7] + n[9]
    let isLevel = abs(x) > abs(y)
    let end = isLevel ? (n[10], -y) : (-x, n[10])
    curve((n[0], n[1]), (n[2], n[3]), (n[4], n[5]))
    curve((n[6], n[7]), (n[8], n[9]), end)
  }
}
