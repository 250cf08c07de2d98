import Codecs
import System
import Waveform

/// Measures a pipe of uncompressed samples, whose header may be wrong.
struct StreamDecoder {
  // Tags before the samples may be long.
  private static let longestHead = 1 << 20

  let descriptor: CInt
  let request: DecodeRequest
  /// The descriptor that becomes readable on cancellation; nil in a worker, which may not call
  /// `poll`.
  var cancel: CInt?
  var patienceSeconds: Double?
  var emit: (DecodeEvent) -> Void = { _ in }
  let heartbeat: RecordingDecoder.Heartbeat

  func whole() throws(DecodeFailure) -> DecodedRecording {
    var reader = StreamReader(descriptor, cancel: cancel, patienceSeconds: patienceSeconds)
    let (head, header) = try header(from: &reader)
    try RecordingDecoder.orFail(
      try request.limits.check(channels: header.channels, sampleRate: header.sampleRate))
    let progress = DecodingProgress(heartbeat: heartbeat)
    progress.begin(sampleRate: header.sampleRate, channels: header.channels)
    var measuring = PCMStreamMeasuring(header, request)
    try measuring.add(head[...])
    var told = 0
    var latest = (progress: progress.steps, at: MonotonicClock.seconds)
    while true {
      guard progress.decoded(measuring.frames - told) else { throw .cancelled }
      told = measuring.frames
      let now = MonotonicClock.seconds
      if progress.steps > latest.progress {
        latest = (progress.steps, now)
      } else if let patienceSeconds, now - latest.at > patienceSeconds {
        throw .waited(seconds: patienceSeconds)
      }
      let bytes = try reader.next()
      if bytes.isEmpty { break }
      try measuring.add(bytes)
      emitPoints(measuring.takePoints())
    }
    emitPoints(measuring.takeLastPoints())
    var recording = try measuring.finish()
    recording.facts.tags = AudioTags(waveHead: head.prefix(header.start))
    return recording
  }

  /// Reads until the header is complete; a rejected stream need not be read to its end.
  private func header(
    from reader: inout StreamReader
  ) throws(DecodeFailure) -> (head: [UInt8], header: PCMStreamHeader) {
    var head: [UInt8] = []
    while head.count < Self.longestHead {
      let bytes = try reader.next()
      if bytes.isEmpty { break }
      head += bytes
      switch PCMStreamHeader.read(head) {
      case .header(let header): return (head, header)
      case .incomplete: continue
      case .refused: throw .audio(.corrupt(detail: "no WAV"))
      }
    }
    throw .audio(head.isEmpty ? .empty : .corrupt(detail: "no WAV"))
  }

  private func emitPoints(_ points: [UInt8]) {
    if !points.isEmpty { emit(.bytes(points)) }
  }
}
