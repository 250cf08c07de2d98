import Codecs
import System
import Waveform

/// Measures the tracks of a Matroska stream of uncompressed samples, which may be malformed.
struct StreamDecoder {
  let descriptor: CInt
  let request: DecodeRequest
  /// The descriptor that becomes readable on cancellation; nil in a worker, which may not call
  /// `poll`.
  var cancel: CInt?
  var patienceSeconds: Double?
  var emit: (DecodeEvent) -> Void = { _ in }
  let heartbeat: RecordingDecoder.Heartbeat

  /// Returns the measurement of each track, of which there is at least one.
  func tracks() throws(DecodeFailure) -> [DecodedRecording] {
    var reader = StreamReader(descriptor, cancel: cancel, patienceSeconds: patienceSeconds)
    var stream = MatroskaStream()
    var measuring = TracksMeasuring(request: request)
    let progress = DecodingProgress(heartbeat: heartbeat)
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
      var bytes = try reader.next()
      if bytes.isEmpty { break }
      while let (track, samples) = try RecordingDecoder.orFail(try stream.next(from: &bytes)) {
        if measuring.isEmpty, let first = stream.tracks.first {
          progress.begin(sampleRate: first.sampleRate, channels: first.channels)
        }
        let points = try measuring.add(samples, to: track, of: stream.tracks)
        if !points.isEmpty {
          emit(.bytes(points))
        }
      }
    }
    // Without a frame, ffmpeg writes nothing or the beginning only.
    if measuring.isEmpty { throw .audio(.empty) }
    let points = measuring.takeLastPoints()
    if !points.isEmpty {
      emit(.bytes(points))
    }
    return try measuring.finish(stream.tracks)
  }
}

/// Measures tracks that follow each other, except that each may begin earlier.
private struct TracksMeasuring {
  /// The bytes of a track that may come before the end of the one before: the memory of a worker is
  /// enough for one longer track.
  private static let maximumBeginning = 1 << 19

  let request: DecodeRequest
  private(set) var frames = 0
  private var open: [PCMStreamMeasuring?] = []
  private var finished: [DecodedRecording?] = []
  /// The track that is beyond its beginning.
  private var current: Int?

  init(request: DecodeRequest) { self.request = request }

  var isEmpty: Bool { open.isEmpty }

  /// Adds samples, and returns the points that they complete.
  mutating func add(
    _ samples: ArraySlice<UInt8>, to track: Int, of tracks: [MatroskaStream.Track]
  ) throws(DecodeFailure) -> [UInt8] {
    while open.count < tracks.count {
      open.append(try measuring(tracks[open.count]))
      finished.append(nil)
    }
    guard finished[track] == nil else { throw .audio(.corrupt(detail: "mixed tracks")) }
    let before = open[track]?.frames ?? 0
    try open[track]?.add(samples)
    let now = open[track]?.frames ?? 0
    frames += now - before
    if current != track, now * tracks[track].channels * 4 > Self.maximumBeginning {
      if let current {
        try finish(current)
      }
      current = track
    }
    return open[track]?.takePoints() ?? []
  }

  mutating func takeLastPoints() -> [UInt8] {
    guard let last = open.indices.last else { return [] }
    return open[last]?.takeLastPoints() ?? []
  }

  mutating func finish(_ tracks: [MatroskaStream.Track]) throws(DecodeFailure) -> [DecodedRecording]
  {
    for track in open.indices {
      try finish(track)
    }
    return zip(finished, tracks).compactMap { recording, track in
      var recording = recording
      recording?.facts.tags = track.tags
      return recording
    }
  }

  private mutating func finish(_ track: Int) throws(DecodeFailure) {
    guard let measuring = open[track] else { return }
    open[track] = nil
    finished[track] = try measuring.finish()
  }

  private func measuring(
    _ track: MatroskaStream.Track
  ) throws(DecodeFailure) -> PCMStreamMeasuring {
    try RecordingDecoder.orFail(
      try request.limits.check(channels: track.channels, sampleRate: track.sampleRate))
    return PCMStreamMeasuring(track.header, request)
  }
}
