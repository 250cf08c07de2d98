internal import CMpg123
internal import Glibc

/// An MPEG recording being decoded by libmpg123, frame by frame, in the library's own buffer.
///
/// Where the number of channels changes in mid-stream, the library mixes to that of the first
/// frame; where the sample rate changes, frames are counted as they come.
@safe struct MPEGStream: ~Copyable {
  private let handle: OpaquePointer
  private let cursor: SourceCursor
  let sampleRate: Int
  let channels: Int
  let formatName: String
  /// The end came as an error of the library, not as the end of the bytes.
  private(set) var broken = false
  private(set) var framesRead = 0

  init(_ cursor: SourceCursor) throws(AudioFailure) {
    _ = mpg123_init()
    guard let handle = unsafe mpg123_new(nil, nil) else {
      throw .corrupt(detail: "libmpg123 does not start")
    }
    do {
      let format = unsafe try Self.open(handle, cursor)
      unsafe self.handle = handle
      self.cursor = cursor
      sampleRate = format.rate
      channels = format.channels
      formatName = unsafe Self.formatName(handle)
    } catch {
      unsafe mpg123_delete(handle)
      throw error
    }
  }

  deinit { unsafe mpg123_delete(handle) }

  /// Decodes the next frame and passes its samples on; 0 at the end.
  /// Corresponds to `mpg123_decode_frame`.
  mutating func nextBlock(
    _ body: (borrowing RawSpan) -> Void
  ) throws(AudioFailure) -> Int {
    while !broken {
      var number: off_t = 0
      var audio: UnsafeMutablePointer<UInt8>?
      var count = 0
      let status = unsafe mpg123_decode_frame(handle, &number, &audio, &count)
      let frames = count / (channels * MemoryLayout<Float>.size)
      if frames > 0, let audio = unsafe audio {
        let used = frames * channels * MemoryLayout<Float>.size
        unsafe body(RawSpan(_unsafeStart: UnsafeRawPointer(audio), byteCount: used))
        framesRead += frames
        return frames
      }
      if let failure = cursor.source.failure { throw .unreadable(errno: failure) }
      switch status {
      case MPG123_OK.rawValue, MPG123_NEW_FORMAT.rawValue: continue
      case MPG123_DONE.rawValue: return 0
      default: broken = true
      }
    }
    return 0
  }

  /// Goes to a frame exactly. Corresponds to `mpg123_seek`.
  mutating func seek(toFrame frame: Int) -> Bool {
    guard unsafe mpg123_seek(handle, off_t(frame), SEEK_SET) == off_t(frame) else { return false }
    broken = false
    framesRead = frame
    return true
  }

  /// The length by the encoder's own note or by the size; a hint. Corresponds to `mpg123_length`.
  var declaredFrames: Int? {
    let length = unsafe mpg123_length(handle)
    return length > 0 ? Int(length) : nil
  }

  /// Walks all frame headers, so that the length is exact. Corresponds to `mpg123_scan`.
  func scan() -> Bool { unsafe mpg123_scan(handle) == MPG123_OK.rawValue }

  private static func open(
    _ handle: OpaquePointer, _ cursor: SourceCursor
  ) throws(AudioFailure) -> (rate: Int, channels: Int) {
    let quiet = MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue | MPG123_SKIP_ID3V2.rawValue
    unsafe mpg123_param2(handle, CInt(MPG123_ADD_FLAGS.rawValue), CLong(quiet), 0)
    unsafe mpg123_replace_reader_handle(
      handle,
      { opaque, target, count in
        guard let cursor = unsafe SourceCursor.from(opaque) else { return -1 }
        let got = unsafe cursor.read(
          into: UnsafeMutableRawBufferPointer(start: target, count: count))
        return cursor.source.failure == nil ? got : -1
      },
      { opaque, offset, whence in
        off_t(unsafe SourceCursor.from(opaque)?.seek(Int(offset), whence) ?? -1)
      },
      nil)
    guard unsafe mpg123_open_handle(handle, cursor.opaque) == MPG123_OK.rawValue else {
      throw unsafe failure(handle, cursor)
    }
    var rate = 0
    var channels: CInt = 0
    var encoding: CInt = 0
    guard unsafe mpg123_getformat(handle, &rate, &channels, &encoding) == MPG123_OK.rawValue,
      encoding == MPG123_ENC_FLOAT_32.rawValue, (1...2).contains(channels), rate > 0
    else { throw unsafe failure(handle, cursor) }
    unsafe keep(channels, handle)
    return (rate, Int(channels))
  }

  /// Holds the library to one number of channels, at any rate. Corresponds to `mpg123_format`.
  private static func keep(_ channels: CInt, _ handle: OpaquePointer) {
    unsafe mpg123_format_none(handle)
    var rates: UnsafePointer<CLong>?
    var count = 0
    unsafe mpg123_rates(&rates, &count)
    for rate in unsafe Array(UnsafeBufferPointer(start: rates, count: count)) {
      unsafe mpg123_format(handle, rate, channels, CInt(MPG123_ENC_FLOAT_32.rawValue))
    }
  }

  private static func failure(_ handle: OpaquePointer, _ cursor: SourceCursor) -> AudioFailure {
    if let failure = cursor.source.failure { return .unreadable(errno: failure) }
    guard let words = unsafe mpg123_strerror(handle) else { return .corrupt(detail: "") }
    return unsafe .corrupt(detail: String(cString: words))
  }

  private static func formatName(_ handle: OpaquePointer) -> String {
    var info = mpg123_frameinfo2()
    unsafe mpg123_info2(handle, &info)
    let version =
      switch info.version {
      case CInt(MPG123_2_0.rawValue): "2"
      case CInt(MPG123_2_5.rawValue): "2.5"
      default: "1"
      }
    let layers = ["I", "II", "III"]
    let layer = (1...3).contains(info.layer) ? layers[Int(info.layer) - 1] : "III"
    return "MPEG-\(version) layer \(layer)"
  }
}
