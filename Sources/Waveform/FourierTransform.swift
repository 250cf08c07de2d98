import Glibc

/// A 1024-point transform of two real signals at once, under a Hann window.
struct FourierTransform: Sendable {
  private static let size = SpectrumWindow.frames

  /// The samples of the two signals; set before `addPower` and used up by it.
  var first: [Float]
  var second: [Float]
  private var otherFirst: [Float]
  private var otherSecond: [Float]
  private let window: [Float]
  private let cosines: [Float]
  private let sines: [Float]

  init() {
    let size = Self.size
    first = [Float](repeating: 0, count: size)
    second = first
    otherFirst = first
    otherSecond = first
    let turn = 2 * Double.pi / Double(size)
    // A full-scale sine comes out with a power of 1: half the window's sum is a quarter of its size.
    window = (0..<size).map {
      Float((0.5 - 0.5 * cos(turn * Double($0))) / (Double(size) / 4))
    }
    cosines = (0..<size).map { Float(cos(turn * Double($0))) }
    sines = (0..<size).map { Float(-sin(turn * Double($0))) }
  }

  /// Adds the power of both signals to the bins 0…512, `weight` times.
  mutating func addPower(to power: inout [Float], weight: Float) {
    let size = Self.size
    for index in 0..<size {
      first[index] *= window[index]
      second[index] *= window[index]
    }
    transform()
    for bin in 0...size / 2 {
      let mirror = (size - bin) % size
      let near = first[bin] * first[bin] + second[bin] * second[bin]
      let far = first[mirror] * first[mirror] + second[mirror] * second[mirror]
      power[bin] += (near + far) * (0.5 * weight)
    }
  }

  /// Stockham's transform in radix 4: five passes, no bit reversal.
  private mutating func transform() {
    var (length, stride) = (Self.size, 1)
    while length > 1 {
      pass(length: length, stride: stride)
      swap(&first, &otherFirst)
      swap(&second, &otherSecond)
      length /= 4
      stride *= 4
    }
  }

  private mutating func pass(length: Int, stride: Int) {
    let quarter = length / 4
    let step = Self.size / 4
    for part in 0..<quarter {
      let turn = part * stride
      let (c1, s1) = (cosines[turn], sines[turn])
      let (c2, s2) = (cosines[2 * turn], sines[2 * turn])
      let (c3, s3) = (cosines[3 * turn], sines[3 * turn])
      for offset in 0..<stride {
        let from = offset + stride * part
        let to = offset + stride * 4 * part
        let (ar, ai) = (first[from], second[from])
        let (br, bi) = (first[from + step], second[from + step])
        let (cr, ci) = (first[from + 2 * step], second[from + 2 * step])
        let (dr, di) = (first[from + 3 * step], second[from + 3 * step])
        let (sumR, sumI) = (ar + cr, ai + ci)
        let (gapR, gapI) = (ar - cr, ai - ci)
        let (crossR, crossI) = (br + dr, bi + di)
        let (turnedR, turnedI) = (bi - di, dr - br)
        otherFirst[to] = sumR + crossR
        otherSecond[to] = sumI + crossI
        let (xr, xi) = (gapR + turnedR, gapI + turnedI)
        otherFirst[to + stride] = xr * c1 - xi * s1
        otherSecond[to + stride] = xr * s1 + xi * c1
        let (yr, yi) = (sumR - crossR, sumI - crossI)
        otherFirst[to + 2 * stride] = yr * c2 - yi * s2
        otherSecond[to + 2 * stride] = yr * s2 + yi * c2
        let (zr, zi) = (gapR - turnedR, gapI - turnedI)
        otherFirst[to + 3 * stride] = zr * c3 - zi * s3
        otherSecond[to + 3 * stride] = zr * s3 + zi * c3
      }
    }
  }
}
