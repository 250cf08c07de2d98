import WavethumbBytes

/// Named moments and tags in a container's chunks.
struct ChunkMetadata {
  private(set) var cues: [AudioCue] = []
  private(set) var tags = AudioTags()

  private var moments: [(id: UInt32, frame: Int)] = []
  private var names: [UInt32: String] = [:]
  private var lengths: [UInt32: Int] = [:]

  // A thousand cues with names take a tenth of this.
  private static let maximumChunkBytes = 1 << 18

  init(_ survey: ChunkSurvey, in source: ByteSource, sampleRate: Int) {
    let isLittle = survey.dialect.isLittleEndian
    for chunk in survey.metadata {
      let bytes = source.bytes(at: chunk.body, count: min(chunk.present, Self.maximumChunkBytes))
      switch String(decoding: chunk.id, as: UTF8.self) {
      // Chunks of WAV with big-endian numbers are too rare to be read.
      case "cue " where isLittle: readCues(bytes)
      case "LIST" where isLittle: readList(bytes)
      case "bext" where isLittle: tags.bext = tags.bext ?? BroadcastTags(bytes)
      case "cue ", "LIST", "bext": break
      case "MARK": readMarkers(bytes)
      default:
        if let tag = ID3Tag(source, at: chunk.body) {
          tags.complete(from: tag.tags)
          cues += tag.chapters
        }
      }
    }
    addMoments(sampleRate: max(1, sampleRate))
    cues.sort { one, other in one.start < other.start }
  }

  /// Reads a list: names and lengths of cues, or tags.
  private mutating func readList(_ bytes: [UInt8]) {
    if bytes.starts(with: "adtl".utf8) {
      readNames(bytes)
    } else if bytes.starts(with: "INFO".utf8) {
      tags.complete(from: AudioTags(beyondSndfile: bytes))
    }
  }

  /// Adds the cues of which moment, name and length stand in different chunks, in any order.
  private mutating func addMoments(sampleRate: Int) {
    let rate = Double(sampleRate)
    for moment in moments.prefix(AudioCue.maximumCount) {
      let start = Double(moment.frame) / rate
      var end: Double?
      if let length = lengths[moment.id], length > 0 {
        end = Double(moment.frame + length) / rate
      }
      cues.append(AudioCue(start: start, end: end, name: names[moment.id] ?? ""))
    }
  }

  private mutating func readCues(_ bytes: [UInt8]) {
    // A number, a position in a playlist, a chunk, two offsets in it, and the frame.
    let cueBytes = 24
    let declared = Int(bytes.littleEndian32(at: 0))
    let present = (bytes.count - 4) / cueBytes
    for index in 0..<max(0, min(declared, present)) {
      let offset = 4 + index * cueBytes
      let id = bytes.littleEndian32(at: offset)
      let frame = Int(bytes.littleEndian32(at: offset + 20))
      moments.append((id: id, frame: frame))
    }
  }

  private mutating func readNames(_ list: [UInt8]) {
    forEachSubchunk(of: list) { name, body in
      let id = body.littleEndian32(at: 0)
      switch name {
      case "labl" where body.count >= 4: names[id] = ID3Text.eightBit(body.dropFirst(4))
      case "ltxt" where body.count >= 8: lengths[id] = Int(body.littleEndian32(at: 4))
      default: break
      }
    }
  }

  /// Reads AIFF markers: a number, a frame and a name with its length before it.
  private mutating func readMarkers(_ bytes: [UInt8]) {
    var offset = 2
    for index in 0..<Int(bytes.bigEndian16(at: 0)) {
      guard offset + 7 <= bytes.count else { return }
      // Numbered here, because several markers may have the same number in the file.
      let id = UInt32(index)
      let frame = Int(bytes.bigEndian32(at: offset + 2))
      let length = Int(bytes[offset + 6])
      let name = bytes[(offset + 7)...].prefix(length)
      moments.append((id: id, frame: frame))
      names[id] = ID3Text.eightBit(name)
      // The length and the name together are padded to an even number.
      offset += 7 + length + (length + 1) & 1
    }
  }
}

/// Calls `body` with the name and content of each chunk in a LIST chunk; the last may be cut.
func forEachSubchunk(
  of list: [UInt8],
  _ body: (_ name: String, _ content: ArraySlice<UInt8>) -> Void
) {
  var offset = 4
  while offset + 8 <= list.count {
    let size = Int(list.littleEndian32(at: offset + 4))
    let name = String(decoding: list[offset..<offset + 4], as: UTF8.self)
    body(name, list[(offset + 8)...].prefix(size))
    offset += 8 + size + size & 1
  }
}

extension AudioTags {
  /// Reads the tags of the INFO list in the head of a WAV stream, in UTF-8, as ffmpeg writes them.
  package init(infoOf head: [UInt8]) {
    self.init()
    guard let dialect = ChunkDialect(head) else { return }
    let source = ByteSource(bytes: head)
    for chunk in ChunkSurvey(source, at: 0, of: dialect).metadata {
      let list = source.bytes(at: chunk.body, count: chunk.present)
      guard list.starts(with: "INFO".utf8) else { continue }
      forEachSubchunk(of: list) { name, value in
        set(TagText.sanitized(value), named: name)
      }
    }
  }

  /// Reads the tags of an INFO list that libsndfile does not know.
  init(beyondSndfile list: [UInt8]) {
    self.init()
    forEachSubchunk(of: list) { name, value in
      for row in Self.rows where row.sndfile == nil && row.info.contains(name) {
        self[keyPath: row.path] = row.value(TagText.sanitized(value))
      }
    }
  }

  private mutating func set(_ text: String?, named name: String) {
    for row in Self.rows where row.info.contains(name) {
      self[keyPath: row.path] = row.value(text)
    }
  }
}
