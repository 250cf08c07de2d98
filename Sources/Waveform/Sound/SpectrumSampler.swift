/// Measures the levels of windows spread evenly over a recording.
struct SpectrumSampler: Sendable {
  private(set) var samples: [SpectrumSample] = []
  private var plan: Plan
  private let maximum: Int
  private var transform = PairTransform(size: SpectrumSample.frames)

  private enum Plan {
    /// `count` samples of a known number of windows; `next` is the index of the next sample.
    case spread(count: Int, of: Int, next: Int)
    /// Every n-th window of a recording of unknown length.
    case every(Int)
  }

  init(length: WaveformLength, sampleRate: Int, isLossless: Bool) {
    switch length {
    case .known(let frames):
      let windows = (frames - SpectrumSample.frames) / SpectrumSample.hop + 1
      let all = frames < SpectrumSample.frames ? 0 : windows
      maximum = Self.maximumCount(seconds: frames / sampleRate, isLossless: isLossless)
      plan = .spread(count: min(maximum, all), of: all, next: 0)
    case .unknown:
      maximum = isLossless ? 256 : 64
      plan = .every(1)
    }
  }

  /// Returns the largest number of windows: fewer for short recordings, so that the cost stays in
  /// proportion to that of decoding.
  // More for lossless recordings: only those are searched for a cut-off. For lossy ones the windows
  // give no more than a bandwidth. The numbers are guesses.
  private static func maximumCount(seconds: Int, isLossless: Bool) -> Int {
    if isLossless {
      min(max(3 * seconds, 64), 256)
    } else {
      min(max(seconds / 2, 16), 64)
    }
  }

  /// Measures the windows that end within a unit.
  mutating func add(_ unit: SoundUnit) {
    let end = unit.start + unit.frames
    let first = max(0, (unit.start - SpectrumSample.frames) / SpectrumSample.hop)
    for index in first..<max(first, end / SpectrumSample.hop) {
      let start = index * SpectrumSample.hop
      let last = start + SpectrumSample.frames
      let endsInUnit = last > unit.start && last <= end
      guard endsInUnit, isDue(index) else { continue }
      samples.append(measure(unit, at: start - unit.start, index: index))
      thin()
    }
  }

  /// Returns whether a window is one of those to measure; windows are asked for in order.
  private mutating func isDue(_ index: Int) -> Bool {
    switch plan {
    case .spread(let count, let all, var next):
      func window(_ sample: Int) -> Int {
        Self.window(ofSample: sample, among: count, of: all)
      }
      // Past samples before it, which a part of a recording does not have.
      while next < count, window(next) < index {
        next += 1
      }
      plan = .spread(count: count, of: all, next: next)
      return next < count && window(next) == index
    case .every(let stride):
      return index % stride == 0
    }
  }

  /// Returns the window of a sample, of which the first is the first window and the last the last.
  private static func window(ofSample sample: Int, among count: Int, of all: Int) -> Int {
    guard count > 1 else { return 0 }
    return sample * (all - 1) / (count - 1)
  }

  /// Leaves out every second sample if there are twice as many as the maximum.
  // So that those of a recording of unknown length are spread evenly, and their number is bounded.
  private mutating func thin() {
    guard case .every(let stride) = plan, samples.count == 2 * maximum else { return }
    samples = samples.filter { $0.index % (2 * stride) == 0 }
    plan = .every(2 * stride)
  }

  private mutating func measure(_ unit: SoundUnit, at frame: Int, index: Int) -> SpectrumSample {
    let channels = unit.grid.channels
    var isClipped = false
    unit.withBytes { bytes in
      for channel in stride(from: 0, to: channels, by: 2) {
        let left = unit.offset(channel, frame)
        let isAlone = channel + 1 == channels
        let right = isAlone ? left : unit.offset(channel + 1, frame)
        // Two channels at once, as real and imaginary part; the last of an odd number has silence
        // beside it.
        for quad in 0..<SpectrumSample.frames / 4 {
          let real = bytes.load(SIMD4<Float>.self, at: left + 16 * quad)
          let imaginary: SIMD4<Float> =
            if isAlone {
              .zero
            } else {
              bytes.load(SIMD4<Float>.self, at: right + 16 * quad)
            }
          isClipped = isClipped || real.isFullScale || imaginary.isFullScale
          transform.signal[quad] = Quad(real: real, imaginary: imaginary)
        }
        transform.add()
      }
    }

    let power = transform.takePower(weight: 1 / Float(channels))
    return SpectrumSample(index: index, isClipped: isClipped, power: power)
  }
}

extension SIMD4<Float> {
  // The largest sample of 16 bits is 0.99997.
  @inline(__always)
  fileprivate var isFullScale: Bool {
    any(self .>= 0.9999) || any(self .<= -0.9999)
  }
}
