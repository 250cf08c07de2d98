import WavethumbBytes

/// Passes uncompressed samples on from the blocks they were read in, without a copy.
// libsndfile would convert them to floating point first: 16 bits that are squared as integers take a
// quarter of the time.
final class PCMDecoder: AudioDecoder {
  let sound: DecodedSound
  private let source: ByteSource
  private let start: Int
  private let frames: Int
  private var framesRead = 0

  /// Decodes samples from an offset on; a header may declare more than there are.
  init(of sound: DecodedSound, in source: ByteSource, from start: Int, frames: Int) {
    self.source = source
    self.sound = sound
    self.start = start
    let present = max(0, source.size - start) / sound.bytesPerFrame
    self.frames = max(0, min(frames, present))
  }

  var length: DeclaredLength { .counted(frames) }

  func bitRate(ofBytes bytes: Int) -> AudioBitRate? {
    AudioBitRate(bytes: sound.bytesPerFrame * sound.sampleRate, seconds: 1, isConstant: true)
  }

  var ending: AudioEnding { .after(framesRead, of: length) }

  func seek(toFrame frame: Int) -> Bool {
    guard (0...frames).contains(frame) else { return false }
    framesRead = frame
    return true
  }

  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock {
    let width = sound.bytesPerFrame
    let left = frames - framesRead
    guard left > 0 else { return DecodedBlock() }
    let offset = start + framesRead * width
    var count = source.withBlock(at: offset) { block in
      let whole = min(left, block.byteCount / width)
      if whole > 0 {
        body(block.extracting(first: whole * width))
      }
      return whole
    }
    if count == 0 {
      // The frame is split between two blocks, or this is the end.
      let bytes = source.bytes(at: offset, count: width)
      count = bytes.count / width
      if count == 1 {
        unsafe body(bytes.span.bytes)
      }
    }
    if let failure = source.failure { throw .unreadable(errno: failure) }
    framesRead += count
    return DecodedBlock(frames: count)
  }
}
