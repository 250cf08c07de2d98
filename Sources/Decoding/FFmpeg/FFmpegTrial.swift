import WavethumbBytes
import WavethumbSystem

/// Decodes a short tone with ffmpeg, to learn whether ffmpeg works at this moment.
///
/// What ffmpeg reports about a recording counts only if it decodes a tone right after: a library that
/// is being replaced, a limit on memory or a full table of processes makes it fail with each.
struct FFmpegTrial {
  // Loading a library from a sleeping disk is slow.
  private static let seconds = 10.0
  /// More than the tone decodes to, with the beginning of its stream.
  private static let maximumBytes = 1 << 16
  // A tenth of a second at the lowest usual rate: 1,644 bytes, decoded in no time.
  private static let sampleRate: UInt32 = 8000
  private static let samples: UInt32 = 800

  let program: FFmpegProgram
  let cancel: CInt?

  /// Returns whether ffmpeg decodes the tone.
  func succeeds() -> Bool {
    // A system without unnamed files is no reason to distrust ffmpeg.
    guard let file = DescriptorSystem.file(holding: Self.tone) else { return true }
    let tone = Descriptor(owning: file)
    let plan = FFmpegPlan(
      decodingWith: program.path,
      sandbox: program.sandbox(cancel: cancel),
      hours: 0
    )
    do throws(WorkerStartFailure) {
      let process = try FFmpegProcess.start(plan, input: tone.number)
      let count = Self.bytesWritten(by: process, cancel)
      return process.end(within: Self.seconds, cancel: cancel) == .exit(0) && count > 0
    } catch {
      return false
    }
  }

  private static func bytesWritten(by process: borrowing FFmpegProcess, _ cancel: CInt?) -> Int {
    var output = StreamReader(
      process.output.number,
      cancel: cancel,
      timeoutSeconds: Self.seconds
    )
    do throws(DecodeFailure) {
      return try output.next(atLeast: Self.maximumBytes).count
    } catch {
      process.kill()
      return 0
    }
  }

  /// A WAV of a tenth of a second, which every ffmpeg reads.
  private static let tone: [UInt8] = {
    func number(_ value: UInt32) -> [UInt8] { value.bigEndianBytes.reversed() }
    let format: [UInt8] = [1, 0, 1, 0]
    let block: [UInt8] = [2, 0, 16, 0]
    var bytes = Array("RIFF".utf8) + number(36 + 2 * samples) + Array("WAVEfmt ".utf8)
    bytes += number(16) + format + number(sampleRate) + number(2 * sampleRate) + block
    bytes += Array("data".utf8) + number(2 * samples)
    for sample in 0..<samples {
      // A square wave: the high bytes of 4,096 and -4,096.
      let high: UInt8 = sample % 16 < 8 ? 16 : 240
      bytes += [0, high]
    }
    return bytes
  }()
}
