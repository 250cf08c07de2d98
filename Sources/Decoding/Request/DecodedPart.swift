package import Waveform
package import WavethumbBytes

/// What a worker returns of a part: its measurement, and the digests of its blocks.
package struct DecodedPart: Sendable, Equatable {
  package var measured: WaveformPart
  package var digests: ContentDigestBuilder
}
