import Codecs
import Glibc
import TestSupport
import Testing
import Waveform
import WavethumbBytes
import WavethumbSystem

@testable import Decoding

@Suite struct `ffmpeg's outcome` {
  private func outcome(
    _ end: WorkerSystem.End?,
    errorOutput: String = ""
  ) -> FFmpegOutcome {
    FFmpegOutcome(
      what: "MP4 or M4A",
      end: end,
      errorOutput: FFmpegErrorOutput(Array(errorOutput.utf8)),
      processorSeconds: 60
    )
  }

  private let measured = DecodedRecording(
    facts: AudioFacts(
      formatName: "WAV, 32-bit float",
      sampleRate: 8000,
      channels: 1,
      declaredFrames: nil
    ),
    measurement: WaveformMeasurement(mix: WaveformSummary(amplitudes: [0.5, 1], duration: 1))
  )

  // The samples come as a float WAV through a pipe; what the user has is an MP4.
  @Test func `an ffmpeg success keeps the recording`() throws {
    let recording = try outcome(.exit(0)).result(of: .success(measured)).get()
    #expect(recording.facts.formatName == "MP4 or M4A (ffmpeg)")
    #expect(!recording.measurement.mix.truncated)
  }

  // ffmpeg exits with 0 where a file was cut; only its messages say so.
  @Test(arguments: [
    (1, ""),
    (0, "[mov,mp4 @ 0x55d0] stream 0, offset 0x34dc7: partial file\n"),
    (0, "[matroska,webm @ 0x55d0] File ended prematurely\n"),
  ])
  func `an ffmpeg stream that breaks off is truncated`(status: CInt, errorOutput: String) throws {
    let recording = try outcome(.exit(status), errorOutput: errorOutput).result(
      of: .success(measured)
    ).get()
    #expect(recording.measurement.mix.truncated)
  }

  @Test func `packets that ffmpeg could not decode are damage at an unknown place`() throws {
    let errorOutput = """
      [aac @ 0x55d0] channel element 0.0 is not allocated
      Error while decoding stream #0:0: Invalid data found when processing input
      [aist#0:0/aac @ 0x55d0] Error submitting packet to decoder: Invalid data found

      """
    let outcome = outcome(.exit(0), errorOutput: errorOutput)
    let damage = try outcome.result(of: .success(measured)).get().measurement.damage
    // The second and the third line, of older and newer releases, name a packet each.
    #expect(damage.gaps == 2)
    #expect(damage.firstGap == nil)
    #expect(damage.framesLost == 0)
  }

  @Test func `an ffmpeg crash is a crash, with or without sound`() {
    let sounds: [DecodeResult] = [
      .success(measured),
      .failure(.audio(.empty)),
    ]
    for sound in sounds {
      let crash = outcome(.signal(SIGSEGV)).result(of: sound)
      #expect(crash == .failure(.crashed(signal: SIGSEGV)))
      // The signal of its limit on processor time.
      let timeout = outcome(.signal(SIGXCPU)).result(of: sound)
      #expect(timeout == .failure(.timeout(processorSeconds: 60)))
    }
  }

  @Test(arguments: [
    (
      "[mov,mp4,m4a @ 0x5626ab] moov atom not found\nfile:/proc/self/fd/0: Invalid data\n",
      "moov atom not found"
    ),
    ("file:/proc/self/fd/0: Invalid data found\n", "Invalid data found"),
    ("Stream map '0:a:0' matches no streams.\nTo ignore this, add\n", "no sound in it"),
    // Nothing but addresses, no message, and brackets that do not close.
    ("[aac @ 0x5] at 0x7ffe1234\n", nil),
    ("", nil),
    ("\n\n[[[]\n", nil),
  ])
  func `the reason is ffmpeg's first message, without addresses`(
    errorOutput: String,
    reason: String?
  ) {
    let outcome = outcome(.exit(1), errorOutput: errorOutput)
    let result = outcome.result(of: .failure(.audio(.empty)))
    // An address would make the manifest of each run another one.
    #expect(result == .failure(.ffmpegFailed(what: "MP4 or M4A", reason: reason)))
  }

