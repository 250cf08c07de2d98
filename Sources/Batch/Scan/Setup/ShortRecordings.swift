/// The limits for decoding several short recordings in one child task.
enum ShortRecordings {
  /// How many recordings one worker decodes in a row. Waking a worker takes about as long as
  /// decoding a second of sound; with more than eight, the last thread is busy noticeably longer
  /// than the others.
  static let perTask = 8
  /// The size up to which a recording counts as short.
  // A second and a half of WAV in CD quality, or 16 s of MP3 at 128 kbit/s, which decode in about the
  // time that waking a worker takes. A guess: half and twice of it were not tried.
  static let maximumBytes: Int64 = 256 << 10
}
