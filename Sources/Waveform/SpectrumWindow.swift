import Bytes

/// The bands of one window of a recording.
package struct SpectrumWindow: Sendable, Equatable {
  /// The number of frames of a window.
  static let frames = 1024

  /// The first frame.
  let start: Int
  let levels: [UInt8]

  static let silence = [UInt8](repeating: 0, count: WaveformSpectrum.bandCount)

  /// Returns the start of the window of a moment: centred on it, within the recording.
  static func start(ofMoment moment: Int, frames: Int) -> Int {
    let centre = TimeGrid(frames: frames, count: 2 * WaveformSpectrum.momentCount)
      .border(2 * moment + 1)
    return max(min(centre - Self.frames / 2, frames - Self.frames), 0)
  }

  /// Returns the starts of the windows of a recording, in order, without duplicates.
  static func starts(frames: Int) -> [Int] {
    var starts: [Int] = []
    for moment in 0..<WaveformSpectrum.momentCount where frames > 0 {
      let start = start(ofMoment: moment, frames: frames)
      if starts.last != start { starts.append(start) }
    }
    return starts
  }
}

extension WaveformSpectrum {
  /// Creates the spectrum of a recording: for each moment the window that begins nearest to it.
  init(windows: [SpectrumWindow], frames: Int) {
    var levels: [UInt8] = []
    var index = 0
    for moment in 0..<Self.momentCount where !windows.isEmpty {
      let start = SpectrumWindow.start(ofMoment: moment, frames: frames)
      while index + 1 < windows.count,
        (windows[index + 1].start - start).magnitude < (windows[index].start - start).magnitude
      { index += 1 }
      levels += windows[index].levels
    }
    self = WaveformSpectrum(levels: levels) ?? WaveformSpectrum()
  }
}

/// The power spectrum of windows of 1024 frames, averaged over channels; 1 is that of a full-scale
/// sine.
struct WindowPower: Sendable {
  private let channels: Int
  private let format: SampleFormat
  private var pair = PairTransform()
  private var single = SingleTransform()

  /// The number of bins, from 0 Hz to half of the sampling rate.
  static let binCount = SpectrumWindow.frames / 2 + 1

  init(channels: Int, format: SampleFormat) {
    self.channels = channels
    self.format = format
  }

  /// Returns the power in the bins 0…512 of the window at a byte offset; missing frames are zeros.
  mutating func measure(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int = SpectrumWindow.frames
  ) -> [Float] {
    switch (format.encoding, format.bigEndian) {
    case (.int16, false): power(bytes, at: offset, frames: frames, as: Int16Little.self)
    case (.int16, true): power(bytes, at: offset, frames: frames, as: Int16Big.self)
    case (.float32, false): power(bytes, at: offset, frames: frames, as: Float32Little.self)
    case (.float32, true): power(bytes, at: offset, frames: frames, as: Float32Big.self)
    case (.int24, false): power(bytes, at: offset, frames: frames, as: Int24Little.self)
    case (.int24, true): power(bytes, at: offset, frames: frames, as: Int24Big.self)
    case (.int32, false): power(bytes, at: offset, frames: frames, as: Int32Little.self)
    case (.int32, true): power(bytes, at: offset, frames: frames, as: Int32Big.self)
    }
  }

  private mutating func power<R: SampleReader>(
    _ bytes: borrowing RawSpan, at offset: Int, frames: Int, as reader: R.Type
  ) -> [Float] {
    if channels == 1 {
      R.readOne(bytes, at: offset, frames: frames, into: &single.signal)
      return single.takePower()
    }
    for channel in stride(from: 0, to: channels, by: 2) {
      R.readPair(
        bytes, at: offset + channel * R.bytesPerSample, frames: frames, channels: channels,
        alone: channel + 1 == channels, into: &pair.signal)
      pair.add()
    }
    return pair.takePower(weight: 1 / Float(channels))
  }
}