  @Test func `an ffmpeg memory failure is reported as such`() {
    let outcome = outcome(.exit(1), errorOutput: "x: Cannot allocate memory\n")
    let result = outcome.result(of: .failure(.audio(.empty)))
    // The limit of its sandbox.
    #expect(result == .failure(.outOfMemory(megabytes: 512)))
  }

  // The statuses of a shell that cannot run a program, and messages of the dynamic linker.
  @Test(arguments: [
    (126, ""),
    (127, ""),
    (1, "/usr/bin/ffmpeg: symbol lookup error: undefined symbol: x\n"),
    (1, "ffmpeg: error while loading shared libraries: libx.so.0: file too short\n"),
  ])
  func `an end before ffmpeg began is no fault of the recording`(status: CInt, errorOutput: String)
  {
    let result = outcome(.exit(status), errorOutput: errorOutput).result(
      of: .failure(.audio(.empty))
    )
    guard case .failure(.ffmpegNotStarted) = result else {
      Issue.record("\(result)")
      return
    }
  }

  // The manifest keeps faults of a recording. This one may succeed on another day.
  @Test func `with less memory than it may use nothing is a fault of the recording`() {
    var outcome = outcome(.exit(1), errorOutput: "x: Cannot allocate memory\n")
    outcome.hasMemory = false
    for sound in [.success(measured), .failure(.audio(.empty))] as [DecodeResult] {
      #expect(outcome.result(of: sound) == .failure(.shortOfMemory))
    }
  }

  // With 400 MB of address space ffmpeg cannot start its threads, and waits for them for ever.
  @Test func `with less memory than it may use a timeout is no fault of the recording`() {
    let timeout = DecodeResult.failure(.timeout(processorSeconds: 10))
    let waited = DecodeResult.failure(.stalled(seconds: 100))
    var outcome = outcome(nil)
    #expect(outcome.result(of: timeout) == timeout)
    outcome.hasMemory = false
    #expect(outcome.result(of: timeout) == .failure(.shortOfMemory))
    #expect(outcome.result(of: waited) == .failure(.shortOfMemory))
  }

  @Test func `a failure of the stream is passed on unchanged`() {
    let failure = DecodeFailure.audio(.tooLong(hours: 121, limit: 120))
    #expect(outcome(nil).result(of: .failure(failure)) == .failure(failure))
  }

  @Test func `question and failure survive the transfer between processes`() {
    let question = DecodeQuestion.stream(DecodeRequest(split: true))
    #expect(DecodeQuestion(encoded: question.encoded()) == question)
    let other = DecodeFailure.shortOfMemory
    #expect(DecodeFailure(encoded: other.encoded()) == other)
    for reason in [nil, "no sound in it"] {
      let start = DecodeFailure.ffmpegNotStarted(reason: reason)
      #expect(DecodeFailure(encoded: start.encoded()) == start)
      let failure = DecodeFailure.ffmpegFailed(what: "AAC", reason: reason)
      #expect(DecodeFailure(encoded: failure.encoded()) == failure)
    }
  }

  // A relative folder is in the library, where anyone may have put a program named ffmpeg.
  @Test func `only absolute folders of PATH are searched`() {
    #expect(FFmpegProgram.found(in: Array("::.:bin:../bin".utf8)) == nil)
    #expect(FFmpegProgram.found(in: Array("/nonexistent:/usr/bin/env:/etc".utf8)) == nil)
  }

  @Test func `the first folder of PATH with a program decides`() throws {
    let tree = try TemporaryTree()
    // A text file of that name is no program.
    try tree.write("notes/ffmpeg", text: "how to use ffmpeg")
    let program = tree.path.appending("programs/ffmpeg")
    try tree.write("programs/ffmpeg", text: "#!/bin/sh")
    program.withTerminatedBytes { name in
      _ = unsafe chmod(name, 0o755)
    }
    let folders = ["bin", tree.path.lossyText + "/notes", tree.path.lossyText + "/programs"]
    let list = folders.joined(separator: ":")
    #expect(FFmpegProgram.found(in: Array(list.utf8))?.path == program)
  }
}
