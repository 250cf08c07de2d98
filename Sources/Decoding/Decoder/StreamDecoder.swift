import Codecs
import System
import Waveform

/// Measures a pipe of uncompressed samples, whose header may be wrong.
struct StreamDecoder {
  // Tags before the samples may be long.
  private static let longestHead = 1 << 20

  let descriptor: CInt
  let request: DecodeRequest
  /// Readable when the run is cancelled; nil in a worker, which may not call `poll`.
  var cancel: CInt?
  var patienceSeconds: Double?
  var emit: (DecodeEvent) -> Void = { _ in }
  let heartbeat: RecordingDecoder.Heartbeat

  func whole() -> Result<DecodedRecording, DecodeFailure> {
    Result { () throws(DecodeFailure) in
      var reader = StreamReader(descriptor, cancel: cancel, patienceSeconds: patienceSeconds)
      do {
        return try measured(&reader)
      } catch let failure as DecodeFailure {
        throw failure
      } catch let stop as StreamReader.Stop {
        switch stop {
        case .cancelled: throw .cancelled
        case .stalled: throw .waited(seconds: patienceSeconds ?? 0)
        case .unreadable(let number): throw .unreadable(errno: number)
        }
      } catch {
        throw .crashed(signal: 0)
      }
    }
  }

  private func measured(_ reader: inout StreamReader) throws -> DecodedRecording {
    var head: [UInt8] = []
    var reading = PCMStreamHeader.Reading.incomplete
    // A rejected stream need not be read to its end.
    while reading == .incomplete, head.count < Self.longestHead {
      let count = try reader.fill()
      if count == 0 { break }
      head.append(contentsOf: reader.block.prefix(count))
      reading = PCMStreamHeader.read(head)
    }
    guard case .header(let header) = reading else {
      throw DecodeFailure.audio(head.isEmpty ? .empty : .corrupt(detail: "no WAV"))
    }
    try check(header)
    let progress = DecodingProgress(heartbeat: heartbeat)
    progress.begin(sampleRate: header.sampleRate, channels: header.channels)
    var measuring = PCMStreamMeasuring(header, request)
    try measuring.add(head[...])
    var told = 0
    var latest = (progress: progress.steps, at: MonotonicClock.seconds)
    while true {
      guard progress.decoded(measuring.frames - told) else { throw DecodeFailure.cancelled }
      told = measuring.frames
      let now = MonotonicClock.seconds
      if progress.steps > latest.progress {
        latest = (progress.steps, now)
      } else if let patienceSeconds, now - latest.at > patienceSeconds {
        throw DecodeFailure.waited(seconds: patienceSeconds)
      }
      let count = try reader.fill()
      if count == 0 { break }
      try measuring.add(reader.block.prefix(count))
      tellPoints(measuring.takePoints())
    }
    tellPoints(measuring.takeLastPoints())
    var recording = try measuring.finish()
    recording.facts.tags = AudioTags(waveHead: head.prefix(header.start))
    return recording
  }

  private func tellPoints(_ points: [UInt8]) {
    if !points.isEmpty { emit(.bytes(points)) }
  }

  private func check(_ header: PCMStreamHeader) throws(DecodeFailure) {
    let limits = request.limits
    if header.channels > limits.channels {
      throw .audio(.outOfLimits(.channels, found: header.channels, limit: limits.channels))
    }
    if !limits.sampleRates.contains(header.sampleRate) {
      let rates = limits.sampleRates
      let limit = header.sampleRate < rates.lowerBound ? rates.lowerBound : rates.upperBound
      throw .audio(.outOfLimits(.sampleRate, found: header.sampleRate, limit: limit))
    }
  }
}
