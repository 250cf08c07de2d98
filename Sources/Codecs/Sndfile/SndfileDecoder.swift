internal import CSndfile
internal import Glibc
import Synchronization
import WavethumbBytes

/// Decodes with libsndfile through virtual input, so that the name of the recording is ignored.
// Opened by descriptor or path, the library would choose its parser by the name, look for files of
// Mac OS beside it, and could not be given repaired bytes.
@safe final class SndfileDecoder: AudioDecoder {
  let sound: DecodedSound
  private let handle: OpaquePointer
  private let cursor: SourceCursor
  private let code: SndfileCode
  private let info: SF_INFO
  private var buffer: [Int32]
  private var framesRead = 0
  /// The position at which the last page of an undamaged Ogg file begins.
  var lastPageStart: Int?

  /// The reason of a failed opening is kept per process until the next one.
  private static let opening = Mutex(())

  init(_ cursor: SourceCursor) throws(AudioFailure) {
    var info = SF_INFO()
    var calls = Self.calls
    var opened: OpaquePointer?
    var failure = AudioFailure.corrupt(detail: "")
    Self.opening.withLock { _ in
      unsafe opened = sf_open_virtual(&calls, CInt(SFM_READ), &info, cursor.opaque)
      if unsafe opened == nil {
        let text = unsafe sf_strerror(nil).map { unsafe String(cString: $0) } ?? ""
        failure = SndfileCode.failure(ofNumber: sf_error(nil), text: text)
      }
    }
    guard let opened = unsafe opened else {
      // The library takes a failed read for the end of the file, and calls that malformed.
      if let number = cursor.source.failure { throw .unreadable(errno: number) }
      throw failure
    }
    unsafe handle = unsafe opened
    self.cursor = cursor
    self.info = info
    code = SndfileCode(info.format)
    // The library's own limit: ours are checked only once the recording is open.
    let channels = Int(min(max(1, info.channels), 1024))
    sound = DecodedSound(
      formatName: code.name,
      sampleRate: Int(info.samplerate),
      channels: Int(info.channels),
      channelNames: unsafe Self.channelNames(of: opened, count: channels, code: code),
      format: SampleFormat(code.encoding),
      origin: code.origin,
      isLossless: code.isLossless,
      tags: unsafe Self.tags(opened)
    )
    // 128 KB of samples, which fit the L2 cache. A multiple of the channels, because the library reads
    // whole frames.
    buffer = [Int32](repeating: 0, count: max(1, 32768 / channels) * channels)
  }

  deinit { unsafe sf_close(handle) }

  /// Corresponds to `sf_command` with `SFC_GET_CHANNEL_MAP_INFO`.
  private static func channelNames(
    of handle: OpaquePointer,
    count channels: Int,
    code: SndfileCode
  ) -> [String] {
    var map = [CInt](repeating: 0, count: channels)
    let bytes = CInt(channels * MemoryLayout<CInt>.size)
    let exists = unsafe sf_command(handle, CInt(SFC_GET_CHANNEL_MAP_INFO), &map, bytes)
    if exists == 1 { return ChannelNames.names(ofMap: map) }
    // Vorbis, Opus and FLAC store no names: their standards say what the channels of each number are.
    if code.origin == .xiph { return ChannelNames.namesOfVorbis(channels) }
    if code.isFLAC { return ChannelNames.namesOfFLAC(channels) }
    return []
  }

  var length: DeclaredLength {
    guard info.frames >= 0, info.frames < Int64.max else { return .unknown }
    return .claimed(Int(info.frames))
  }

  func bitRate(ofBytes bytes: Int) -> AudioBitRate? {
    if let width = code.bytesPerSample, code.isChunked {
      // Exact, without the bytes of headers and tags.
      let bytesPerSecond = width * sound.channels * sound.sampleRate
      return AudioBitRate(bytes: bytesPerSecond, seconds: 1, isConstant: true)
    }
    let seconds = Double(length.frames ?? 0) / Double(sound.sampleRate)
    // What chunks hold besides plain samples are blocks of one size, as of ADPCM.
    let isConstant = code.isChunked && !code.isALAC
    return AudioBitRate(bytes: bytes, seconds: seconds, isConstant: isConstant)
  }

