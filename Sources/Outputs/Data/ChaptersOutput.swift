import Waveform
import WavethumbBytes

extension OutputFormat {
  /// The format of chapters of Podcasting 2.0, which players of podcasts read.
  public static let chapters = OutputFormat(
    "chapters",
    kind: .data,
    ending: ".chapters.json",
    options: []
  )
}

/// The stretches between silences as chapters of Podcasting 2.0.
struct ChaptersOutput: Output {
  static let format = OutputFormat.chapters

  static func asked(by request: OutputRequest) -> [ChaptersOutput] {
    guard request.formats.contains(format) else { return [] }
    return [ChaptersOutput()]
  }

  /// Returns `askTheLedger` or `no`: the format has no member for a generator.
  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    OutputMark(
      ofUnmarkedFileBeginning: start,
      expecting: "{\"version\":\"1.2.0\",\"chapters\":["
    )
  }

  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure) -> PictureFacts? {
    let before = recording.stretchStart ?? 0
    let chapters = Self.stretches(of: recording.measurement).enumerated()
    var json = JSONWriter(.compact)
    json.object { json in
      // The version of the specification of Podcasting 2.0, not of this file.
      json.member("version", "1.2.0")
      json.member("chapters", array: chapters) { json, chapter in
        json.object { json in
          json.member("startTime", before + chapter.element.start, decimals: 3)
          json.member("endTime", before + chapter.element.end, decimals: 3)
          // A title, by which players list chapters.
          json.member("title", "Part \(chapter.offset + 1)")
        }
      }
    }

    json.newline()
    try sink(json.take())
    return nil
  }

  /// A stretch in seconds.
  private struct Chapter {
    let start: Double
    let end: Double
  }

  private static func stretches(of measurement: WaveformMeasurement) -> [Chapter] {
    let events = measurement.sound?.events ?? SoundEvents()
    // A report lists a thousand events; the silences after these are kept for chapters alone.
    let listed = events.first.filter { $0.kind == .silence }
    let silences = listed + events.laterSilences
    var chapters: [Chapter] = []
    var start = 0.0
    for silence in silences {
      // A silence at the beginning has no chapter before it.
      if silence.start > start {
        chapters.append(Chapter(start: start, end: silence.start))
      }
      start = silence.end
    }

    // In milliseconds, as the ends of events: a last chapter of less than one would be none.
    let end = (measurement.mix.duration * 1000).rounded() / 1000
    if end > start {
      chapters.append(Chapter(start: start, end: end))
    }
    return chapters
  }
}
