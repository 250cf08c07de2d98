public import WavethumbBytes

/// The samples that a meter measures: a recording, or a range of it.
public struct SoundShape: Sendable {
  /// The number of interleaved channels.
  public var channels: Int
  /// Frames per second.
  public var sampleRate: Int
  /// The format of each sample.
  public var format: SampleFormat
  /// The length of the whole recording.
  public var length: WaveformLength
  /// The frames of this range; up to the largest number if the length is unknown.
  public var range: Range<Int>
  /// What measures need to know of the recording.
  public var source: SoundSource

  /// Creates the shape of a recording, or of a range of one whose length is known.
  public init(
    channels: Int,
    sampleRate: Int,
    format: SampleFormat,
    length: WaveformLength,
    source: SoundSource,
    range: Range<Int>? = nil
  ) {
    precondition(range == nil || length != .unknown, "a range is of a known length")
    self.channels = channels
    self.sampleRate = sampleRate
    self.format = format
    self.length = length
    self.source = source
    self.range = range ?? 0..<Int.max
  }
}

extension SoundShape {
  /// The frames of the range that a known length has.
  var knownRange: Range<Int> {
    switch length {
    case .known(let frames): range.clamped(to: 0..<max(frames, 0))
    case .unknown: range
    }
  }

  /// Returns how many of the next frames belong to the range; those after them are overlap.
  func ownFrames(of count: Int, at position: Int) -> Int {
    // A recording may be longer than it declares, and all of it is measured.
    if isLast { return count }
    return max(min(count, range.upperBound - position), 0)
  }

  /// Whether frames beyond the declared length belong to this range.
  private var isLast: Bool {
    switch length {
    case .known(let frames): range.upperBound >= frames
    case .unknown: true
    }
  }
}