  /// Complete chunk files often declare more frames than they have.
  // Whether one ends early is known from its bytes, by `ChunkSurvey`.
  var ending: AudioEnding {
    let isComplete = code.isChunked && !hasMetError
    return isComplete ? AudioEnding() : .after(framesRead, of: length)
  }

  /// Whether the library has met data that it cannot decode. Corresponds to `sf_error`.
  var hasMetError: Bool { unsafe sf_error(handle) != 0 }

  var offset: Int { cursor.position }

  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock {
    DecodedBlock(frames: try nextBlock(atMost: .max, body))
  }

  /// Decodes at most `limit` frames and passes them on. Frames decoded with an error of FLAC are
  /// discarded, because they are zeros or out of place.
  func nextBlock(
    atMost limit: Int,
    _ body: (borrowing RawSpan) -> Void
  ) throws(AudioFailure) -> Int {
    var maximum = limit
    if code.isFLAC, let declared = length.frames, declared > framesRead {
      // Reading beyond the last frame of FLAC would report a false error.
      maximum = min(limit, declared - framesRead)
    }
    let frames = read(atMost: maximum)
    if frames == 0, let failure = cursor.source.failure { throw .unreadable(errno: failure) }
    if code.isFLAC, hasMetError { return 0 }
    guard frames > 0 else { return 0 }
    unsafe body(buffer.span.bytes.extracting(first: frames * sound.bytesPerFrame))
    framesRead += frames
    return frames
  }

  func seek(toFrame frame: Int) -> Bool {
    guard code.seeksExactly, move(to: frame) else { return false }
    framesRead = frame
    return true
  }

  /// Corresponds to `sf_seek`.
  private func move(to frame: Int) -> Bool {
    unsafe sf_seek(handle, sf_count_t(frame), SEEK_SET) == sf_count_t(frame)
  }

  /// Ogg is divisible if its pages are undamaged and their granule positions match the decoder,
  /// except within the last page, whose position is the end of the recording.
  // Decoding that passes over damage counts differently from decoding that seeks past it, so the
  // samples near the beginning are compared before a recording is divided.
  func isDivisible() -> Bool {
    guard let frames = length.frames, frames > 1 else { return false }
    guard let lead = code.prerollFrames else { return seek(toFrame: frames / 2) }
    guard let lastPage = lastPageStart, lastPage < frames + lead else { return false }
    // Only long recordings are divided: the last part is longer than that.
    let endsWithinLastPart = frames - lastPage < frames / 16
    return endsWithinLastPart && countsAsItsPages(lead: lead)
  }

  var isApproachedExactly: Bool { code.toleranceAfterLead == 0 }

  func seekWithPreroll(_ frame: Int) -> Bool {
    guard let lead = code.prerollFrames else { return seek(toFrame: frame) }
    let start = max(0, frame - lead)
    guard move(to: start), skip(frame - start) else { return false }
    framesRead = frame
    return true
  }

  var seekCost: SeekCost { code.seekCost }

  /// Seeks near a frame, if that decodes nothing before it. Corresponds to `sf_seek`.
  func seekApproximately(toFrame frame: Int) -> Bool {
    guard code.seeksExactly || code.prerollFrames != nil,
      unsafe sf_seek(handle, sf_count_t(frame), SEEK_SET) >= 0
    else { return false }
    framesRead = frame
    return true
  }

  /// Returns whether an approach gives the same samples as decoding from the beginning.
  private func countsAsItsPages(lead: Int) -> Bool {
    // Behind the lead, so that the approach does not begin at the beginning as well. Untuned.
    let frame = lead + 65_536
    guard move(to: 0), skip(frame) else { return false }
    let count = read(atMost: 8192)
    let straight = buffer
    guard count > 0, seekWithPreroll(frame), read(atMost: count) == count else { return false }
    let tolerance = code.toleranceAfterLead
    return (0..<count * sound.channels).allSatisfy { index in
      let difference = Self.sample(straight[index]) - Self.sample(buffer[index])
      return abs(difference) <= tolerance
    }
  }

