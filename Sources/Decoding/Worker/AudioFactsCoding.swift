package import Bytes
import Codecs

extension AudioFacts {
  // The number of cues is limited, to limit the size of an answer.
  private static let mostCues = 1000
  private static let mostNames = 64
  private static let mostChannels = 1 << 16
  private static let mostSampleRate = Int(Int32.max)

  package func append(to writer: inout ByteWriter) {
    writer.append(formatName)
    writer.append(Int64(sampleRate))
    writer.append(Int64(channels))
    writer.append(optional: declaredFrames) { $0.append(Int64($1)) }
    for tag in [tags.title, tags.artist, tags.album, tags.track] {
      writer.append(optional: tag) { $0.append($1) }
    }
    let cues = cues.prefix(Self.mostCues)
    writer.append(Int64(cues.count))
    for cue in cues {
      writer.append(cue.start)
      writer.append(optional: cue.end) { $0.append($1) }
      writer.append(cue.name)
    }
    let names = channelNames.prefix(Self.mostNames)
    writer.append(Int64(names.count))
    for name in names { writer.append(name) }
    writer.append(optional: bitRate) {
      $0.append(Int64($1.kilobits))
      $0.append($1.isConstant)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let formatName = try reader.text()
    let sampleRate = try reader.count(in: 1...Self.mostSampleRate)
    let channels = try reader.count(in: 1...Self.mostChannels)
    let declaredFrames = try reader.optional { reader throws(MalformedBytes) in
      try reader.count(in: 0...Int.max)
    }
    var tags = AudioTags()
    tags.title = try reader.optional { reader throws(MalformedBytes) in try reader.text() }
    tags.artist = try reader.optional { reader throws(MalformedBytes) in try reader.text() }
    tags.album = try reader.optional { reader throws(MalformedBytes) in try reader.text() }
    tags.track = try reader.optional { reader throws(MalformedBytes) in try reader.text() }
    var cues: [AudioCue] = []
    for _ in 0..<(try reader.count(in: 0...Self.mostCues)) {
      let start = try reader.double()
      let end = try reader.optional { reader throws(MalformedBytes) in try reader.double() }
      cues.append(AudioCue(start: start, end: end, name: try reader.text()))
    }
    self.init(
      formatName: formatName, sampleRate: sampleRate, channels: channels,
      declaredFrames: declaredFrames, tags: tags, cues: cues)
    for _ in 0..<(try reader.count(in: 0...Self.mostNames)) {
      channelNames.append(try reader.text())
    }
    bitRate = try reader.optional { reader throws(MalformedBytes) in
      let kilobits = try reader.count(in: 0...Int.max)
      return AudioBitRate(kilobits: kilobits, isConstant: try reader.bool())
    }
  }
}
