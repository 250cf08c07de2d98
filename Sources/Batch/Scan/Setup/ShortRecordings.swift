/// The limits for decoding several short recordings in one child task.
enum ShortRecordings {
  /// How many recordings one worker decodes in a row. Waking a worker takes about as long as
  /// decoding a second of sound; with more than eight, the last thread is busy noticeably longer
  /// than the others.
  static let perTask = 8
  static let maximumBytes: Int64 = 256 << 10
}
