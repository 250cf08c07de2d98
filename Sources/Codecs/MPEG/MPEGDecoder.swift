internal import CMpg123
internal import Glibc
import WavethumbBytes

/// Decodes an MPEG recording with libmpg123, frame by frame, in the library's own buffer.
///
/// If the number of channels changes, the library mixes to that of the first frame; if the sample
/// rate changes, frames are counted as they are decoded.
@safe final class MPEGDecoder: AudioDecoder {
  /// The number of frames decoded before the requested one: a frame may depend on bytes of ten before
  /// it, and the library's default of four is not exact.
  private static let lead = 16
  /// The lead begins at a multiple of this many frames, as if the library had decoded up to there.
  private static let round = 8
  /// The lead, plus the frames of an encoder's delay.
  private static let maximumLead = 2 * lead
  /// The zeros that are kept at the end of the bytes: the last frame may end with some, and in free
  /// format has up to eight thousand bytes.
  private static let maximumZeros = 1 << 16

  private let handle: OpaquePointer
  private let cursor: SourceCursor
  private let search: MPEGSearch
  private let first: MPEGSearch.Found
  private let info: EncoderInfoFrame?
  let sound: DecodedSound
  let length: DeclaredLength
  private var framesRead = 0
  private var walk: MPEGFrameWalk?
  /// Whether the end was an error of the library instead of the end of the bytes.
  private var hasFailed = false
  private var holes: MPEGHoles
  /// A block that was decoded after a gap, which is passed on first.
  private var pending: (audio: UnsafeMutablePointer<UInt8>, frames: Int)?

  /// Opens a source in which frames were found, with the end of its tags. A single frame, not
  /// confirmed by a second header, is accepted only on request. A known number of samples is not
  /// counted again.
  init(
    _ source: ByteSource,
    first: MPEGSearch.Found,
    from start: Int,
    lone: Bool = false,
    counted: Int? = nil
  ) throws(AudioFailure) {
    _ = mpg123_init()
    // Leaves some garbage to the library, which begins with frames that a chain omits. The limit is
    // a guess, just below 64 KiB.
    let isNear = first.offset - start < 60_000
    let libraryStart = isNear ? start : first.offset
    // The library searches for a next frame at any distance, and takes 25 ns for each zero on the
    // way: 10 s for 200 MB.
    let cursor = SourceCursor(
      source,
      start: libraryStart,
      end: source.endWithoutZeros() + Self.maximumZeros
    )
    guard let handle = unsafe mpg123_new(nil, nil) else {
      throw .corrupt(detail: "libmpg123 does not start")
    }
    unsafe self.handle = unsafe handle
    self.cursor = cursor
    search = MPEGSearch(source: source)
    self.first = first
    info = search.encoderInfo(from: cursor.start, through: first.offset)
    holes = MPEGHoles(source, first: first.offset, info: info)
    do {
      let (rate, channels) = unsafe try Self.open(handle, reading: cursor, lone: lone)
      sound = DecodedSound(
        formatName: first.header.formatName,
        sampleRate: rate,
        channels: channels,
        format: SampleFormat(.float32),
        origin: .mpeg
      )
      if info == nil, let counted {
        length = .counted(counted)
      } else {
        length = unsafe Self.length(handle, isClaimed: info != nil)
      }
    } catch {
      // Swift does not call deinit for a partially initialized object.
      unsafe mpg123_delete(handle)
      throw error
    }
  }

  deinit { unsafe mpg123_delete(handle) }

  /// Returns a constant bit rate if the coded bytes match the rate of a frame, except for a few
  /// frames of an encoder's delay and a tag at the end.
  func bitRate(ofBytes bytes: Int) -> AudioBitRate? {
    let seconds = Double(length.frames ?? 0) / Double(sound.sampleRate)
    let coded = info?.bytes ?? min(bytes, cursor.end) - first.offset
    guard let mean = AudioBitRate(bytes: coded, seconds: seconds) else { return nil }
    // The frame of an encoder's info may have a rate of its own.
    let second = search.header(at: first.offset + (first.header.length ?? 0))
    let usual = info == nil ? first.header : second
    let isVariable = info?.isVariable ?? false
    guard !isVariable, let usual, usual.bitRate > 0 else { return mean }
    let expected = Double(usual.bitRate) / 8 * seconds
    // A hundredth for tags between frames, and four frames for the delay. Untuned.
    let frameBytes = usual.length ?? MPEGFrameHeader.maximumLength
    let tolerance = 0.01 * expected + 4 * Double(frameBytes)
    guard abs(Double(coded) - expected) <= tolerance else { return mean }
    return AudioBitRate(kilobits: usual.bitRate / 1000, isConstant: true)
  }

