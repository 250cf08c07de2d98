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
