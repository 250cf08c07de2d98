package import Waveform

/// What a worker returns of a part.
package struct DecodedPart: Sendable, Equatable {
  package var measured: WaveformPart
}