  /// Decodes the next frame and passes its samples on. Corresponds to `mpg123_decode_frame`.
  func nextBlock(_ body: (borrowing RawSpan) -> Void) throws(AudioFailure) -> DecodedBlock {
    if let (audio, frames) = unsafe pending {
      unsafe pending = nil
      return unsafe pass(audio, frames: frames, to: body)
    }
    while !hasFailed {
      var number: off_t = 0
      var audio: UnsafeMutablePointer<UInt8>?
      var count = 0
      let status = unsafe mpg123_decode_frame(handle, &number, &audio, &count)
      let frames = count / sound.bytesPerFrame
      // A status other than success may come with samples, which count first.
      if frames > 0, let audio = unsafe audio {
        guard let lost = holes.pass(frameAt: latestOffset, length: latestLength) else { continue }
        if let gap = unsafe gap(before: audio, frames: frames, lost: lost) {
          framesRead += gap
          return DecodedBlock(frames: gap, isGap: true)
        }
        return unsafe pass(audio, frames: frames, to: body)
      }
      if let failure = cursor.source.failure { throw .unreadable(errno: failure) }
      switch status {
      case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue: continue
      case MPG123_DONE.rawValue: return DecodedBlock()
      default: hasFailed = true
      }
    }
    return DecodedBlock()
  }

  /// Returns the length of the gap before a block, or nil if there is none; a block of noise is part of
  /// the gap, and any other one is kept until the gap is passed on.
  private func gap(
    before audio: UnsafeMutablePointer<UInt8>,
    frames: Int,
    lost: Int
  ) -> Int? {
    let gap = lost * first.header.samples
    if unsafe Self.isNoise(audio, samples: frames * sound.channels) { return gap + frames }
    guard gap > 0 else { return nil }
    // The library's buffer stays as it is until the next call, so that the block need not be copied.
    unsafe pending = unsafe (audio, frames)
    return gap
  }

  /// Whether a sample is beyond 16 times full scale: only a damaged frame decodes to that.
  // Untuned. One such frame would make all others of a picture look like silence.
  private static func isNoise(_ audio: UnsafeMutablePointer<UInt8>, samples: Int) -> Bool {
    let limit = Int32(bitPattern: Float(16).bitPattern)
    return unsafe audio.withMemoryRebound(to: Int32.self, capacity: samples) { bits in
      // Bit patterns sort like their magnitudes; without a branch, this loop is vectorized.
      var beyond: Int32 = 0
      for index in 0..<samples {
        unsafe beyond |= limit &- (bits[index] & 0x7FFF_FFFF)
      }
      return beyond < 0
    }
  }

  private func pass(
    _ audio: UnsafeMutablePointer<UInt8>,
    frames: Int,
    to body: (borrowing RawSpan) -> Void
  ) -> DecodedBlock {
    let byteCount = frames * sound.bytesPerFrame
    unsafe body(RawSpan(_unsafeStart: UnsafeRawPointer(audio), byteCount: byteCount))
    framesRead += frames
    return DecodedBlock(frames: frames)
  }

  var isBeforeGap: Bool { holes.isNext }

  /// Corresponds to `mpg123_framepos`.
  private var latestOffset: Int { cursor.start + Int(unsafe mpg123_framepos(handle)) }

  /// Corresponds to `mpg123_info2`.
  private var latestLength: Int {
    var info = mpg123_frameinfo2()
    guard unsafe mpg123_info2(handle, &info) == MPG123_OK.rawValue else { return 0 }
    return Int(info.framesize)
  }

  /// In stereo, the library's order of additions repeats every fourth synthesis step, and in mono
  /// every eighth. A frame has 36 or 12 of them, but layer III at low rates 18: there, and in mono,
  /// the frame at which the lead begins matters. For layers I and II, the library always uses a
  /// lead of two frames.
  private var seeksExactly: Bool {
    if first.header.layer == 3 {
      first.header.version == .mpeg1
    } else {
      sound.channels == 2
    }
  }

  /// A stream that the library cannot seek is detected when its parts are approached: a test here
  /// would walk over half of it while nothing is decoded.
  func isDivisible() -> Bool { seeksExactly && length.frames ?? 0 > 1 }

