package import WavethumbBytes
package import Waveform

package struct DecodedPart: Sendable, Equatable {
  package var measured: WaveformPart
  package var digests: ContentDigestBuilder
}
