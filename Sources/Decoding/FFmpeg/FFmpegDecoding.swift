import Codecs
import Glibc
import Waveform
import WavethumbSystem

/// Decodes a recording with ffmpeg and measures its output in one of our workers.
package struct FFmpegDecoding {
  /// The time in which ffmpeg must exit after writing its output.
  // It has only to free its memory. With half of it, a busy machine may lose the exit status,
  // and with it whether the recording was cut off; twice of it only delays what is broken anyway.
  private static let secondsToExit = 5.0
  /// The time in which ffmpeg must exit if its stream is rejected, as it may have more to write.
  private static let secondsToExitIfRejected = 0.5

  package let program: FFmpegProgram
  private let pool: WorkerPool
  private let request: DecodeRequest
  private let cancel: CInt?

  package init?(
    _ program: FFmpegProgram?,
    pool: WorkerPool,
    request: DecodeRequest,
    cancel: CInt?
  ) {
    guard let program else { return nil }
    self.program = program
    self.pool = pool
    self.request = request
    self.cancel = cancel
  }

  /// Decodes a file; after a crash it is tried once more.
  // The worker that measures may have been damaged by an earlier recording, and ffmpeg killed by a
  // system that was short of memory: neither is a fault of this one.
  package func decode(_ input: FFmpegInput, progress: (DecodedSoFar) -> Void) -> DecodeResult {
    var last = attempt(input, progress)
    switch last.result {
    case .failure(.crashed), .failure(.killed): last = attempt(input, progress)
    case .success, .failure: break
    }
    return withoutFaultsOfMachine(last.result, last.errorOutput)
  }

  /// Returns a result, or the failure of ffmpeg itself if it fails with any recording now.
  private func withoutFaultsOfMachine(
    _ result: DecodeResult,
    _ errorOutput: FFmpegErrorOutput
  ) -> DecodeResult {
    switch result {
    // The trial costs as much as the failed attempt, once for each recording that fails.
    case .failure(.ffmpegFailed), .failure(.crashed), .failure(.outOfMemory):
      let trial = FFmpegTrial(program: program, cancel: cancel)
      if errorOutput.isAboutContent || trial.succeeds() { return result }
      // A trial that was cancelled has not succeeded either.
      let isCancelled = cancel.map(DescriptorSystem.isReadable) ?? false
      if isCancelled { return .failure(.cancelled) }
      return .failure(.ffmpegNotStarted(reason: errorOutput.reason))
    case .success, .failure: return result
    }
  }

  private func attempt(
    _ input: FFmpegInput,
    _ progress: (DecodedSoFar) -> Void
  ) -> (result: DecodeResult, errorOutput: FFmpegErrorOutput) {
    let plan = FFmpegPlan(
      decodingWith: program.path,
      sandbox: program.sandbox(cancel: cancel),
      hours: request.limits.hours
    )
    let process: FFmpegProcess
    do {
      process = try FFmpegProcess.start(plan, input: input.descriptor)
    } catch {
      return (.failure(DecodeFailure(ffmpegStart: error)), FFmpegErrorOutput([]))
    }
    let measured = pool.measure(
      stream: process.output.number,
      from: process.process,
      request: request,
      cancel: cancel,
      progress: progress
    )
    // The messages last: ffmpeg writes them until its end.
    let end = process.end(within: Self.secondsToEnd(after: measured), cancel: cancel)
    let errorOutput = process.errorOutput()
    let outcome = FFmpegOutcome(
      what: input.what,
      end: end,
      errorOutput: errorOutput,
      processorSeconds: Double(plan.processorSeconds),
      hasMemory: FFmpegSystem.allowsMemory
    )
    let result = outcome.result(of: measured).map { recording in
      var recording = recording
      recording.facts.cues = input.cues
      return recording
    }
    return (result, errorOutput)
  }

  /// Returns how long to wait for the exit status; longer if the stream is complete.
  private static func secondsToEnd(after measured: DecodeResult) -> Double {
    switch measured {
    case .success, .failure(.audio(.empty)): secondsToExit
    case .failure(.audio(.corrupt)): secondsToExitIfRejected
    // The failure is known already, and its cause is not in the exit status.
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
  /// Whether ffmpeg could use all the memory of its sandbox.
  var hasMemory = true

  func result(of measured: DecodeResult) -> DecodeResult {
    switch measured {
    case .success(var recording):
      if let failure = crash { return .failure(failure) }
      recording.facts.setFFmpeg(decoding: what)
      // ffmpeg cannot know the length before the end, and writes none.
      recording.facts.declaredFrames = nil
      // That of the samples is not that of the file.
      recording.facts.bitRate = nil
      // Where the sound ends for want of memory, another day it goes on.
      if !hasMemory, errorOutput.reportsMissingMemory { return .failure(.shortOfMemory) }
      // Without an exit status this program has killed ffmpeg, which had then written everything.
      let hasFailed = end != nil && end != .exit(0)
      let isCut = hasFailed || errorOutput.reportsEarlyEnd
      // The last packet of a truncated file does not count as further damage.
      let lastPacket = isCut ? 1 : 0
      recording.measurement.damage.gaps = max(0, errorOutput.lostPackets - lastPacket)
      if isCut {
        recording.measurement.setTruncated()
      }
      return .success(recording)
    case .failure(.audio(.empty)), .failure(.audio(.corrupt)):
      if isBeforeStart { return .failure(.ffmpegNotStarted(reason: errorOutput.reason)) }
      if !hasMemory { return .failure(.shortOfMemory) }
      if let failure = crash { return .failure(failure) }
      if errorOutput.reportsMissingMemory {
        return .failure(.outOfMemory(megabytes: Int(FFmpegSandbox.memory >> 20)))
      }
      return .failure(.ffmpegFailed(what: what, reason: errorOutput.reason))
    // With too little address space, ffmpeg waits for ever for threads that it could not start.
    case .failure(.timeout), .failure(.stalled):
      return hasMemory ? measured : .failure(.shortOfMemory)
    case .failure: return measured
    }
  }

  /// Whether ffmpeg ended before it began: a shell, our own process before `execve`, and the loader
  /// end with 126 or 127, and ffmpeg never does.
  private var isBeforeStart: Bool {
    switch end {
    case .exit(126), .exit(127): true
    case .exit, .signal, .running, .unknown, nil: errorOutput.isOfLoader
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

extension WaveformMeasurement {
  fileprivate mutating func setTruncated() {
    damage.isTruncated = true
    mix.truncated = true
    for lane in lanes.indices {
      lanes[lane].truncated = true
    }
  }
}

extension DecodeFailure {
  /// Creates the failure of a recording whose ffmpeg could not be started: a process that the system
  /// refuses is not the end of a run, whose other recordings may need no ffmpeg.
  fileprivate init(ffmpegStart failure: WorkerStartFailure) {
    self = failure == .cancelled ? .cancelled : .ffmpegNotStarted(reason: nil)
  }
}

/// An open file whose content, as `what` says, only ffmpeg decodes.
package struct FFmpegInput {
  let descriptor: CInt
  let what: String
  private let source: ByteSource?

  package init(_ descriptor: CInt, what: String) {
    self.descriptor = descriptor
    self.what = what
    do throws(AudioFailure) {
      source = try ByteSource(descriptor: descriptor)
    } catch {
      source = nil
    }
  }

  /// The chapters, which the decoded stream does not contain.
  var cues: [AudioCue] { source.map(MP4Chapters.cues) ?? [] }
}

/// When ffmpeg decodes a recording after our libraries.
package enum FFmpegRetry: Sendable {
  case never
  case unsupported
  case unsupportedOrDamaged
}
