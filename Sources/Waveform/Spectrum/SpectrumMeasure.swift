package import WavethumbBytes

/// Measures the levels of frequency bands in 64 moments of a recording.
package struct SpectrumMeasure: RecordingMeasure {
  package typealias Part = SpectrumPart

  package static let kind: UInt8 = 6

  package init() {}

  package init(coding value: Self?, with coder: inout ByteCoder) {}

  package func meter(of sound: SoundShape) -> (any Meter)? { WindowsMeter(sound) }
}

extension Measures {
  /// Whether the spectrum is measured, which takes nearly half of the work for a half-second WAV.
  public var spectrum: Bool {
    get { self[SpectrumMeasure.self] != nil }
    set { self[SpectrumMeasure.self] = newValue ? SpectrumMeasure() : nil }
  }
}

extension WaveformMeasurement {
  /// The levels of the frequency bands over time; silent if they were not requested.
  public var spectrum: WaveformSpectrum {
    get { results[SpectrumMeasure.self] ?? WaveformSpectrum() }
    set { results[SpectrumMeasure.self] = newValue }
  }
}

/// Measures the windows that begin in a range.
private struct WindowsMeter: Meter {
  private let sound: SoundShape
  private let frameBytes: Int
  private var spectrum: SpectrumMeter

  init(_ sound: SoundShape) {
    self.sound = sound
    frameBytes = sound.channels * sound.format.bytesPerSample
    spectrum = SpectrumMeter(sound)
  }

  var end: Int { spectrum.end }

  mutating func add(_ block: borrowing RawSpan) { spectrum.add(block) }

  consuming func finish() -> (any MeasurePart)? {
    spectrum.finish()
    let range = sound.knownRange
    let added = sound.ownFrames(of: spectrum.position - range.lowerBound, at: range.lowerBound)
    let isAsExpected = added == range.count
    // A range of another length than expected counts frames from its own beginning, as it is a whole
    // recording.
    let start = isAsExpected ? 0 : range.lowerBound
    let windows = spectrum.windows.map { window in
      SpectrumWindow(start: window.start - start, levels: window.levels)
    }
    return SpectrumPart(windows)
  }
}

/// The windows of a range of a recording; joined parts equal one pass.
package struct SpectrumPart: MeasurePart, Sendable, Equatable {
  private(set) var windows: [SpectrumWindow] = []

  package init() {}

  init(_ windows: [SpectrumWindow]) { self.windows = windows }

  package mutating func append(_ next: SpectrumPart) -> Bool {
    windows += next.windows
    return true
  }

  package func result(of extent: RecordingExtent) -> WaveformSpectrum? {
    WaveformSpectrum(windows: windows, frames: extent.frames)
  }

  /// Returns all windows, and a silent one after them.
  package func preview(until share: Double, end: Int) -> SpectrumPart? {
    guard share < 1 else { return self }
    // Without it, the last window would stand for all that is not decoded yet.
    let silence = SpectrumWindow(start: end, levels: SpectrumWindow.silence)
    return SpectrumPart(windows + [silence])
  }
}

extension SpectrumPart: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    // A meter keeps at most four windows a moment; twice as many bound what a hostile worker sends.
    windows = try coder.fields(value?.windows, in: 0...WaveformSpectrum.momentCount * 8)
    // In order, since the nearest window of a moment is searched from that of the moment before.
    let starts = windows.map(\.start)
    try coder.require(zip(starts, starts.dropFirst()).allSatisfy(<))
  }
}

extension SpectrumWindow: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    start = try coder.count(value?.start, in: 0...WaveformSummary.maximumFrames)
    levels = Array(try coder.bytes(value?.levels[...], count: WaveformSpectrum.bandCount))
  }
}

extension WaveformSpectrum: MeasureResult {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let count = WaveformSpectrum.momentCount * WaveformSpectrum.bandCount
    let levels = try coder.bytes(value?.levels[...], count: count)
    guard let spectrum = value ?? WaveformSpectrum(levels: Array(levels)) else {
      throw MalformedBytes()
    }
    self = spectrum
  }
}

