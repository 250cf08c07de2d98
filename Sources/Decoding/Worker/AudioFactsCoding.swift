import Codecs
package import WavethumbBytes

extension AudioFacts: ByteCoded {
  // The number of cues is limited, to limit the size of an answer. Neither a player nor a picture
  // shows more (untuned).
  private static let maximumCues = 1000
  // Twice the channels that a picture can have as lanes.
  private static let maximumNames = 64
  // Bounds for a hostile worker, far above those of recordings (`AudioLimits`). libsndfile has rates as
  // C ints.
  private static let maximumChannels = 1 << 16
  private static let maximumSampleRate = Int(Int32.max)

  package func append(to writer: inout ByteWriter) {
    writer.append(all: formatName, sampleRate, channels, declaredFrames)
    // By the table of tags: a new tag is a row there, and crosses from the worker without a line here.
    for row in AudioTags.rows {
      writer.append(all: tags[keyPath: row.path])
    }
    writer.append(optional: tags.bext) { writer, bext in bext.append(to: &writer) }
    let cues = cues.prefix(Self.maximumCues)
    writer.append(cues.count)
    for cue in cues {
      writer.append(all: cue.start, cue.end, cue.name)
    }
    let names = channelNames.prefix(Self.maximumNames)
    writer.append(names.count)
    for name in names {
      writer.append(name)
    }
    writer.append(optional: bitRate) { writer, bitRate in
      writer.append(all: bitRate.kilobits, bitRate.isConstant)
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let formatName = try reader.text()
    let sampleRate = try reader.count(in: 1...Self.maximumSampleRate)
    let channels = try reader.count(in: 1...Self.maximumChannels)
    let declaredFrames: Int? = try reader.read()
    var tags = AudioTags()
    for row in AudioTags.rows {
      tags[keyPath: row.path] = try reader.read()
    }
    tags.bext = try reader.optional { reader throws(MalformedBytes) in
      try BroadcastTags(from: &reader)
    }
    var cues: [AudioCue] = []
    let cueCount = try reader.count(in: 0...Self.maximumCues)
    for _ in 0..<cueCount {
      let start = try reader.double()
      let end: Double? = try reader.read()
      cues.append(AudioCue(start: start, end: end, name: try reader.text()))
    }
    self.init(
      formatName: formatName,
      sampleRate: sampleRate,
      channels: channels,
      declaredFrames: declaredFrames,
      tags: tags,
      cues: cues
    )
    let nameCount = try reader.count(in: 0...Self.maximumNames)
    for _ in 0..<nameCount {
      channelNames.append(try reader.text())
    }
    bitRate = try reader.optional { reader throws(MalformedBytes) in
      let kilobits = try reader.count(in: 0...Int.max)
      return AudioBitRate(kilobits: kilobits, isConstant: try reader.bool())
    }
  }
}

extension BroadcastTags {
  fileprivate func append(to writer: inout ByteWriter) {
    writer.append(all: description, originator, originatorReference, date, time, timeReference)
  }

  fileprivate init(from reader: inout ByteReader) throws(MalformedBytes) {
    self.init()
    description = try reader.read()
    originator = try reader.read()
    originatorReference = try reader.read()
    date = try reader.read()
    time = try reader.read()
    timeReference = try reader.read()
  }
}
