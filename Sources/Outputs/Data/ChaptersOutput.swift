import Codecs
import Waveform
import WavethumbBytes

extension OutputFormat {
  /// The format of chapters of Podcasting 2.0, which players of podcasts read.
  public static let chapters = OutputFormat(
    "chapters",
    kind: .data,
    fileExtension: ".chapters.json",
    options: []
  )
}

/// The chapters of a recording in the format of Podcasting 2.0: its own, or else its parts between silences.
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
    let own = Self.ownChapters(of: recording)
    let chapters = own.isEmpty ? Self.parts(of: recording) : own
    var json = JSONWriter(.compact)
    json.object { json in
      // The version of the specification of Podcasting 2.0, not of this file.
      json.member("version", "1.2.0")
      json.member("chapters", array: chapters) { json, chapter in
        json.object { json in
          json.member("startTime", chapter.start, decimals: 3)
          json.member("endTime", chapter.end, decimals: 3)
          // A title, by which players list chapters.
          json.member("title", chapter.title)
        }
      }
    }

    json.newline()
    try sink(json.take())
    return nil
  }

  /// A chapter with times in seconds from the start of the recording.
  private struct Chapter {
    let start: Double
    let end: Double
    let title: String
  }

  /// Returns the chapters that the recording has, each up to the next one if it has no end.
  private static func ownChapters(of recording: OutputSource) -> [Chapter] {
    let first = recording.stretchStart ?? 0
    let last = first + duration(of: recording.measurement)
    var chapters: [Chapter] = []
    for (index, cue) in recording.chapters.enumerated() {
      let next = index + 1 < recording.chapters.count ? recording.chapters[index + 1].start : last
      let start = max(cue.start, first)
      let end = min(cue.end ?? next, last)
      // Of two that start together the first has no length, and one at the very end has no sound.
      guard start < end else { continue }
      let title = cue.name.isEmpty ? "Chapter \(chapters.count + 1)" : cue.name
      chapters.append(Chapter(start: start, end: end, title: title))
    }
    return chapters
  }

  /// Returns the parts between silences.
  private static func parts(of recording: OutputSource) -> [Chapter] {
    let before = recording.stretchStart ?? 0
    let events = recording.measurement.sound?.events ?? SoundEvents()
    // A report lists a thousand events; the silences after these are kept for chapters alone.
    let listed = events.first.filter { $0.kind == .silence }
    var chapters: [Chapter] = []
    func add(from start: Double, to end: Double) {
      let title = "Part \(chapters.count + 1)"
      chapters.append(Chapter(start: before + start, end: before + end, title: title))
    }
    var start = 0.0
    for silence in listed + events.laterSilences {
      // A silence at the beginning has no chapter before it.
      if silence.start > start {
        add(from: start, to: silence.start)
      }
      start = silence.end
    }
    let end = duration(of: recording.measurement)
    if end > start {
      add(from: start, to: end)
    }
    return chapters
  }

  /// Returns the length in seconds.
  // In milliseconds, as the ends of events: a last chapter of less than one would be none.
  private static func duration(of measurement: WaveformMeasurement) -> Double {
    (measurement.mix.duration * 1000).rounded() / 1000
  }
}
