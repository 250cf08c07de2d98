import Codecs
import Waveform
import WavethumbBytes
import WavethumbSystem

/// Measures the WAV stream that ffmpeg writes, which may be malformed.
struct StreamDecoder {
  /// More than ffmpeg writes before the samples, which is the text of tags; the memory of a worker
  /// is enough for it.
  // Twice of it would still fit.
  private static let maximumHeadBytes = 4 << 20

  let descriptor: CInt
  let request: DecodeRequest
  /// The descriptor that becomes readable on cancellation; nil in a worker, which may not call
  /// `poll`.
  var cancel: CInt?
  var timeoutSeconds: Double?
  var emit: (DecodeEvent) -> Void = { _ in }
  let heartbeat: RecordingDecoder.Heartbeat

  func recording() throws(DecodeFailure) -> DecodedRecording {
    var reader = StreamReader(descriptor, cancel: cancel, timeoutSeconds: timeoutSeconds)
    var pace = StreamPace(heartbeat: heartbeat, timeoutSeconds: timeoutSeconds)
    let (header, start) = try head(from: &reader, pace: &pace)
    try RecordingDecoder.orFail(
      try request.limits.check(channels: header.channels, sampleRate: header.sampleRate)
    )
    try request.check(channels: header.channels)
    pace.progress.begin(sampleRate: header.sampleRate, channels: header.channels)
    var measuring = PCMStreamMeasuring(header, request)
    var bytes = start[...]
    while !bytes.isEmpty {
      try measuring.add(bytes)
      send(measuring.drainPoints())
      try pace.check(frames: measuring.frames)
      // The reader copies its block if it is still in use.
      bytes = []
      bytes = try reader.next()
    }
    send(measuring.drainLastPoints())
    var recording = try measuring.finish()
    recording.facts.tags = AudioTags(infoOf: Array(start.prefix(header.start)))
    return recording
  }

  /// Reads until the samples begin, and returns all bytes read.
  private func head(
    from reader: inout StreamReader,
    pace: inout StreamPace
  ) throws(DecodeFailure) -> (header: PCMStreamHeader, start: [UInt8]) {
    var start: [UInt8] = []
    while true {
      try pace.check(frames: 0)
      let bytes = try reader.next()
      // Without a frame, ffmpeg writes nothing or the beginning only.
      if bytes.isEmpty { throw .audio(.empty) }
      start += bytes
      switch PCMStreamHeader.read(start) {
      case .header(let header):
        // Space is reserved for a declared length, and ffmpeg cannot know it.
        guard header.coding == .plain(SampleFormat(.float32)), header.declaredBytes == nil else {
          throw Self.malformed
        }
        return (header, start)
      case .incomplete:
        guard start.count <= Self.maximumHeadBytes else { throw Self.malformed }
      case .refused: throw Self.malformed
      }
    }
  }

  private func send(_ points: [UInt8]) {
    if !points.isEmpty {
      emit(.bytes(points))
    }
  }

  private static var malformed: DecodeFailure { .audio(.corrupt(detail: "no WAV")) }
}

/// Reports the progress of a stream, and ends one that makes none.
private struct StreamPace {
  let progress: DecodingProgress
  private let timeoutSeconds: Double?
  private var frames = 0
  private var steps: UInt64
  private var secondsOfStep = MonotonicClock.seconds

  init(heartbeat: @escaping RecordingDecoder.Heartbeat, timeoutSeconds: Double?) {
    progress = DecodingProgress(heartbeat: heartbeat)
    self.timeoutSeconds = timeoutSeconds
    steps = progress.steps
  }

  /// Reports the number of all frames so far; throws if they have not grown for too long.
  mutating func check(frames: Int) throws(DecodeFailure) {
    guard progress.decoded(frames - self.frames) else { throw .cancelled }
    self.frames = frames
    let now = MonotonicClock.seconds
    if progress.steps > steps {
      steps = progress.steps
      secondsOfStep = now
    } else if let timeoutSeconds, now - secondsOfStep > timeoutSeconds {
      throw .stalled(seconds: timeoutSeconds)
    }
  }
}
