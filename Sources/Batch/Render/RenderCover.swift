import Decoding
import Library
import System

/// The album art for the recording of `render`.
struct RenderCover {
  private let recordings: RecordingOptions
  private let input: RenderOptions.Input
  private let pool: WorkerPool
  private let ffmpeg: FFmpegProgram?
  private let cancel: CInt?

  init(
    _ options: RenderOptions, _ pool: WorkerPool, _ ffmpeg: FFmpegProgram?, cancel: CInt?
  ) {
    var recordings = options.recordings
    recordings.pictureFormats = [options.format]
    self.recordings = recordings
    input = options.input
    self.pool = pool
    self.ffmpeg = ffmpeg
    self.cancel = cancel
  }

  /// Returns nil if no art is requested; a stream has no folder and is read once.
  func cover(of opened: borrowing RenderInput) throws(JobStop) -> RecordingCover? {
    guard case .file(let path) = input else {
      return recordings.pictures.cover == nil ? nil : RecordingCover(fault: CoverFault.none)
    }
    let place = RawPath(bytes: path)
    guard
      let finder = CoverFinder(recordings, in: place.parent, pool, ffmpeg, cancel: cancel)
    else { return nil }
    let folder: Folder
    do {
      folder = try Folder(at: place.parent)
    } catch {
      throw .problem(.unreadable(errno: error.errno))
    }
    do {
      return try finder.cover(of: place.name, opened.descriptor.number, in: folder)
    } catch {
      throw JobStop(error)
    }
  }
}
