import Codecs
import Waveform

/// The division of a long recording among workers, determined by the file alone.
package struct DecodeSplit: Sendable, Equatable {
  // Every part opens the file and seeks, which must be cheap compared to its decoding. With
  // half of it, short recordings pay for more seeks; with twice, one of ten minutes is not divided.
  private static let minimumMinutes = 3.0
  // The number of parts must not depend on the machine, or its results would: Opus decodes a little
  // differently from where a part begins. With half of it, only four processors share one.
  private static let maximumParts = 8

  package let parts: [DecodePart]
  private let facts: AudioFacts
  private let byteCount: Int

  /// A long recording cannot be decoded from the middle.
  package struct Indivisible: Error {}

  /// Returns nil for a recording that is too short or of unknown length.
  package init?(of recording: ProbedRecording, byteCount: Int) throws(Indivisible) {
    guard let frames = recording.expectedFrames, frames <= WaveformSummary.maximumFrames else {
      return nil
    }
    let minutes = Double(frames) / Double(recording.facts.sampleRate) / 60
    let count = Int(min(minutes / Self.minimumMinutes, Double(Self.maximumParts)))
    let ranges = WaveformMeter.splits(frames: frames, into: max(count, 1))
    guard count > 1, ranges.count > 1 else { return nil }
    // Asked last, so that it is reported only of recordings that are worth dividing.
    guard recording.isDivisible else { throw Indivisible() }
    parts = ranges.map { range in DecodePart(frames: range, total: frames) }
    facts = recording.facts
    self.byteCount = byteCount
  }

  /// Returns the progress of a recording from that of its parts, nil for a finished one.
  func position(afterMilliseconds milliseconds: [Int?]) -> DecodedSoFar {
    let total = Double(max(parts.first?.total ?? 0, 1))
    var share = 0.0
    for (part, decoded) in zip(parts, milliseconds) {
      let all = Double(part.frames.count)
      var frames = all
      if let decoded {
        // A part decodes a little more than its own frames, and a worker may report anything.
        frames = min(all, Double(max(decoded, 0)) * Double(facts.sampleRate) / 1000)
      }
      share += frames / total
    }
    let duration = total / Double(max(facts.sampleRate, 1)) * 1000
    // Decoded audio is a better measure than the bytes that were read.
    return DecodedSoFar(
      // Beyond 2^53 the conversion to an integer could trap.
      milliseconds: Int(min(share * duration, 0x1p53)),
      bytes: Int(min(share, 1) * Double(byteCount))
    )
  }

  /// Merges parts in order; returns nil if the recording must be decoded as a whole.
  package func recording(of parts: [DecodedPart]) -> DecodedRecording? {
    guard parts.count == self.parts.count,
      let measurement = WaveformMeasurement(merging: parts.map(\.measured))
    else { return nil }
    return DecodedRecording(facts: facts, measurement: measurement)
  }
}
