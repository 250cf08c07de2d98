import Glibc
public import System
import Waveform

/// The reason why the waveform of a file could not be loaded.
public enum LoadingFailure: Error, Sendable, Equatable {
  /// The path is a folder, pipe, socket or device.
  case notAFile(FileStatus.Kind)
  /// The file could not be decoded.
  case undecodable(DecodeFailure)
}

/// An attempt to decode a file, which can be cancelled.
final class LoadingAttempt: Sendable {
  static let noDescriptor = EMFILE
  static let noThread = EAGAIN

  private let path: RawPath
  private let pool: WorkerPool
  private let request: DecodeRequest
  private let stop: CancellationPipe

  /// Returns nil if the system has no descriptor left.
  init?(_ path: RawPath, _ pool: WorkerPool, _ request: DecodeRequest) {
    guard let stop = CancellationPipe() else { return nil }
    self.stop = stop
    self.path = path
    self.pool = pool
    self.request = request
  }

  func cancel() {
    stop.raise()
  }

  /// Decodes the file and calls `preview` with the waveform so far.
  func measurement(
    _ preview: (DecodePreview) -> Void
  ) -> Result<WaveformMeasurement, LoadingFailure> {
    do throws(SystemFailure) {
      // Does not wait for pipes and devices.
      let file = try Folder(at: ".").open(path)
      let kind = try file.status(path).kind
      guard kind == .file else { return .failure(.notAFile(kind)) }
      return pool.decode(descriptor: file.number, request: request, cancel: stop.descriptor) {
        event in
        if case .preview(let look) = event { preview(look) }
      }
      .map(\.measurement).mapError { .undecodable($0) }
    } catch {
      return .failure(.undecodable(.unreadable(errno: error.errno)))
    }
  }
}
