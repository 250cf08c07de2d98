import Testing
import WavethumbBytes

@testable import Codecs

/// Returns the frames where a seek was refused or decoding after a seek differs from a full decode.
private func faults(seekingIn bytes: [UInt8], points: Int) throws -> [Int] {
  let whole = try Decoded(bytes)
  var faults: [Int] = []
  for point in 0..<points {
    // Amid a coded frame, and at the beginning.
    let frame = whole.frames * point / points + point
    var stream = try AudioStream(source: ByteSource(bytes: bytes))
    var rest: [UInt8] = []
    guard stream.seek(toFrame: frame) else {
      faults.append(frame)
      continue
    }
    _ = try stream.readAll { rest += $0 }
    if rest != whole.samples(fromFrame: frame) {
      faults.append(frame)
    }
  }
  return faults
}

@Test(arguments: [
  "pcm16.wav", "pcm24.aiff", "float32.caf", "pcm8.wav", "ulaw.au", "flac16.flac", "flac24.flac",
  "cbr.mp3", "vbr.mp3", "abr.mp3", "mono.mp3", "plain.mp3", "free.mp3", "layer2.mp2",
  "garbage-before.mp3", "chapters.mp3", "id3-before.flac",
])
func `a seek gives the same bits as decoding up to it`(_ name: String) throws {
  let faults = try faults(seekingIn: fixture(name), points: 11)
  #expect(faults == [])
}

@Test(arguments: ["vorbis.ogg", "opus.opus", "mpeg2.mp3", "mpeg25.mp3", "ima.wav"])
func `inexact seeks are rejected`(_ name: String) throws {
  var stream = try AudioStream(source: ByteSource(bytes: fixture(name)))
  let exists = stream.seek(toFrame: 100)
  #expect(!exists)
  let isRewound = stream.rewind()
  #expect(isRewound)
}

@Test func `a seek beyond either end is rejected`() throws {
  var stream = try AudioStream(source: ByteSource(bytes: fixture("pcm16.wav")))
  let isBeforeStart = stream.seek(toFrame: -1)
  #expect(!isBeforeStart)
  // It has 4,410 frames.
  let isBehindEnd = stream.seek(toFrame: 4411)
  #expect(!isBehindEnd)
  let isAtEnd = stream.seek(toFrame: 4410)
  #expect(isAtEnd)
}
