import Glibc
import WavethumbBytes
import WavethumbSystem

/// Joins the points of parts of a recording: if a part begins within a point, its first point and
/// the last one of the part before are merged.
struct JoinedPoints {
  // 64 KiB a lane at a time, because points of a long recording are larger than memory should be.
  private static let pointsAtOnce = 1 << 14

  private let spool = PointsSpool()
  private let framesPerPoint: Int
  private let width: Int
  /// The last point so far, which may continue in the next part.
  private var open: [UInt8] = []

  init(_ shape: (framesPerPoint: Int, lanes: Int)) {
    framesPerPoint = shape.framesPerPoint
    width = 4 * shape.lanes
  }

  mutating func add(_ part: SpooledPoints, of frames: Range<Int>) throws(DecodeFailure) {
    if part.failure != 0 { throw .unreadable(errno: part.failure) }
    let first = frames.lowerBound / framesPerPoint
    let count = (frames.upperBound + framesPerPoint - 1) / framesPerPoint - first
    // A worker that sends another number of points than its frames have is broken or hostile.
    guard part.length == count * width else { throw .crashed(signal: 0) }
    for start in stride(from: 0, to: count, by: Self.pointsAtOnce) {
      let end = min(start + Self.pointsAtOnce, count)
      var bytes: [UInt8]
      do throws(SystemFailure) {
        bytes = try part.bytes(start * width..<end * width)
      } catch {
        throw .unreadable(errno: error.errno)
      }
      let isWithinPoint = frames.lowerBound % framesPerPoint != 0
      if start == 0, isWithinPoint {
        join(&bytes)
      } else {
        spool.add(open)
      }
      open = Array(bytes.suffix(width))
      spool.add(Array(bytes.dropLast(width)))
    }
  }

  func recording(_ recording: DecodedRecording, _ request: DecodeRequest) -> DecodeResult {
    spool.add(open)
    return spool.recording(.success(recording), request)
  }

  /// Merges the open point into the first one.
  private func join(_ bytes: inout [UInt8]) {
    guard open.count == width else { return }
    for offset in stride(from: 0, to: width, by: 2) {
      let one: Int16 = open.number(at: offset)
      let other: Int16 = bytes.number(at: offset)
      // A point is its lowest value and its highest, of two bytes each.
      let isLowest = offset % 4 == 0
      let both: Int16 =
        if isLowest {
          min(one, other)
        } else {
          max(one, other)
        }
      bytes[offset] = UInt8(truncatingIfNeeded: both)
      bytes[offset + 1] = UInt8(truncatingIfNeeded: both >> 8)
    }
  }
}
