package import Codecs
import Glibc
import WavethumbSystem

package struct FFmpegPicture {
  private static let processorSeconds: UInt64 = 60
  private static let farewellSeconds = 5.0

  private let program: FFmpegProgram
  private let cancel: CInt?

  package init(_ program: FFmpegProgram, cancel: CInt?) {
    self.program = program
    self.cancel = cancel
  }

  /// Returns the pixels of an open file, reduced to `width` and `height` before it is rotated.
  package func pixels(
    of descriptor: CInt, _ header: ImageHeader, width: Int, height: Int
  ) -> Result<ReducedPicture, PictureFailure> {
    let sides = header.turn.swapsSides ? (height, width) : (width, height)
    let count = sides.0 * sides.1 * 4
    let words = Self.words(header, width, height, "rgba") + ["-f", "rawvideo", "pipe:1"]
    return output(of: descriptor, words, atMost: count).flatMap { bytes in
      guard bytes.count == count else { return .failure(.undecodable) }
      var bytes = bytes
      Self.premultiply(&bytes)
      return .success(ReducedPicture(width: sides.0, height: sides.1, bytes: bytes))
    }
  }

  /// Returns an open file as a JPEG of a limited number of bytes, reduced to `width` and `height`
  /// before it is rotated; nil if that is impossible.
  package func jpeg(
    of descriptor: CInt, _ header: ImageHeader, width: Int, height: Int, atMost most: Int
  ) -> [UInt8]? {
    let words =
      Self.words(header, width, height, "yuvj420p") + [
        "-map_metadata", "-1", "-fflags", "+bitexact", "-flags:v", "+bitexact", "-c:v", "mjpeg",
        "-q:v", "4", "-f", "image2pipe", "pipe:1",
      ]
    guard case .success(let bytes) = output(of: descriptor, words, atMost: most) else { return nil }
    return bytes
  }

  /// Returns the output of ffmpeg, or a failure if it exceeds the limit of bytes.
  private func output(
    of descriptor: CInt, _ words: [String], atMost most: Int
  ) -> Result<[UInt8], PictureFailure> {
    var plan = FFmpegPlan(
      path: program.path, words: words, sandbox: program.sandbox(cancel: cancel))
    plan.processorSeconds = Self.processorSeconds
    let process: FFmpegProcess
    do { process = try FFmpegSystem.start(plan, input: descriptor) } catch {
      return .failure(.failed(DecodeFailure(start: error)))
    }
    var output = StreamReader(process.output.number, cancel: cancel)
    var bytes: [UInt8] = []
    do throws(DecodeFailure) {
      bytes = try output.next(atLeast: most + 1)
    } catch {
      process.kill()
      return .failure(.failed(error))
    }
    let end = process.end(within: Self.farewellSeconds, cancel: cancel)
    if end == .exit(0), bytes.count <= most { return .success(bytes) }
    let errorOutput = process.errorOutput()
    let trial = FFmpegTrial(program: program, cancel: cancel)
    if errorOutput.isAboutContent || trial.succeeds() { return .failure(.undecodable) }
    if cancel.map(DescriptorSystem.isReadable) ?? false { return .failure(.failed(.cancelled)) }
    return .failure(.failed(.ffmpegNotStarted(reason: errorOutput.reason)))
  }

  /// The demuxer is given, so that ffmpeg does not guess another format.
  private static func words(
    _ header: ImageHeader, _ width: Int, _ height: Int, _ pixels: String
  ) -> [String] {
    let turning = header.turn.filters.map { ",\($0)" } ?? ""
    return [
      "-nostdin", "-hide_banner", "-v", "error", "-xerror", "-threads", "1", "-noautorotate",
      "-protocol_whitelist", "file,pipe", "-f", "\(header.kind.rawValue)_pipe",
      "-i", FFmpegSystem.inputPath, "-map", "0:v:0", "-frames:v", "1", "-threads", "1",
      "-vf", "scale=\(width):\(height):flags=area,format=\(pixels)\(turning)", "-pix_fmt", pixels,
    ]
  }

  private static func premultiply(_ bytes: inout [UInt8]) {
    for start in stride(from: 0, to: bytes.count - 3, by: 4) where bytes[start + 3] < 255 {
      let alpha = Int(bytes[start + 3])
      for place in start..<start + 3 {
        bytes[place] = UInt8((Int(bytes[place]) * alpha + 127) / 255)
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
