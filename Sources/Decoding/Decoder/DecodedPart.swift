package import Bytes
package import Waveform

package struct DecodedPart: Sendable, Equatable {
  package var measured: WaveformPart
  package var digests: ContentDigestBuilder
}
