import Codecs
import Decoding
import Outputs
import TestSupport
import Testing
import Thumbnails
import Waveform
import WavethumbBytes
import WavethumbLibrary
import WavethumbSystem

@testable import WavethumbBatch
@testable import WavethumbOptions

/// A compromised worker can send any answer: the parent rejects it, or draws it like any other
/// recording.
@Suite struct `A forged worker answer` {
  // The ends of what integers and floats hold, and what overflows when it is scaled or becomes an integer.
  // Each is written over eight bytes, and so over shorter fields as well.
  private static let lies: [UInt64] = [
    0, 1, .max, 1 << 53, 1 << 62, UInt64(Int64.max), Double.infinity.bitPattern,
    (-Double.infinity).bitPattern, Double.nan.bitPattern, 1e300.bitPattern, (-1e300).bitPattern,
  ]

  private static func honest() throws -> [UInt8] {
    var request = DecodeRequest()
    request.measures.sound = true
    var recording = try WaveFile.tone(frames: 60).withDescriptor {
      try decodeInProcess(descriptor: $0, request: request).get()
    }
    recording.facts.cues = [AudioCue(start: 0.001, end: 0.002, name: "one")]
    return recording.encoded()
  }

  private static func outputs() throws -> OutputPlan {
    let line = "scan . --size 40x12 --axes --data json --data wavesurfer --format png"
    guard
      case .scan(let options) = try CommandLineParser.parse(
        line.split(separator: " ").map { Array($0.utf8) }
      )
    else { preconditionFailure("expected scan options") }
    return OutputPlan(options.pictures, formats: options.formats)
  }

  @Test func `every number of an answer may be any other`() throws {
    let honest = try Self.honest()
    let outputs = try Self.outputs()
    var read = 0
    // At every offset, with one of the numbers in turn.
    for (number, offset) in (0..<honest.count - 8).enumerated() {
      var answer = honest
      let lie = Self.lies[number % Self.lies.count]
      for byte in 0..<8 {
        answer[offset + byte] = UInt8(truncatingIfNeeded: lie >> (8 * byte))
      }
      guard let recording = DecodedRecording(encoded: answer) else { continue }
      read += 1
      let shown = outputs.source(for: recording, at: "a.wav")
      for output in outputs.outputs {
        do { _ = try output.write(shown) { _ in } } catch { continue }
      }
      var made = ManifestEntry.Facts(recording, range: nil)
      made.alt = recording.alternativeText(
        of: "a.wav",
        styles: ["mirroredBars"],
        range: nil,
        playhead: nil
      )
      let entry = ManifestEntry(path: "a.wav", content: .decoded(made))
      _ = try JSONValue(entry.text())
    }
    // Most answers are rejected. If all were, nothing above would have been tested.
    #expect(read > 100)
  }
}
