import WavethumbBytes

/// The chapters of an MP4 file: Nero's chapter list, else QuickTime's chapter track.
public enum MP4Chapters {
  // The longest table of a thousand chapters has 12 KB.
  private static let maximumTableBytes = 1 << 20
  // No picture and no player shows as much of a title.
  private static let maximumTitleBytes = 1024

  /// Returns the chapters in order of time; none if the file is not MP4.
  public static func cues(in source: ByteSource) -> [AudioCue] {
    guard let movie = MP4Atoms(source, at: 0)?.first("moov") else { return [] }
    var cues: [AudioCue] = []
    if let table = movie.first("udta", "chpl") {
      cues = list(table.bytes(atMost: maximumTableBytes))
    }
    if cues.isEmpty {
      cues = titles(in: movie, of: source)
    }
    return cues.sorted { one, other in one.start < other.start }
  }

  /// Parses version and flags, from version 1 on four reserved bytes, a count, then each start in
  /// units of 100 ns and a title with its length.
  private static func list(_ bytes: [UInt8]) -> [AudioCue] {
    let version = bytes.first ?? 0
    var offset = version > 0 ? 8 : 4
    guard offset < bytes.count else { return [] }
    let count = Int(bytes[offset])
    offset += 1
    var cues: [AudioCue] = []
    while cues.count < count, offset + 9 <= bytes.count {
      let start = Double(bytes.bigEndian64(at: offset)) / 1e7
      let titleLength = Int(bytes[offset + 8])
      let title = bytes[(offset + 9)...].prefix(titleLength)
      cues.append(AudioCue(start: start, name: TagText.sanitized(title) ?? ""))
      offset += 9 + titleLength
    }
    return cues
  }

  /// Returns the samples of the chapter track as chapters.
  private static func titles(in movie: MP4Atoms, of source: ByteSource) -> [AudioCue] {
    guard let track = chapterTrack(of: movie),
      let table = track.first("mdia", "minf", "stbl"),
      let ticksPerSecond = number(afterTimesIn: track.first("mdia", "mdhd")),
      ticksPerSecond > 0
    else { return [] }
    return samples(of: table).map { sample in
      // Two bytes for the length, then the title; attributes of the text may follow.
      let bytes = source.bytes(at: sample.offset, count: min(sample.size, maximumTitleBytes))
      let length = Int(bytes.bigEndian16(at: 0))
      let title = bytes.dropFirst(2).prefix(length)
      let start = Double(sample.ticks) / Double(ticksPerSecond)
      return AudioCue(start: start, name: text(of: Array(title)))
    }
  }

  /// Returns the track to which the first track with chapters refers by its ID.
  private static func chapterTrack(of movie: MP4Atoms) -> MP4Atoms? {
    let tracks = movie.all("trak")
    let references = tracks.compactMap { track in track.first("tref", "chap")?.bytes(atMost: 4) }
    guard let reference = references.first, reference.count == 4 else { return nil }
    let id = reference.bigEndian32(at: 0)
    return tracks.first { track in number(afterTimesIn: track.first("tkhd")) == id }
  }

  /// Returns the number after version, flags and two times, which are longer from version 1 on.
  // The ID of a track in its header, and the ticks per second of its medium: both stand there.
  private static func number(afterTimesIn atom: MP4Atoms?) -> UInt32? {
    guard let head = atom?.bytes(atMost: 24), head.count == 24 else { return nil }
    let offset = head[0] == 0 ? 12 : 20
    return head.bigEndian32(at: offset)
  }

  /// Decodes UTF-8, or UTF-16 with a byte order mark.
  private static func text(of bytes: [UInt8]) -> String {
    let isWide = bytes.starts(with: [0xFE, 0xFF]) || bytes.starts(with: [0xFF, 0xFE])
    let text =
      if isWide {
        // ID3 has the number 1 for text with a byte order mark.
        ID3Text.decoded([1] + bytes)
      } else {
        TagText.sanitized(bytes)
      }
    return text ?? ""
  }
}

extension MP4Chapters {
  /// A sample of the chapter track: a title.
  private struct Sample {
    /// The start, in units of the track.
    let ticks: Int
    let offset: Int
    let size: Int
  }

  /// Returns as many samples as there may be cues, from the tables of a track.
  private static func samples(of table: MP4Atoms) -> [Sample] {
    let sizes = sizes(in: numbers(table.first("stsz")))
    let starts = starts(in: numbers(table.first("stts")), count: sizes.count)
    let offsets = offsets(of: sizes, in: table)
    // A table that is too short gives fewer samples.
    let count = min(starts.count, offsets.count, sizes.count)
    return (0..<count).map { index in
      Sample(ticks: starts[index], offset: offsets[index], size: sizes[index])
    }
  }

  /// Returns all numbers of 32 bits in a table; the first is that of version and flags.
  private static func numbers(_ atom: MP4Atoms?) -> [Int] {
    let bytes = atom?.bytes(atMost: maximumTableBytes) ?? []
    let offsets = stride(from: 0, to: bytes.count - 3, by: 4)
    return offsets.map { offset in Int(bytes.bigEndian32(at: offset)) }
  }

  /// Returns the size of each sample: a common one and a count, or 0, a count and all sizes.
  private static func sizes(in table: [Int]) -> [Int] {
    guard table.count >= 3 else { return [] }
    let commonSize = table[1]
    let count = min(table[2], AudioCue.maximumCount)
    if commonSize > 0 { return [Int](repeating: commonSize, count: count) }
    return Array(table[3...].prefix(count))
  }

  /// Returns the start of each sample from runs of samples that last equally long: after two numbers,
  /// a count and a duration for each run.
  // The table may declare 2^32 samples in a run: `count` bounds what is made of it.
  private static func starts(in runs: [Int], count: Int) -> [Int] {
    var starts = [Int]()
    var ticks = 0
    for run in stride(from: 2, to: runs.count - 1, by: 2) {
      let samplesInRun = runs[run]
      let duration = runs[run + 1]
      for _ in 0..<min(samplesInRun, count - starts.count) {
        starts.append(ticks)
        ticks += duration
      }
    }
    return starts
  }

  /// Returns the offsets from runs of chunks with equally many samples: after two numbers, the number
  /// of the first chunk, the samples in each and a description for each run.
  private static func offsets(of sizes: [Int], in table: MP4Atoms) -> [Int] {
    let runs = numbers(table.first("stsc"))
    var offsets = [Int]()
    var run = 2
    // A chunk contains at least one sample.
    for (index, start) in chunks(table).prefix(sizes.count).enumerated() {
      // Chunks are numbered from 1.
      while run + 5 < runs.count, runs[run + 3] <= index + 1 {
        run += 3
      }
      guard run + 1 < runs.count else { break }
      let samplesInChunk = runs[run + 1]
      var offset = start
      for _ in 0..<min(samplesInChunk, sizes.count - offsets.count) {
        offsets.append(offset)
        offset += sizes[offsets.count - 1]
      }
    }
    return offsets
  }

  /// Returns offsets in the file, of four bytes or of eight.
  private static func chunks(_ table: MP4Atoms) -> [Int] {
    if let near = table.first("stco") { return Array(numbers(near).dropFirst(2)) }
    let halves = Array(numbers(table.first("co64")).dropFirst(2))
    let pairs = stride(from: 0, to: halves.count - 1, by: 2)
    return pairs.map { index in
      // No file is longer than an exabyte, and the sum of an offset and a size stays within 64 bits.
      let high = halves[index] & 0xFFF_FFFF
      return high << 32 | halves[index + 1]
    }
  }
}
