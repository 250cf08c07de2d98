package import Codecs
import Glibc
import WavethumbSystem

/// Decodes and reduces album art with ffmpeg: formats for which there is no library here.
package struct FFmpegPicture {
  // A picture takes less than a second. Untuned.
  private static let processorSeconds: UInt64 = 60
  private static let secondsToExit = 5.0

  private let program: FFmpegProgram
  private let cancel: CInt?

  package init(_ program: FFmpegProgram, cancel: CInt?) {
    self.program = program
    self.cancel = cancel
  }

  /// Returns the pixels of an open file, reduced to `width` and `height` before it is rotated.
  package func pixels(
    of descriptor: CInt,
    _ header: ImageHeader,
    width: Int,
    height: Int
  ) -> Result<ReducedPicture, PictureFailure> {
    let isOnItsSide = header.turn.swapsSides
    let turnedWidth = isOnItsSide ? height : width
    let turnedHeight = isOnItsSide ? width : height
    let count = turnedWidth * turnedHeight * 4
    let arguments =
      Self.arguments(header, width: width, height: height, pixels: "rgba") + [
        "-f", "rawvideo", "pipe:1",
      ]
    return output(of: descriptor, arguments, maximumBytes: count).flatMap { bytes in
      guard bytes.count == count else { return .failure(.undecodable) }
      var bytes = bytes
      Self.premultiply(&bytes)
      return .success(ReducedPicture(width: turnedWidth, height: turnedHeight, bytes: bytes))
    }
  }

  /// Returns an open file as a JPEG of a limited number of bytes, reduced to `width` and `height`
  /// before it is rotated; nil if that is impossible.
  package func jpeg(
    of descriptor: CInt,
    _ header: ImageHeader,
    width: Int,
    height: Int,
    atMost maximumBytes: Int
  ) -> [UInt8]? {
    // Without metadata, and without the version of ffmpeg: the same picture has the same bytes.
    let arguments =
      Self.arguments(header, width: width, height: height, pixels: "yuvj420p") + [
        "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-c:v", "mjpeg",
        "-q:v", "4", "-f", "image2pipe", "pipe:1",
      ]
    let result = output(of: descriptor, arguments, maximumBytes: maximumBytes)
    guard case .success(let bytes) = result else { return nil }
    return bytes
  }

  /// Returns the output of ffmpeg, or a failure if it exceeds the limit of bytes.
  private func output(
    of descriptor: CInt,
    _ arguments: [String],
    maximumBytes: Int
  ) -> Result<[UInt8], PictureFailure> {
    var plan = FFmpegPlan(
      path: program.path,
      arguments: arguments,
      sandbox: program.sandbox(cancel: cancel)
    )
    plan.processorSeconds = Self.processorSeconds
    let process: FFmpegProcess
    do {
      process = try FFmpegProcess.start(plan, input: descriptor)
    } catch {
      return .failure(.failed(DecodeFailure(start: error)))
    }
    var output = StreamReader(process.output.number, cancel: cancel)
    var bytes: [UInt8] = []
    do throws(DecodeFailure) {
      // One more than allowed tells a picture that is too large from one that just fits.
      bytes = try output.next(atLeast: maximumBytes + 1)
    } catch {
      process.kill()
      return .failure(.failed(error))
    }
    let end = process.end(within: Self.secondsToExit, cancel: cancel)
    if end == .exit(0), bytes.count <= maximumBytes { return .success(bytes) }
    let errorOutput = process.errorOutput()
    // As for recordings: an ffmpeg that fails with everything says nothing about this picture.
    let trial = FFmpegTrial(program: program, cancel: cancel)
    if errorOutput.isAboutContent || trial.succeeds() { return .failure(.undecodable) }
    let isCancelled = cancel.map(DescriptorSystem.isReadable) ?? false
    if isCancelled { return .failure(.failed(.cancelled)) }
    return .failure(.failed(.ffmpegNotStarted(reason: errorOutput.reason)))
  }

  /// The demuxer is given, so that ffmpeg does not guess another format.
  private static func arguments(
    _ header: ImageHeader,
    width: Int,
    height: Int,
    pixels: String
  ) -> [String] {
    let turning = header.turn.filters.map { ",\($0)" } ?? ""
    // One thread, as for recordings: jobs share the processors already. `-noautorotate`, because the
    // header was parsed for its rotation here, and must not be applied twice.
    return [
      "-nostdin", "-hide_banner", "-v", "error", "-xerror", "-threads", "1", "-noautorotate",
      "-protocol_whitelist", "file,pipe", "-f", "\(header.kind.rawValue)_pipe",
      "-i", FFmpegPlan.inputPath, "-map", "0:v:0", "-frames:v", "1", "-threads", "1",
      "-vf", "scale=\(width):\(height):flags=area,format=\(pixels)\(turning)", "-pix_fmt", pixels,
    ]
  }

  private static func premultiply(_ bytes: inout [UInt8]) {
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let alpha = Int(bytes[start + 3])
      // Most covers are opaque everywhere.
      guard alpha < 255 else { continue }
      for index in start..<start + 3 {
        // Half of the divisor is added to round to the nearest.
        let product = Int(bytes[index]) * alpha
        bytes[index] = UInt8((product + 127) / 255)
      }
    }
  }
}

extension ImageHeader.Turn {
  fileprivate var filters: String? {
    switch self {
    case .none: nil
    case .mirrored: "hflip"
    case .halfway: "hflip,vflip"
    case .mirroredHalfway: "vflip"
    case .mirroredLeft: "transpose=0"
    case .right: "transpose=1"
    case .mirroredRight: "transpose=3"
    case .left: "transpose=2"
    }
  }
}
