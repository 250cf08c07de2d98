package import Waveform
package import WavethumbBytes

package struct DecodedPart: Sendable, Equatable {
  package var measured: WaveformPart
  package var digests: ContentDigestBuilder
}
