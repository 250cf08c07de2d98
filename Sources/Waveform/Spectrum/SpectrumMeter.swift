package import WavethumbBytes

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
        lend(whole) { measure($0, at: 0, frames: SpectrumWindow.frames) }
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
    lend(carry) { measure($0, at: 0, frames: frames) }
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
