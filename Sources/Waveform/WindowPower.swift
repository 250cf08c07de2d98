import Bytes

/// The power spectrum of windows of 1024 frames, averaged over channels; 1 is that of a full-scale
/// sine.
struct WindowPower: Sendable {
  private let channels: Int
  private let format: SampleFormat
  private var pair = PairTransform()
  private var single = SingleTransform()

  /// Bins of a window, from 0 Hz to half the sampling rate.
  static let binCount = SpectrumWindow.frames / 2 + 1

  init(channels: Int, format: SampleFormat) {
    self.channels = channels
    self.format = format
  }

  /// The power in the bins 0…512 of the window at a byte; zeros stand for frames that are not
  /// there.
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
