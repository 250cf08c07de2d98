package import Codecs
import Glibc
import System

/// Decodes a picture with ffmpeg: JPEG and WebP.
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
    var plan = FFmpegPlan(
      path: program.path,
      words: Self.words(header, scale: "\(width):\(height)"),
      sandbox: program.sandbox(cancel: cancel))
    plan.processorSeconds = Self.processorSeconds
    let process: FFmpegProcess
    do { process = try FFmpegSystem.start(plan, input: descriptor) } catch {
      return .failure(.failed(DecodeFailure(start: error)))
    }
    defer { process.close() }
    let count = sides.0 * sides.1 * 4
    var output = StreamReader(process.output, cancel: cancel)
    var bytes: [UInt8] = []
    do throws(DecodeFailure) {
      bytes = try output.next(atLeast: count + 1)
    } catch {
      process.kill()
      return .failure(.failed(error))
    }
    let end = process.end(within: Self.farewellSeconds, cancel: cancel)
    guard end == .exit(0), bytes.count == count else { return .failure(.undecodable) }
    Self.premultiply(&bytes)
    return .success(ReducedPicture(width: sides.0, height: sides.1, bytes: bytes))
  }

  /// The demuxer is given, so that ffmpeg does not guess another format.
  private static func words(_ header: ImageHeader, scale: String) -> [String] {
    let turning = header.turn.filters.map { ",\($0)" } ?? ""
    return [
      "-nostdin", "-hide_banner", "-v", "error", "-xerror", "-threads", "1", "-noautorotate",
      "-protocol_whitelist", "file,pipe", "-f", "\(header.kind.rawValue)_pipe",
      "-i", "file:/proc/self/fd/0", "-map", "0:v:0", "-frames:v", "1", "-threads", "1",
      "-vf", "scale=\(scale):flags=area,format=rgba\(turning)",
      "-f", "rawvideo", "-pix_fmt", "rgba", "pipe:1",
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
