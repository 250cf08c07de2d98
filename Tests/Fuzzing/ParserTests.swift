import TestSupport
import Testing

@testable import Decoding
@testable import WavethumbBytes
@testable import WavethumbSystem

struct ParserTests {
  /// The first bytes of the fixtures, and the answer of a worker about one of them.
  private static func seeds() throws -> [[UInt8]] {
    var seeds: [[UInt8]] = []
    for name in ["Fixtures/Audio", "Fixtures/Art"] as [RawPath] {
      let folder = try Repository.folder(name)
      for path in try folder.names() {
        let file = try folder.open(path)
        // Headers, tags and the first frames.
        seeds.append(try file.read(4096, path))
      }
    }
    return seeds + [try answer(about: "Fixtures/Audio/mono.wav")]
  }

  private static func answer(about path: RawPath) throws -> [UInt8] {
    let file = try Repository.folder(".").open(path)
    let question = DecodeQuestion.whole(DecodeRequest())
    return question.answer(file.number, emit: { _ in }, heartbeat: { _, _ in true })
  }

  // A few seconds of what `scripts/fuzz` does for as long as one likes. It is there to keep the list of
  // parsers in step with their names, and to find a trap on the day it is written.
  @Test func `no parser traps on fixtures or on broken copies of them`() throws {
    var numbers = SeededNumbers(seed: 11)
    for seed in try Self.seeds() {
      // As it is, and moved by a byte, so that no number is where it was.
      var inputs = [seed, Array(seed.dropFirst())]
      for _ in 0..<2 {
        inputs.append(Self.damaged(seed, using: &numbers))
      }
      for input in inputs {
        // Each by all parsers: a file that pretends to be another meets the wrong one.
        for parse in Parser.all {
          parse(input)
        }
      }
    }
  }

  /// Returns a copy with up to eight changed bytes.
  // Few: with many, the first check would reject it, and nothing behind that would be tested.
  private static func damaged(_ bytes: [UInt8], using numbers: inout SeededNumbers) -> [UInt8] {
    var damaged = bytes
    for _ in 0..<8 where !damaged.isEmpty {
      let offset = Int.random(in: damaged.indices, using: &numbers)
      damaged[offset] = UInt8.random(in: 0...255, using: &numbers)
    }
    return damaged
  }
}
