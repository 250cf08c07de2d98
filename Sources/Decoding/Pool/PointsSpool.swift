import Codecs
import Glibc
import Waveform
import WavethumbSystem

/// Stores the points of one recording while it is decoded: few in memory, more in an unnamed file.
package final class PointsSpool {
  // Enough for most recordings, and little beside the memory of a scan.
  private static let maximumInMemory = 1 << 20
  /// More than the longest recording has at the smallest zoom of any player.
  private static let maximumBytes = 8 << 30

  private var waiting: [UInt8] = []
  private var file: Descriptor?
  private var length = 0
  private var failure: CInt = 0

  package init() {}

  /// Stores the points of an event; returns false for other events.
  // `restarted` comes again if a second worker tries: what the first has sent is then void.
  package func add(_ event: DecodeEvent) -> Bool {
    switch event {
    case .bytes(let points): add(points)
    case .restarted: restart()
    case .decoded, .preview: return false
    }
    return true
  }

  private func restart() {
    waiting = []
    file = nil
    length = 0
    failure = 0
  }

  package func add(_ bytes: [UInt8]) {
    guard failure == 0 else { return }
    length += bytes.count
    // A worker that sends points for ever must not fill the disk.
    if length > Self.maximumBytes {
      failure = EFBIG
      return
    }
    waiting += bytes
    if waiting.count >= Self.maximumInMemory {
      spill()
    }
  }

  /// Returns the recording with its points, or a failure if their number does not match its length.
  package func recording(_ result: DecodeResult, _ request: DecodeRequest) -> DecodeResult {
    guard case .success(var recording) = result,
      let (frames, lanes) = request.pointShape(of: recording)
    else { return result }
    if failure != 0 { return .failure(.unreadable(errno: failure)) }
    let count = (recording.measurement.mix.frames + frames - 1) / frames
    // The lowest and the highest value of a lane, of two bytes each.
    let width = 4 * lanes
    // A worker that sends another number of points than its frames have is broken or hostile.
    guard length == count * width else { return .failure(.crashed(signal: 0)) }
    let kept = finish()
    recording.points = MeasuredPoints(framesPerPoint: frames, lanes: lanes, count: count) {
      try kept.bytes($0.lowerBound * width..<$0.upperBound * width)
    }
    return .success(recording)
  }

  func finish() -> SpooledPoints {
    defer { waiting = [] }
    return SpooledPoints(start: file.take(), rest: waiting, length: length, failure: failure)
  }

  private func spill() {
    let folder = Environment.value("TMPDIR") ?? "/tmp"
    do throws(SystemFailure) {
      if file == nil {
        // Without a name, so that nothing is left behind if this process is killed.
        file = try Folder(at: folder).unnamedFile()
      }
      try file?.write(waiting, folder)
      waiting.removeAll(keepingCapacity: true)
    } catch {
      failure = error.errno
    }
  }
}

extension DecodeRequest {
  /// Returns the shape of the points of a recording, or nil if it has none.
  func pointShape(of recording: DecodedRecording) -> (framesPerPoint: Int, lanes: Int)? {
    let summary = recording.measurement.mix
    guard let points, summary.channels <= PointsMeter.maximumChannels else { return nil }
    let lanes = splitsPoints ? summary.channels : 1
    return (points.framesPerPoint(at: summary.sampleRate), lanes)
  }
}

/// Stored points: those in the file precede those in memory.
final class SpooledPoints: Sendable {
  let length: Int
  /// The error number if some could not be stored, else 0.
  let failure: CInt
  private let start: Descriptor?
  private let rest: [UInt8]
  private var startLength: Int { length - rest.count }

  init(start: consuming Descriptor?, rest: [UInt8], length: Int, failure: CInt) {
    self.start = start
    self.rest = rest
    self.length = length
    self.failure = failure
  }

  func bytes(_ range: Range<Int>) throws(SystemFailure) -> [UInt8] {
    let inFile = range.clamped(to: 0..<startLength)
    var bytes = try start?.read(inFile.count, from: inFile.lowerBound, "points") ?? []
    guard bytes.count == inFile.count else {
      throw SystemFailure(.read, errno: EIO, at: "points")
    }
    let inMemory = range.clamped(to: startLength..<startLength + rest.count)
    bytes += rest[inMemory.lowerBound - startLength..<inMemory.upperBound - startLength]
    return bytes
  }
}