  /// Seeks to a frame if no frames before it are lost: the library counts only present frames.
  func seek(toFrame frame: Int) -> Bool {
    let target = frame / first.header.samples
    let start = CodedFrame(number: 0, offset: first.offset)
    let walk = MPEGFrameWalk(
      cursor.source,
      from: start,
      as: first.header,
      freeLength: search.freeFormatLength(first.header, at: first.offset)
    )
    guard var walk else { return false }
    walk.advance(to: target, in: cursor.source)
    return walk.frame.number >= target && seekWithPreroll(frame)
  }

  /// Seeks to a frame. Corresponds to `mpg123_seek`.
  func seekWithPreroll(_ frame: Int) -> Bool {
    guard seeksExactly else { return false }
    registerFrame(before: frame)
    // The longest lead first: the library does not go back for a longer one, and it knows by how
    // much an encoder's delay shifts the frames.
    let maximum = Self.lead + Self.round - 1
    guard seek(toFrame: frame, lead: maximum) else { return false }
    let lead = Self.lead + Int(unsafe mpg123_tellframe(handle)) % Self.round
    guard lead == maximum || seek(toFrame: frame, lead: lead) else { return false }
    restart(at: frame)
    return true
  }

  private func seek(toFrame frame: Int, lead: Int) -> Bool {
    unsafe mpg123_param2(handle, CInt(MPG123_PREFRAMES.rawValue), CLong(lead), 0)
    return unsafe mpg123_seek(handle, off_t(frame), SEEK_SET) == off_t(frame)
  }

  var seekCost: SeekCost { .lead }

  /// Seeks near a frame. Corresponds to `mpg123_seek`.
  func seekApproximately(toFrame frame: Int) -> Bool {
    // Not bit-exact, so a short lead will do.
    unsafe mpg123_param2(handle, CInt(MPG123_PREFRAMES.rawValue), 2, 0)
    registerFrame(before: frame)
    let reached = unsafe mpg123_seek(handle, off_t(frame), SEEK_SET)
    guard reached >= 0 else { return false }
    restart(at: Int(reached))
    return true
  }

  private func restart(at frame: Int) {
    hasFailed = false
    framesRead = frame
    holes.restart()
    unsafe pending = nil
  }

  /// Registers a frame shortly before a sample, if the library knows none near it. Corresponds to
  /// `mpg123_index` and `mpg123_set_index`.
  private func registerFrame(before sample: Int) {
    let target = sample / first.header.samples - Self.maximumLead
    var offsets: UnsafeMutablePointer<off_t>?
    var step: off_t = 0
    var count = 0
    guard unsafe mpg123_index(handle, &offsets, &step, &count) == MPG123_OK.rawValue,
      let offsets = unsafe offsets, count > 0
    else { return }
    let lastKnown = Int(step) * count
    guard lastKnown < target else { return }
    let begin = unsafe offsets[0]
    // A walk goes forward only; neighboring parts continue that of the part before.
    let canContinue = walk.map { $0.frame.number <= target } ?? false
    if !canContinue {
      let start = CodedFrame(number: 0, offset: cursor.start + Int(begin))
      walk = MPEGFrameWalk(cursor.source, from: start, as: first.header)
    }
    walk?.advance(to: target, in: cursor.source)
    guard let reached = walk?.frame, reached.number > lastKnown else { return }
    var known = [begin, off_t(reached.offset - cursor.start)]
    unsafe mpg123_set_index(handle, &known, off_t(reached.number), known.count)
  }

  /// If the encoder's info declares bytes that are missing, the declared length is used; otherwise
  /// the recording is truncated if its last frame is.
  var ending: AudioEnding {
    guard let info, info.frames > 0 else { return AudioEnding(isCut: isLastFrameCut) }
    let present = cursor.end - first.offset
    // Encoders count their own bytes differently, by up to a frame.
    let declared = info.bytes ?? 0
    let isShort = present + MPEGFrameHeader.maximumLength < declared
    guard isShort || isLastFrameCut else { return AudioEnding() }
    return .after(framesRead, of: length)
  }

  private var isLastFrameCut: Bool {
    let offset = latestOffset
    guard let last = search.header(at: offset), let length = last.length else { return false }
    let end = offset + length
    if end > cursor.source.size { return true }
    // The library leaves out a frame that is not complete: then the one before it is the latest.
    guard let next = search.header(at: end), last.continues(as: next) else { return false }
    guard let nextLength = next.length else { return false }
    return end + nextLength > cursor.source.size
  }

