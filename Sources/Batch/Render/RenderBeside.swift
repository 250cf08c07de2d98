import Codecs
import Decoding
import WavethumbLibrary
import WavethumbOptions
import WavethumbSystem

/// What pictures of `render` show besides the sound of the recording: markers and album art.
extension RenderRun {
  func marked(
    _ recording: DecodedRecording,
    from input: borrowing RenderInput
  ) throws -> DecodedRecording {
    let source = options.pictures.markers
    let cues: [AudioCue] =
      switch source {
      case .none: []
      case .automatic: cuesBesideInput
      case .file(let path): try cues(in: RawPath(bytes: path), of: input.name)
      }
    return recording.marked(by: source, given: cues, in: options.pictures.range)
  }

  private var cuesBesideInput: [AudioCue] {
    guard case .file(let path) = options.input else { return [] }
    // Nobody asked for a file of markers, so that none is no mistake. A named one must be readable.
    guard let folder = try? Folder(at: ".") else { return [] }
    return MarkersBeside(RawPath(bytes: path), in: folder).cues
  }

  private func cues(in path: RawPath, of recording: RawPath) throws(RunFailure) -> [AudioCue] {
    func bad(_ detail: String) -> RunFailure { .badMarkers(path.bytes, detail: detail) }
    let bytes: [UInt8]?
    do throws(SystemFailure) {
      let file = try Folder(at: ".").open(path)
      // A pipe could be waited for without end.
      if try file.status(path).kind == .file {
        // One byte more shows that a file is too long.
        bytes = try file.read(MarkerFile.maximumBytes + 1, path)
      } else {
        bytes = nil
      }
    } catch {
      throw bad(SystemErrorText.text(error.errno))
    }
    guard let bytes else { throw bad("it is no regular file") }
    guard let cues = MarkerFile.cues(bytes, of: recording) else {
      throw bad("it is neither chapters in JSON, nor labels of Audacity, nor a cue sheet")
    }
    return cues
  }

  /// Returns nil if no art is requested; a stream has no folder and is read once.
  func cover(
    of input: borrowing RenderInput,
    from pool: WorkerPool,
    ffmpeg: FFmpegProgram?
  ) throws -> RecordingCover? {
    guard case .file(let path) = options.input else {
      if options.pictures.cover == nil { return nil }
      return RecordingCover(fault: CoverFault.none)
    }
    var recordings = options.recordings
    recordings.pictureFormats = [options.format]
    let file = RawPath(bytes: path)
    let finder = CoverFinder(
      recordings,
      in: file.parent,
      pool: pool,
      ffmpeg: ffmpeg,
      cancel: interruption.descriptor
    )
    guard let finder else { return nil }
    return try finder.cover(
      of: file.name,
      openAs: input.descriptor.number,
      in: Folder(at: file.parent)
    )
  }
}
