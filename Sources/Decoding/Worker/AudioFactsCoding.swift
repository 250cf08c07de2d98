package import Codecs
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

  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    let formatName: String = try coder.field(value?.formatName)
    let sampleRate: Int = try coder.count(value?.sampleRate, in: 1...Self.maximumSampleRate)
    let channels: Int = try coder.count(value?.channels, in: 1...Self.maximumChannels)
    let declaredFrames: Int? = try coder.field(value?.declaredFrames)
    // By the table of tags: a new tag is a row there, and crosses from the worker without a line here.
    var tags = AudioTags()
    for row in AudioTags.rows {
      tags[keyPath: row.path] = try coder.field(value?.tags[keyPath: row.path])
    }
    tags.bext = try coder.field(value?.tags.bext)
    self.init(
      formatName: formatName,
      sampleRate: sampleRate,
      channels: channels,
      declaredFrames: declaredFrames,
      tags: tags,
      cues: try coder.fields(
        value.map { Array($0.cues.prefix(Self.maximumCues)) },
        in: 0...Self.maximumCues
      )
    )
    channelNames = try coder.fields(
      value.map { Array($0.channelNames.prefix(Self.maximumNames)) },
      in: 0...Self.maximumNames
    )
    bitRate = try coder.field(value?.bitRate)
  }
}

extension BroadcastTags: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    self.init()
    description = try coder.field(value?.description)
    originator = try coder.field(value?.originator)
    originatorReference = try coder.field(value?.originatorReference)
    date = try coder.field(value?.date)
    time = try coder.field(value?.time)
    timeReference = try coder.field(value?.timeReference)
  }
}

extension AudioCue: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    self.init(
      start: try coder.field(value?.start),
      end: try coder.field(value?.end),
      name: try coder.field(value?.name)
    )
  }
}

extension AudioBitRate: ByteCoded {
  package init(coding value: Self?, with coder: inout ByteCoder) throws(MalformedBytes) {
    self.init(
      kilobits: try coder.field(value?.kilobits),
      isConstant: try coder.field(value?.isConstant)
    )
  }
}
