import Bytes
import Codecs
import Waveform

/// How a long recording is shared out over workers: decided by the file alone, never by who decodes
/// it.
package struct DecodeSplit: Sendable, Equatable {
  // Every part opens the file and seeks anew, which must be little against its decoding.
  private static let shortestMinutes = 3.0
  private static let mostParts = 8

  package let parts: [DecodePart]
  private let facts: AudioFacts
  private let byteCount: Int

  /// The split of a recording, nil where it is too short or cannot be decoded from the middle on.
  package init?(of recording: ProbedRecording, byteCount: Int) {
    guard recording.isDivisible, let frames = recording.expectedFrames else { return nil }
    let minutes = Double(frames) / Double(recording.facts.sampleRate) / 60
    let count = Int(min(minutes / Self.shortestMinutes, Double(Self.mostParts)))
    let ranges = WaveformMeter.splits(frames: frames, into: max(count, 1))
    guard count > 1, ranges.count > 1 else { return nil }
    let blocks = (byteCount + ContentDigestBuilder.blockSize - 1) / ContentDigestBuilder.blockSize
    parts = ranges.enumerated().map { index, frames in
      DecodePart(
        frames: frames, total: recording.expectedFrames ?? 0,
        blocks: blocks * index / ranges.count..<blocks * (index + 1) / ranges.count)
    }
    facts = recording.facts
    self.byteCount = byteCount
  }

  /// How far the parts are that have decoded so much together.
  func position(afterMilliseconds milliseconds: Int) -> DecodedSoFar {
    let all = Double(parts.first?.total ?? 0) / Double(max(facts.sampleRate, 1)) * 1000
    let share = all > 0 ? min(Double(milliseconds) / all, 1) : 0
    return DecodedSoFar(milliseconds: milliseconds, bytes: Int(share * Double(byteCount)))
  }

  /// The recording whose parts these are, in order; nil where it has to be decoded as a whole.
  package func recording(of parts: [DecodedPart]) -> DecodedRecording? {
    guard parts.count == self.parts.count,
      let measurement = WaveformMeasurement(merging: parts.map(\.measured))
    else { return nil }
    var digests = ContentDigestBuilder()
    for part in parts { digests.merge(part.digests) }
    return DecodedRecording(
      facts: facts, digest: digests.digest(ofByteCount: byteCount), measurement: measurement)
  }
}