/// Extracts windows from a stream of samples and measures their bands.
package struct SpectrumMeter: Sendable {
  package private(set) var windows: [SpectrumWindow] = []
  /// The end of the last window; 0 if there is none, or if it is unknown.
  private(set) var end = 0
  private var plan: Plan
  private(set) var position: Int
  /// The bytes of earlier frames that the next window needs.
  private var carry: [UInt8] = []
  private let channels: Int
  private let format: SampleFormat
  private let bands: SpectrumBands
  private var planes: SamplePlanes
  private var pair = PairTransform(size: SpectrumWindow.frames)

  /// The positions of windows.
  private enum Plan {
    case at(starts: ArraySlice<Int>)
    case every(stride: Int, next: Int)
  }

  /// Creates a meter for windows that begin at the given frames, fed from frame `position` on.
  package init(
    starts: [Int],
    position: Int,
    channels: Int,
    sampleRate: Int,
    format: SampleFormat
  ) {
    plan = .at(starts: starts[...])
    self.position = position
    self.channels = channels
    self.format = format
    bands = SpectrumBands(sampleRate: sampleRate)
    planes = SamplePlanes(frames: SpectrumWindow.frames, channels: channels, format: format)
  }

  /// Creates a meter for the windows that begin in a range: of an unknown length at growing distances.
  init(_ sound: SoundShape) {
    var starts: [Int] = []
    var end: Int = 0
    if case .known(let frames) = sound.length {
      starts = SpectrumWindow.starts(frames: frames).filter(sound.range.contains)
      if let last = starts.last {
        end = min(last + SpectrumWindow.frames, frames)
      }
    }
    self.init(
      starts: starts,
      position: sound.range.lowerBound,
      channels: sound.channels,
      sampleRate: sound.sampleRate,
      format: sound.format
    )
    self.end = end
    if sound.length == .unknown {
      // At first windows overlap by three quarters, so that 0.4 s have one for each of 64 moments.
      // `measure` drops every other one whenever there are four a moment, so that a moment of a long
      // stream has at least two to choose from.
      plan = .every(stride: SpectrumWindow.frames / 4, next: 0)
    }
  }

  package mutating func add(_ bytes: borrowing RawSpan) {
    let frameBytes = channels * format.bytesPerSample
    let frames = bytes.byteCount / frameBytes
    let end = position + frames
    while let start = next, start + SpectrumWindow.frames <= end {
      // Most windows are within a block, and need no copy.
      if start >= position {
        let offset = (start - position) * frameBytes
        measure(bytes, at: offset, frames: SpectrumWindow.frames)
      } else {
        let missing = start + SpectrumWindow.frames - position
        // The carry ends at the position.
        var whole = Array(carry.suffix((position - start) * frameBytes))
        whole.append(bytes, from: 0, count: missing * frameBytes)
        withSpan(of: whole) { measure($0, at: 0, frames: SpectrumWindow.frames) }
      }
    }

    guard let start = next, start < end else {
      // Between two windows nothing is kept: blocks there cost nothing.
      carry.removeAll(keepingCapacity: true)
      position = end
      return
    }

    // The frames from the next window on are kept: those of earlier blocks, and those of this one.
    if start < position {
      let needed = (position - start) * frameBytes
      carry.removeFirst(max(carry.count - needed, 0))
    }
    let first = max(start - position, 0) * frameBytes
    carry.append(bytes, from: first, count: frames * frameBytes - first)
    position = end
  }

  /// If there is nothing else, measures an incomplete window padded with zeros.
  mutating func finish() {
    // Only then: padded with zeros, a window is quieter than the sound.
    guard windows.isEmpty, let start = next, start < position else { return }
    let frames = carry.count / (channels * format.bytesPerSample)
    withSpan(of: carry) { measure($0, at: 0, frames: frames) }
  }

  private var next: Int? {
    switch plan {
    case .at(let starts): starts.first
    case .every(_, let next): next
    }
  }

  /// Measures the next window, which is at `offset`, and moves on to the one after it.
  private mutating func measure(_ bytes: borrowing RawSpan, at offset: Int, frames: Int) {
    let power = power(bytes, at: offset, frames: frames)
    windows.append(SpectrumWindow(start: next ?? 0, levels: bands.levels(power: power)))
    switch plan {
    case .at(let starts): plan = .at(starts: starts.dropFirst())
    case .every(var stride, let next):
      // Every other window goes: those at multiples of the doubled stride are kept.
      if windows.count == 4 * WaveformSpectrum.momentCount {
        stride *= 2
        windows = windows.filter { $0.start % stride == 0 }
      }
      plan = .every(stride: stride, next: next / stride * stride + stride)
    }
  }

  /// Returns the power in the bins 0…512, averaged over channels; missing frames are zeros.
  private mutating func power(_ bytes: borrowing RawSpan, at offset: Int, frames: Int) -> [Float] {
    planes.read(bytes, at: offset, frames: frames)
    for channel in stride(from: 0, to: channels, by: 2) {
      pair.add(planes, channel: channel)
    }
    return pair.takePower(weight: 1 / Float(channels))
  }
}
