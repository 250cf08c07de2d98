internal import CSndfile
internal import Glibc

/// A recording being decoded by libsndfile.
@safe struct SndfileStream: ~Copyable {
  private let handle: OpaquePointer
  private let cursor: SourceCursor
  private let info: SF_INFO
  private let reading: Reading
  private var buffer: [Int32]
  private(set) var framesRead = 0

  /// What the library is asked for.
  private enum Reading { case int16, int32, float32 }

  init(_ cursor: SourceCursor, limits: AudioLimits) throws(AudioFailure) {
    var info = SF_INFO()
    var calls = Self.calls
    guard let handle = unsafe sf_open_virtual(&calls, CInt(SFM_READ), &info, cursor.opaque) else {
      throw Self.failure(cursor)
    }
    do {
      try limits.check(channels: Int(info.channels), sampleRate: Int(info.samplerate))
    } catch {
      unsafe sf_close(handle)
      throw error
    }
    unsafe self.handle = unsafe handle
    self.cursor = cursor
    self.info = info
    reading = Self.reading(for: Int(info.format))
    let samples = max(1, Self.bufferSamples / Int(info.channels)) * Int(info.channels)
    buffer = [Int32](repeating: 0, count: samples)
  }

  deinit { unsafe sf_close(handle) }

  /// 128 KB of samples: as much as stays near the processor.
  private static let bufferSamples = 32768

  var sampleRate: Int { Int(info.samplerate) }
  var channels: Int { Int(info.channels) }
  /// Container and encoding, as the library spells them.
  var formatCode: Int { Int(info.format) }
  var declaredFrames: Int? {
    info.frames > 0 && info.frames < Int64.max ? Int(info.frames) : nil
  }

  var format: AudioSampleFormat {
    switch reading {
    case .int16: AudioSampleFormat(.int16)
    case .int32: AudioSampleFormat(.int32)
    case .float32: AudioSampleFormat(.float32)
    }
  }

  /// Decodes a buffer full and passes it on; 0 at the end.
  mutating func nextBlock(
    _ body: (borrowing RawSpan) -> Void
  ) throws(AudioFailure) -> Int {
    let frames = read()
    if frames == 0, let failure = cursor.source.failure { throw .unreadable(errno: failure) }
    guard frames > 0 else { return 0 }
    let bytes = frames * channels * format.bytesPerSample
    unsafe body(buffer.span.bytes.extracting(first: bytes))
    framesRead += frames
    return frames
  }

  /// Goes to a frame. Corresponds to `sf_seek`.
  mutating func seek(toFrame frame: Int) -> Bool {
    guard unsafe sf_seek(handle, sf_count_t(frame), SEEK_SET) == sf_count_t(frame) else {
      return false
    }
    framesRead = frame
    return true
  }

  /// The library met something that it could not decode. Corresponds to `sf_error`.
  var broken: Bool { unsafe sf_error(handle) != 0 }

  /// Corresponds to `sf_readf_short`, `sf_readf_int` or `sf_readf_float`.
  private mutating func read() -> Int {
    let wanted = sf_count_t(buffer.count / channels)
    let handle = unsafe self.handle
    let reading = self.reading
    let got = unsafe buffer.withUnsafeMutableBytes { bytes in
      guard let start = bytes.baseAddress else { return sf_count_t(0) }
      return switch reading {
      case .int16: unsafe sf_readf_short(handle, start.assumingMemoryBound(to: Int16.self), wanted)
      case .int32: unsafe sf_readf_int(handle, start.assumingMemoryBound(to: Int32.self), wanted)
      case .float32:
        unsafe sf_readf_float(handle, start.assumingMemoryBound(to: Float.self), wanted)
      }
    }
    return Int(max(0, min(got, wanted)))
  }

  private static func reading(for format: Int) -> Reading {
    guard format & Int(SF_FORMAT_TYPEMASK) == Int(SF_FORMAT_FLAC) else { return .float32 }
    switch format & Int(SF_FORMAT_SUBMASK) {
    case SF_FORMAT_PCM_16, SF_FORMAT_PCM_S8: return .int16
    default: return .int32
    }
  }

  private static func failure(_ cursor: SourceCursor) -> AudioFailure {
    if let failure = cursor.source.failure { return .unreadable(errno: failure) }
    guard let words = unsafe sf_strerror(nil) else { return .corrupt(detail: "") }
    return unsafe .corrupt(detail: String(cString: words))
  }

  private static let calls = unsafe SF_VIRTUAL_IO(
    get_filelen: { opaque in sf_count_t(unsafe SourceCursor.from(opaque)?.length ?? 0) },
    seek: { offset, whence, opaque in
      sf_count_t(unsafe SourceCursor.from(opaque)?.seek(Int(offset), whence) ?? -1)
    },
    read: { target, count, opaque in
      guard let target = unsafe target, count > 0, let cursor = unsafe SourceCursor.from(opaque)
      else { return 0 }
      let buffer = unsafe UnsafeMutableRawBufferPointer(start: target, count: Int(count))
      return sf_count_t(unsafe cursor.read(into: buffer))
    },
    write: { _, _, _ in 0 },
    tell: { opaque in sf_count_t(unsafe SourceCursor.from(opaque)?.position ?? 0) })
}
