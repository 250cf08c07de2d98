package import WavethumbBytes

/// The samples that a meter measures: a recording, or a range of it.
package struct SoundShape: Sendable {
  package var channels: Int
  package var sampleRate: Int
  package var format: SampleFormat
  package var length: WaveformLength
  /// The frames of this range; up to the largest number if the length is unknown.
  package var range: Range<Int>
  package var source: SoundSource
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
