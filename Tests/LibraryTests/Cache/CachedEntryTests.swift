import Decoding
import TestSupport
import Testing
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import WavethumbLibrary

/// Anybody may write to the cache, and its checksum is no secret.
@Suite struct `Entries of the cache` {
  private static let frame: [UInt8] = [1, 2, 3]
  private static let sections = [
    MeasureSection(kind: 2, revision: 1, bytes: [4, 5]),
    MeasureSection(kind: 9, revision: 7, bytes: []),
  ]
  private static let entries: [CachedEntry] = [
    .recording(frame: frame[...], sections: sections),
    .sections(sections),
    .failure(CachedFailure(.crashed(signal: 11), .always)),
    .failure(CachedFailure(.timeout(processorSeconds: 10), .once(at: 7))),
    .failure(CachedFailure(.timeout(processorSeconds: 10), .again(at: -7))),
  ]

  @Test func `an entry is read as it was written`() {
    for entry in Self.entries {
      #expect(CachedEntry(encoded: entry.encoded()) == entry)
    }
  }

  @Test func `an entry that is cut off or has more bytes is refused`() {
    for entry in Self.entries {
      let bytes = entry.encoded()
      for count in bytes.indices {
        #expect(CachedEntry(encoded: Array(bytes.prefix(count))) == nil)
      }
      #expect(CachedEntry(encoded: bytes + [0]) == nil)
    }
  }

  @Test func `a length beyond the entry is refused`() throws {
    let entry = try #require(Self.entries.first)
    let bytes = entry.encoded()
    // Behind a byte, the kind of a recording, is the length of the frame. Behind that and three bytes
    // of frame are the count of sections, the measure and revision of the first, and its length.
    let lengthOfFrame = 1
    let lengthOfSection = lengthOfFrame + 4 + 3 + 3
    for offset in [lengthOfFrame, lengthOfSection] {
      for length in [UInt32(4), 1000, 1 << 31, .max] {
        var wrong = bytes
        for index in 0..<4 {
          wrong[offset + index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
        }
        #expect(CachedEntry(encoded: wrong) == nil, "\(offset) \(length)")
      }
    }
  }

  @Test func `sections of one measure, or in another order, are refused`() {
    // Which of two results of one measure counts would depend on the reader.
    for kinds in [[2, 2], [9, 2], [2, 9, 9]] as [[UInt8]] {
      let sections = kinds.map { MeasureSection(kind: $0, revision: 1, bytes: []) }
      let entry = CachedEntry.sections(sections)
      #expect(CachedEntry(encoded: entry.encoded()) == nil)
    }
  }

  @Test func `changed bytes never trap, whatever they say`() {
    // All kinds of entries, the ends of a byte, and those of one with a sign.
    let numbers: [UInt8] = [0, 1, 2, 0x7F, 0x80, 0xFF]
    for entry in Self.entries {
      let bytes = entry.encoded()
      for offset in bytes.indices {
        for number in numbers {
          var wrong = bytes
          wrong[offset] = number
          guard let read = CachedEntry(encoded: wrong) else { continue }
          #expect(CachedEntry(encoded: read.encoded()) == read)
        }
      }
    }
  }

  @Test func `a section that cannot be read, or of another revision, counts as missing`() throws {
    var meter = WaveformMeter(
      channels: 1,
      sampleRate: 8000,
      length: .known(frames: 8000),
      format: SampleFormat(.int16, bigEndian: false),
      measures: Measures(SpectrumMeasure(), TonesMeasure())
    )
    let samples = (0..<8000).map { Int16($0 % 80 * 300) }
    unsafe meter.add(samples.span.bytes)
    let whole = meter.finish(truncated: false)
    let asked = Measures(SpectrumMeasure(), TonesMeasure())
    let sections = whole.sections
    var found = whole.withoutResults
    found.add(sections, for: asked)
    #expect(found == whole)

    for broken in sections.indices {
      let section = sections[broken]
      let kind = section.kind
      let revision = section.revision
      // Cut, too long, of another revision, and of a measure that does not exist.
      let replacements = [
        MeasureSection(kind: kind, revision: revision, bytes: section.bytes.dropLast()),
        MeasureSection(kind: kind, revision: revision, bytes: section.bytes + [0]),
        MeasureSection(kind: kind, revision: 200, bytes: section.bytes),
        MeasureSection(kind: 200, revision: revision, bytes: section.bytes),
      ]
      for replacement in replacements {
        var changed = sections
        changed[broken] = replacement
        var found = whole.withoutResults
        found.add(changed, for: asked)
        // One of the two measures is lacking, and the other is not measured again for it.
        let lacking = asked.lacking(in: found)
        #expect(!lacking.isEmpty)
        #expect(lacking != asked)

        found.addResults(missingFrom: whole)
        #expect(found == whole)
      }
    }
  }
}
