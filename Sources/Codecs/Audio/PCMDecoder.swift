import Bytes

/// Passes uncompressed samples on from the blocks they were read in, without a copy.
final class PCMDecoder: AudioDecoder {
  /// The range and format of the samples.
  struct Layout {
    var offset: Int
    var frames: Int
    var channels: Int
    var sampleRate: Int
    var format: SampleFormat

    var frameBytes: Int { channels * format.bytesPerSample }
  }

  private let source: ByteSource
  private let layout: Layout
  let formatName: String
  let tags: AudioTags
  let channelNames: [String]
  private var framesRead = 0

  init(
    _ source: ByteSource, layout: Layout, formatName: String, tags: AudioTags,
    channelNames: [String]
  ) {
    self.source = source
    var layout = layout
    // The existing bytes determine the end, whatever the header says.
    let present = max(0, source.size - layout.offset) / layout.frameBytes
    layout.frames = max(0, min(layout.frames, present))
    self.layout = layout
    self.formatName = formatName
    self.tags = tags
    self.channelNames = channelNames
  }

  var sampleRate: Int { layout.sampleRate }
  var channels: Int { layout.channels }
  var format: SampleFormat { layout.format }
  var origin: SampleOrigin { layout.format.encoding == .float32 ? .numbers : .integers }
  var isLossless: Bool { true }
  var length: DeclaredLength { .counted(layout.frames) }

  func bitRate(ofBytes bytes: Int) -> AudioBitRate? {
    AudioBitRate(bytes: layout.frameBytes * layout.sampleRate, seconds: 1, isConstant: true)
  }

  var ending: AudioEnding { .after(framesRead, of: length) }

  func seek(toFrame frame: Int) -> Bool {
    guard (0...layout.frames).contains(frame) else { return false }
    framesRead = frame
    return true
  }

  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> Int {
    let width = layout.frameBytes
    let left = layout.frames - framesRead
    guard left > 0 else { return 0 }
    let offset = layout.offset + framesRead * width
    var frames = source.withBlock(at: offset) { block in
      let whole = min(left, block.byteCount / width)
      if whole > 0 { body(block.extracting(first: whole * width)) }
      return whole
    }
    if frames == 0 { frames = passStraddling(at: offset, body) }
    if let failure = source.failure { throw .unreadable(errno: failure) }
    framesRead += frames
    return frames
  }

  /// Joins a frame that is split between two blocks.
  private func passStraddling(at offset: Int, _ body: (borrowing RawSpan) -> Void) -> Int {
    let bytes = source.bytes(at: offset, count: layout.frameBytes)
    guard bytes.count == layout.frameBytes else { return 0 }
    unsafe body(bytes.span.bytes)
    return 1
  }
}
