import Glibc
import Waveform

/// One try to decode a file, which can be ended from outside.
final class LoadingAttempt: Sendable {
  static let noDescriptor = EMFILE
  static let noThread = EAGAIN

  private let path: RawPath
  private let pool: WorkerPool
  private let request: DecodeRequest
  private let stop: StopSign

  /// Nothing where the system has no descriptor left.
  init?(_ path: RawPath, _ pool: WorkerPool, _ request: DecodeRequest) {
    guard let stop = StopSign() else { return nil }
    self.stop = stop
    self.path = path
    self.pool = pool
    self.request = request
  }

  func cancel() {
    stop.raise()
  }

  /// Decodes; `preview` hears what it looks like so far.
  func measurement(
    _ preview: (DecodePreview) -> Void
  ) -> Result<WaveformMeasurement, FileProblem> {
    let file: Descriptor
    do {
      file = try Folder(at: ".").open(path)
      let kind = try file.status(path).kind
      guard kind == .file else { return .failure(.notAFile(kind.impostor)) }
    } catch {
      return .failure(.unreadable(errno: error.errno))
    }
    return pool.decode(descriptor: file.number, request: request, cancel: stop.descriptor) { news in
      if case .preview(let look) = news { preview(look) }
    }
    .map(\.measurement).mapError { FileProblem($0) }
  }
}
