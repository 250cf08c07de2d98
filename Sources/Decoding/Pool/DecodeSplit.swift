import Bytes
import Codecs
import Waveform

/// What is left of a recording that several threads decode, in shares of the whole.
package struct PartsLeft: Sendable {
  /// Of each part that a thread has in hand.
  package var inHand: [Double]
  /// Of each part that no thread has begun.
  package var waiting: [Double]

  /// What is left of parts of each kind.
  package init(inHand: [Double], waiting: [Double]) {
    self.inHand = inHand
    self.waiting = waiting
  }
}

/// How a long recording is shared out over workers: decided by the file alone, never by who decodes
/// it.
package struct DecodeSplit: Sendable, Equatable {
  // Every part opens the file and seeks anew, which must be little against its decoding.
  private static let shortestMinutes = 3.0
  private static let mostParts = 8

  package let parts: [DecodePart]
  private let facts: AudioFacts
  private let byteCount: Int

  /// A long recording cannot be decoded from the middle on.
  package struct Indivisible: Error {}

  /// The split of a recording, nil where it is too short or of unknown length.
  package init?(of recording: ProbedRecording, byteCount: Int) throws(Indivisible) {
    guard let frames = recording.expectedFrames else { return nil }
    let minutes = Double(frames) / Double(recording.facts.sampleRate) / 60
    let count = Int(min(minutes / Self.shortestMinutes, Double(Self.mostParts)))
    let ranges = WaveformMeter.splits(frames: frames, into: max(count, 1))
    guard count > 1, ranges.count > 1 else { return nil }
    guard recording.isDivisible else { throw Indivisible() }
    let blocks = (byteCount + ContentDigestBuilder.blockSize - 1) / ContentDigestBuilder.blockSize
    parts = ranges.enumerated().map { index, frames in
      DecodePart(
        frames: frames, total: recording.expectedFrames ?? 0,
        blocks: blocks * index / ranges.count..<blocks * (index + 1) / ranges.count)
    }
    facts = recording.facts
    self.byteCount = byteCount
  }

  /// How far the parts are that have decoded so much each, nil where they are done; so many have
  /// been begun.
  func position(afterMilliseconds milliseconds: [Int?], begun: Int) -> (DecodedSoFar, PartsLeft) {
    let all = Double(max(parts.first?.total ?? 0, 1))
    var (sound, left) = (0.0, PartsLeft(inHand: [], waiting: []))
    for (index, (part, decoded)) in zip(parts, milliseconds).enumerated() {
      let frames = decoded.map { Double(max($0, 0)) * Double(facts.sampleRate) / 1000 }
      let done = min(frames ?? .infinity, Double(part.frames.count)) / all
      let rest = Double(part.frames.count) / all - done
      sound += done
      if index >= begun {
        left.waiting.append(rest)
      } else if decoded != nil {
        left.inHand.append(rest)
      }
    }
    let duration = all / Double(max(facts.sampleRate, 1)) * 1000
    // The sound that came of the parts tells more than the bytes that they have read.
    let soFar = DecodedSoFar(
      milliseconds: Int(min(sound * duration, 0x1p53)),
      bytes: Int(min(sound, 1) * Double(byteCount)))
    return (soFar, left)
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