  private static func open(
    _ handle: OpaquePointer,
    reading cursor: SourceCursor,
    lone: Bool
  ) throws(AudioFailure) -> (rate: Int, channels: Int) {
    unsafe setParameters(of: handle, lone: lone)
    unsafe setReader(of: handle)
    var rate = 0
    var channels: CInt = 0
    var encoding: CInt = 0
    guard unsafe mpg123_open_handle(handle, cursor.opaque) == MPG123_OK.rawValue,
      unsafe mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue
    else { throw unsafe failure(of: handle, reading: cursor) }
    // Bytes that are no MPEG have encoding 0.
    let isFloat = encoding == MPG123_ENC_FLOAT_32.rawValue
    let isUsable = isFloat && (1...2).contains(channels) && rate > 0
    guard isUsable else { throw unsafe failure(of: handle, reading: cursor) }
    unsafe fixChannels(channels, of: handle)
    return (rate, Int(channels))
  }

  /// Corresponds to `mpg123_param2`.
  private static func setParameters(of handle: OpaquePointer, lone: Bool) {
    // Without the first flag the library prints to standard error. Float is no slower than 16 bits,
    // and keeps what exceeds full scale. Tags are read by `ID3Tag`, also those of other files.
    let flags = MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_SKIP_ID3V2.rawValue
    // Otherwise the library looks for a second frame before it takes the first for one.
    let flagsOfLone = lone ? MPG123_NO_READAHEAD.rawValue : 0
    unsafe mpg123_param2(handle, CInt(MPG123_ADD_FLAGS.rawValue), CLong(flags | flagsOfLone), 0)
    unsafe mpg123_param2(handle, CInt(MPG123_PREFRAMES.rawValue), CLong(lead), 0)
    // Searches for the next frame at any distance, because damage is not the end.
    unsafe mpg123_param2(handle, CInt(MPG123_RESYNC_LIMIT.rawValue), -1, 0)
  }

  /// Has the library read through a cursor. Corresponds to `mpg123_replace_reader_handle`.
  // Not from a descriptor: blocks are shared with the walks over headers, and the cursor ends before
  // tags and zeros at the end of the file.
  private static func setReader(of handle: OpaquePointer) {
    unsafe mpg123_replace_reader_handle(
      handle,
      { opaque, target, count in
        guard let cursor = unsafe SourceCursor.from(opaque) else { return -1 }
        let target = unsafe UnsafeMutableRawBufferPointer(start: target, count: count)
        let got = unsafe cursor.read(into: target)
        // Fewer bytes mean the end to the library, and a failed read is no end.
        let hasFailed = cursor.source.failure != nil
        return hasFailed ? -1 : got
      },
      { opaque, offset, whence in
        let cursor = unsafe SourceCursor.from(opaque)
        let position = cursor?.seek(by: Int(offset), from: whence)
        return off_t(position ?? -1)
      },
      nil
    )
  }

  /// Fixes the number of channels at any sampling rate. Corresponds to `mpg123_format`.
  // A stream may change from stereo to mono; what the library decodes later would not fit the buffers
  // and the meters of the first frame.
  private static func fixChannels(_ channels: CInt, of handle: OpaquePointer) {
    unsafe mpg123_format_none(handle)
    var rates: UnsafePointer<CLong>?
    var count = 0
    unsafe mpg123_rates(&rates, &count)
    for rate in unsafe Array(UnsafeBufferPointer(start: rates, count: count)) {
      unsafe mpg123_format(handle, rate, channels, CInt(MPG123_ENC_FLOAT_32.rawValue))
    }
  }

  /// Counts the length; without an encoder's info all frame headers are walked, which costs a
  /// fiftieth of decoding. Corresponds to `mpg123_scan` and `mpg123_length`.
  private static func length(_ handle: OpaquePointer, isClaimed: Bool) -> DeclaredLength {
    // Scanning a truncated file with an encoder's info would undo the trimming of the encoder's
    // delay.
    let isCounted = unsafe !isClaimed && mpg123_scan(handle) == MPG123_OK.rawValue
    let frames = Int(unsafe mpg123_length(handle))
    guard frames > 0 else { return .unknown }
    return if isCounted {
      .counted(frames)
    } else {
      .claimed(frames)
    }
  }

  private static func failure(
    of handle: OpaquePointer,
    reading cursor: SourceCursor
  ) -> AudioFailure {
    if let failure = cursor.source.failure { return .unreadable(errno: failure) }
    guard let text = unsafe mpg123_strerror(handle) else { return .corrupt(detail: "") }
    return unsafe .corrupt(detail: String(cString: text))
  }
}
