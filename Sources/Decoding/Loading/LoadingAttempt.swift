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
    do throws(LoadingFailure) {
      let file = try opened()
      return pool.decode(descriptor: file.number, request: request, cancel: stop.descriptor) {
        event in
        if case .preview(let look) = event { preview(look) }
      }
      .map(\.measurement).mapError { .undecodable($0) }
    } catch {
      return .failure(error)
    }
  }

  /// Opens the file without waiting for pipes and devices.
  private func opened() throws(LoadingFailure) -> Descriptor {
    let file: Descriptor
    let kind: FileStatus.Kind
    do throws(SystemFailure) {
      let opened = try Folder(at: ".").open(path)
      kind = try opened.status(path).kind
      file = opened
    } catch {
      throw .undecodable(.unreadable(errno: error.errno))
    }
    guard kind == .file else { throw .notAFile(kind) }
    return file
  }
}
