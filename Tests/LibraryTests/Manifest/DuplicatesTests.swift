import Glibc
import TestSupport
import Testing
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary

/// A recording whose heights are random, as no tone's are.
private struct Sound {
  var heights: [Double]
  var milliseconds = 60_000
  var rms = 0.1
  var peak = 0.5
  var channels = 2

  init(seed: UInt64) {
    var numbers = SeededNumbers(seed: seed)
    heights = (0..<160).map { _ in Double.random(in: 20...230, using: &numbers) }
  }

  func entry(_ name: String, digest: String? = nil) -> ManifestEntry {
    var made = ManifestEntry.Facts()
    made.durationMs = milliseconds
    made.rms = rms
    made.peak = peak
    made.channels = channels
    made.levels = heights.map { UInt8(max(1, min(255, $0.rounded()))) }
    return ManifestEntry(
      path: RawPath(name),
      digest: ContentDigest(of: Array((digest ?? name).utf8)),
      content: .decoded(made)
    )
  }

  /// Returns the same sound with heights that differ by up to `error`, as an encoder leaves them.
  func encoded(error: Double, seed: UInt64) -> Sound {
    var numbers = SeededNumbers(seed: seed)
    var copy = self
    copy.heights = heights.map { $0 + Double.random(in: -error...error, using: &numbers) }
    return copy
  }
}

@Suite struct `Finding duplicates` {
  private func groups(_ entries: [ManifestEntry], bySound: Bool = true) -> [[Int]] {
    var duplicates = Duplicates(comparesSound: bySound)
    for entry in entries {
      duplicates.add(entry)
    }
    return duplicates.groups()
  }

  /// Returns whether two recordings are found to be of one sound.
  private func areAlike(_ one: Sound, _ other: Sound) -> Bool {
    groups([one.entry("a"), other.entry("b")]) == [[0, 1]]
  }

  @Test func `recordings of the same content are a group, whatever their names`() {
    let one = Sound(seed: 1)
    let other = Sound(seed: 2)
    let digestOfOther = ContentDigest(of: Array("b".utf8))
    // The last was not decoded, and has no sound to be compared by; its digest is enough.
    let entries = [
      one.entry("a", digest: "x"),
      other.entry("b"),
      one.entry("c", digest: "x"),
      ManifestEntry(path: "d", digest: digestOfOther, content: .pending),
    ]
    #expect(groups(entries, bySound: false) == [[0, 2], [1, 3]])
  }

  @Test func `the same sound in another format is only found by sound`() {
    let one = Sound(seed: 1)
    // Errors spread evenly up to 6 have a root mean square of 6/√3, or 3.5; of one sound it is at
    // most 8.
    let entries = [one.entry("a.wav"), one.encoded(error: 6, seed: 9).entry("a.mp3")]
    #expect(groups(entries) == [[0, 1]])
    #expect(groups(entries, bySound: false) == [])

    // Of errors up to 30 it is 17: a similar outline, but another sound.
    #expect(!areAlike(one, one.encoded(error: 30, seed: 9)))
  }

  @Test func `sound with silence around it is the same sound`() {
    var one = Sound(seed: 1)
    one.milliseconds = 16_000
    one.heights = (0..<160).map { Self.level(at: Double($0)) }
    // A height takes 100 ms: half of that is silent in front, and half behind, as encoders leave
    // it. That is 0.6 %, of the 1 % by which two lengths may differ.
    var padded = one
    padded.milliseconds = 16_100
    padded.heights = (0..<160).map { index in
      let position = Double(index) * 161 / 160
      return Self.level(at: position - 0.5)
    }
    #expect(areAlike(one, padded))

    // The same heights in another order, or the test would pass for any sound of that length.
    padded.heights.reverse()
    #expect(!areAlike(one, padded))
  }

  /// A level that changes as smoothly as that of speech.
  private static func level(at position: Double) -> Double {
    let slow: Double = 80 * sin(position / 6)
    let fast: Double = 30 * sin(position / 2.3)
    return 120 + slow + fast
  }

  // 79,800 pairs that agree in all but their outline.
  @Test func `other sounds of one length are not the same`() {
    let entries = (0..<400).map { Sound(seed: UInt64($0)).entry("\($0)") }
    #expect(groups(entries) == [])
  }

  // Strokes of one drum have one outline and differ in little else. 0.12 and 0.6 are 1.6 dB more,
  // where level may differ by 0.6 dB and peak by 1 dB, which is more than encoders change.
  @Test func `short sounds have to agree in level and peak as well`() {
    var soft = Sound(seed: 1)
    soft.milliseconds = 800
    var hard = soft
    hard.rms = 0.12
    #expect(!areAlike(soft, hard))
    hard.rms = soft.rms
    #expect(areAlike(soft, hard))
    hard.peak = 0.6
    #expect(!areAlike(soft, hard))
  }

  @Test func `a long recording that was made louder is the same sound, a longer one is not`() {
    // Of a minute the outline alone is proof enough: 0.3 is 9.5 dB more than 0.1.
    let one = Sound(seed: 1)
    var louder = one
    louder.rms = 0.3
    #expect(areAlike(one, louder))

    // 1.7 % longer, where 1 % is allowed.
    louder.milliseconds = 61_000
    #expect(!areAlike(one, louder))
  }

  @Test func `tones of one length and level have nothing to be compared by`() {
    // Heights from 250 to 252, which round to three numbers: their outline is that of any tone.
    var tone = Sound(seed: 1)
    tone.heights = tone.heights.map { 250 + $0 / 100 }
    #expect(!areAlike(tone, tone))
  }

  // A recording is compared with the next 4,000 only. The first and the last are equal, and
  // neighbors if those of one length are sorted by level; in the order of their numbers they would
  // never meet.
  @Test func `equal recordings among ten thousand of one length are found by their level`() {
    var entries: [ManifestEntry] = []
    for number in 0..<10_000 {
      let kind = number % 9_999
      var sound = Sound(seed: UInt64(kind))
      sound.rms = 0.01 + Double(kind) / 20_000
      entries.append(sound.entry("\(number)"))
    }
    #expect(groups(entries) == [[0, 9_999]])
  }
}
