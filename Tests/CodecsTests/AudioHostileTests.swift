import Glibc
import Testing

@testable import Codecs

/// Decodes a file, which may fail.
private func decode(_ bytes: [UInt8]) {
  _ = try? Decoded(bytes)
}

/// Returns a file with a few bytes changed, removed or repeated.
private func mutated(_ original: [UInt8], using random: inout SeededNumbers) -> [UInt8] {
  var bytes = original
  for _ in 0...random.next(below: 6) where !bytes.isEmpty {
    // Half of them in the first 256 bytes, where headers have their sizes and counts.
    let isInHead = random.next(below: 2) == 0
    let limit = isInHead ? min(bytes.count, 256) : bytes.count
    let offset = random.next(below: limit)
    switch random.next(below: 5) {
    case 0:
      bytes[offset] = 0xFF
    case 1:
      bytes[offset] = 0
    case 2:
      let end = min(bytes.count, offset + 1 + random.next(below: 64))
      bytes.removeSubrange(offset..<end)
    case 3:
      let end = min(bytes.count, offset + 64)
      bytes.insert(contentsOf: bytes[offset..<end], at: offset)
    default:
      bytes[offset] = UInt8(random.next(below: 256))
    }
  }
  return bytes
}

// Hangs and crashes happen in a child process with limited processor time.

@Test func `a chunk list that makes libsndfile loop is hidden from it`() async {
  await #expect(processExitsWith: .success) {
    // Far above the milliseconds that it takes.
    limitProcessorTime(seconds: 20)
    for name in ["info-loop.wav", "adtl-loop.wav", "list-loop.wav"] {
      decode(fixture(name))
    }
  }
}

@Test func `mutated headers of every container fail or decode`() async {
  await #expect(processExitsWith: .success) {
    // For a hang.
    limitProcessorTime(seconds: 110)
    var random = SeededNumbers(seed: 7)
    let names = [
      "pcm16.wav", "pcm16.aiff", "pcm16.au", "pcm24.caf", "pcm16.w64", "rf64.wav", "cue.wav",
      "markers.aiff", "flac24.flac", "vorbis.ogg", "cbr.mp3", "id3v22.mp3", "float32.aifc",
    ]
    for name in names {
      // All headers, and sound enough to decode; 520 files, and `scripts/fuzz` goes on from there.
      let original = Array(fixture(name).prefix(12_000))
      for _ in 0..<40 {
        decode(mutated(original, using: &random))
      }
    }
  }
}

@Test func `the parsers accept any bytes without a crash`() {
  var random = SeededNumbers(seed: 3)
  for name in ["chapters.mp3", "cue.wav", "markers.aiff", "rf64.wav", "pcm16.w64", "pcm24.caf"] {
    let original = Array(fixture(name).prefix(4000))
    for _ in 0..<200 {
      let bytes = mutated(original, using: &random)
      let source = ByteSource(bytes: bytes)
      _ = ID3Tag(source, at: 0)
      _ = ID3v1.tags(source)
      _ = OggSurvey(source, at: 0, coding: .opus)
      guard let dialect = ChunkDialect(bytes) else { continue }
      let survey = ChunkSurvey(source, at: 0, of: dialect)
      _ = ChunkFormat(survey, in: source)
      _ = ChunkMetadata(survey, in: source, sampleRate: 44_100)
    }
  }
}

// libsndfile keeps the error of a failed open in one variable for all threads.
@Test func `each thread gets the failure of its own recording`() async {
  let noise = (name: "noise", bytes: fixture("noise.mp3"))
  let torn = (name: "torn", bytes: Array(fixture("flac16.flac").prefix(100)))
  let outcomes = await withTaskGroup(of: Set<String>.self) { group in
    for file in [noise, torn, noise, torn] {
      group.addTask {
        // So often that the threads meet in an open.
        let outcomes = (0..<4000).map { _ in
          "\(file.name) is \(openingOutcome(of: file.bytes))"
        }
        return Set(outcomes)
      }
    }
    return await group.reduce(into: Set<String>()) { all, outcomes in
      all.formUnion(outcomes)
    }
  }
  #expect(outcomes == ["noise is not-audio: unrecognised bytes", "torn is corrupt"])
}

private func openingOutcome(of bytes: [UInt8]) -> String {
  do throws(AudioFailure) {
    _ = try AudioStream(source: ByteSource(bytes: bytes))
    return "sound"
  } catch {
    return outcome(error)
  }
}
