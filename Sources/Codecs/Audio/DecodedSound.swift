import WavethumbBytes

/// What a decoder knows of the sound before it decodes.
struct DecodedSound {
  var formatName: String
  var sampleRate: Int
  var channels: Int
  var channelNames: [String] = []
  var format: SampleFormat
  /// The type of the samples before they were decoded to floating point.
  var origin: SampleOrigin
  var isLossless = false
  var tags = AudioTags()

  var bytesPerFrame: Int { channels * format.bytesPerSample }
}
