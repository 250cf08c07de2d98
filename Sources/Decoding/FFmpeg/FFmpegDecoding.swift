import Codecs
import Glibc
import System
import Waveform

/// Decodes a recording with ffmpeg and measures its output in one of our workers.
package struct FFmpegDecoding {
  /// The time in which ffmpeg must exit after writing its output.
  private static let farewellSeconds = 5.0
  /// The time in which ffmpeg must exit if its stream is rejected, as it may have more to write.
  private static let refusedSeconds = 0.5

  package let program: FFmpegProgram
  private let pool: WorkerPool
  private let request: DecodeRequest
  private let cancel: CInt?

  package init?(
    _ program: FFmpegProgram?, _ pool: WorkerPool, _ request: DecodeRequest, cancel: CInt?
  ) {
    guard let program else { return nil }
    self.program = program
    self.pool = pool
    self.request = request
    self.cancel = cancel
  }

  /// Decodes an open file whose content is `what`; after a crash it is tried once more.
  package func decode(
    _ descriptor: CInt, what: String, progress: (DecodedSoFar) -> Void
  ) -> DecodeResult {
    let first = attempt(descriptor, what, progress)
    switch first {
    case .failure(.crashed), .failure(.killed): return attempt(descriptor, what, progress)
    case .success, .failure: return first
    }
  }

  private func attempt(
    _ descriptor: CInt, _ what: String, _ progress: (DecodedSoFar) -> Void
  ) -> DecodeResult {
    let source = Self.source(descriptor)
    let plan = FFmpegPlan(
      decodingWith: program.path, sandbox: program.sandbox(cancel: cancel),
      hours: request.limits.hours,
      inBatches: source.map(MP4SoundFormat.isConstant) ?? false)
    let process: FFmpegProcess
    do { process = try FFmpegSystem.start(plan, input: descriptor) } catch {
      return .failure(DecodeFailure(start: error))
    }
    let measured = pool.measure(
      stream: process.output.number, from: process.process, request: request, cancel: cancel,
      progress: progress)
    let end = process.end(within: Self.secondsToEnd(after: measured), cancel: cancel)
    let outcome = FFmpegOutcome(
      what: what, end: end, errorOutput: process.errorOutput(),
      processorSeconds: Double(plan.processorSeconds))
    return outcome.result(of: measured).map { recording in
      var recording = recording
      // The decoded stream contains no chapters, so they are read from the file.
      recording.facts.cues = source.map(MP4Chapters.cues) ?? []
      return recording
    }
  }

  private static func source(_ descriptor: CInt) -> ByteSource? {
    do throws(AudioFailure) {
      return try ByteSource(descriptor: descriptor)
    } catch {
      return nil
    }
  }

  /// Returns how long to wait for the exit status; longer if the stream is complete.
  private static func secondsToEnd(after measured: DecodeResult) -> Double {
    switch measured {
    case .success, .failure(.audio(.empty)): farewellSeconds
    case .failure(.audio(.corrupt)): refusedSeconds
    case .failure: 0
    }
  }
}

/// Combines a measured stream and the exit status of ffmpeg.
struct FFmpegOutcome {
  let what: String
  let end: WorkerSystem.End?
  let errorOutput: FFmpegErrorOutput
  let processorSeconds: Double

  func result(of measured: DecodeResult) -> DecodeResult {
    switch measured {
    case .success(var recording):
      if let failure = crash { return .failure(failure) }
      recording.facts.setFFmpeg(decoding: what)
      recording.facts.declaredFrames = nil
      let isCut = end != .exit(0) && end != nil || errorOutput.reportsEarlyEnd
      // The last packet of a truncated file does not count as further damage.
      recording.measurement.damage.gaps = max(0, errorOutput.lostPackets - (isCut ? 1 : 0))
      if isCut {
        recording.measurement.damage.isTruncated = true
        recording.measurement.mix.truncated = true
        for lane in recording.measurement.lanes.indices {
          recording.measurement.lanes[lane].truncated = true
        }
      }
      return .success(recording)
    case .failure(.audio(.empty)), .failure(.audio(.corrupt)):
      if let failure = crash { return .failure(failure) }
      if errorOutput.reportsMissingMemory {
        return .failure(.outOfMemory(megabytes: Int(FFmpegSandbox.memory >> 20)))
      }
      return .failure(.ffmpegFailed(what: what, reason: errorOutput.reason))
    case .failure: return measured
    }
  }

  private var crash: DecodeFailure? {
    switch end {
    // A lower limit set by the user is not a fault of the recording.
    case .signal(SIGXCPU) where FFmpegSystem.allows(processorSeconds: processorSeconds):
      .timeout(processorSeconds: processorSeconds)
    // The reading end of the pipe is closed if ffmpeg writes an invalid stream.
    case .signal(SIGPIPE), .exit, .running, .unknown, nil: nil
    case .signal(let signal): DecodeFailure(endedBy: signal)
    }
  }
}