  private func skip(_ frames: Int) -> Bool {
    var left = frames
    while left > 0 {
      let got = read(atMost: left)
      guard got > 0 else { return false }
      left -= got
    }
    return true
  }

  private static func sample(_ bits: Int32) -> Float {
    Float(bitPattern: UInt32(bitPattern: bits))
  }

  /// Corresponds to `sf_get_string`.
  private static func tags(_ handle: OpaquePointer) -> AudioTags {
    func text(_ kind: Int) -> String? {
      guard let start = unsafe sf_get_string(handle, CInt(kind)) else { return nil }
      let count = unsafe strnlen(start, TagText.maximumBytes)
      return unsafe TagText.sanitized(UnsafeRawBufferPointer(start: start, count: count))
    }
    return AudioTags { row in row.sndfile.flatMap(text) }
  }

  /// Returns a decoder of uncompressed samples, whose position is found by observing where the
  /// library reads the first two frames. Corresponds to `sf_read_raw`.
  func uncompressed() -> PCMDecoder? {
    guard let encoding = code.plainEncoding, info.frames > 0 else { return nil }
    let swapped = unsafe sf_command(handle, CInt(SFC_RAW_DATA_NEEDS_ENDSWAP), nil, 0) != 0
    var sound = sound
    sound.format = SampleFormat(encoding, bigEndian: swapped)
    let width = sound.bytesPerFrame
    guard let first = offset(ofFrame: 0, width: width) else { return nil }
    // If the second frame does not follow the first, these are not plain samples.
    let hasSecond = info.frames > 1
    if hasSecond, offset(ofFrame: 1, width: width) != first + width { return nil }
    return PCMDecoder(
      of: sound,
      in: cursor.source,
      from: cursor.start + first,
      frames: Int(info.frames)
    )
  }

  private func offset(ofFrame frame: Int, width: Int) -> Int? {
    guard move(to: frame) else { return nil }
    let handle = unsafe self.handle
    let got = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard bytes.count >= width else { return sf_count_t(0) }
      return unsafe sf_read_raw(handle, bytes.baseAddress, sf_count_t(width))
    }
    guard got == width else { return nil }
    return cursor.latestRead
  }

  /// Corresponds to `sf_readf_short`, `sf_readf_int` or `sf_readf_float`.
  private func read(atMost limit: Int = .max) -> Int {
    let maximum = sf_count_t(min(limit, buffer.count / sound.channels))
    // Outside the closure, which has exclusive access to the buffer and so to this object.
    let handle = unsafe self.handle
    let encoding = code.encoding
    let got = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return sf_count_t(0) }
      switch encoding {
      case .int16:
        let target = unsafe start.assumingMemoryBound(to: Int16.self)
        return unsafe sf_readf_short(handle, target, maximum)
      case .int24, .int32:
        let target = unsafe start.assumingMemoryBound(to: Int32.self)
        return unsafe sf_readf_int(handle, target, maximum)
      case .float32:
        let target = unsafe start.assumingMemoryBound(to: Float.self)
        return unsafe sf_readf_float(handle, target, maximum)
      }
    }
    // Whatever the library returns, it has not written more than it was allowed to.
    return Int(max(0, min(got, maximum)))
  }

  private static let calls = unsafe SF_VIRTUAL_IO(
    get_filelen: { opaque in
      let cursor = unsafe SourceCursor.from(opaque)
      return sf_count_t(cursor?.length ?? 0)
    },
    seek: { offset, whence, opaque in
      let cursor = unsafe SourceCursor.from(opaque)
      let position = cursor?.seek(by: Int(offset), from: whence)
      return sf_count_t(position ?? -1)
    },
    read: { target, count, opaque in
      guard count > 0, let cursor = unsafe SourceCursor.from(opaque) else { return 0 }
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: target, count: Int(count))
      return sf_count_t(unsafe cursor.read(into: buffer))
    },
    write: { _, _, _ in 0 },
    tell: { opaque in
      let cursor = unsafe SourceCursor.from(opaque)
      return sf_count_t(cursor?.position ?? 0)
    }
  )
}
