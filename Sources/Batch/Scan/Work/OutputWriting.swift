import Decoding
import Library
import Outputs
import System
import Thumbnails
import Waveform

/// The files that were written for a recording.
struct WrittenOutputs {
  var pictures: [PictureFile] = []
  var data: [DataFile] = []
  /// The heights that the manifest lists.
  var levels: [UInt8] = []
  /// The played fraction that the pictures show.
  var playhead: Double?
}

/// Writes all files of a recording.
struct OutputWriting {
  let tools: ScanTools
  /// Data files that are up to date.
  let kept: [RawPath: WrittenFile]

  /// `wasWritten` is true if an earlier run wrote files for this recording.
  func write(
    _ recording: DecodedRecording, _ path: RawPath, over cover: RecordingCover?, wasWritten: Bool
  ) throws(JobStop) -> WrittenOutputs {
    var written = WrittenOutputs()
    var shown = tools.making.source(for: recording, at: path, over: cover)
    shown.isStopped = { [interruption = tools.interruption] in interruption.requested }
    written.playhead = shown.look.playhead
    written.levels = shown.measurement.mix.levels(shown.look.scaling)
    for output in tools.making.outputs {
      let name = OutputPlan.name(of: path, output)
      let (file, picture): (WrittenFile?, PictureFacts?) =
        if let file = kept[name] {
          (file, nil)
        } else {
          try tools.output.write(output, of: shown, as: name, wasOurs: wasWritten)
        }
      if let former = OutputPlan.formerName(of: path, output) { try removeFormer(former) }
      let format = type(of: output).format
      if let file, let path = RelativePath(name) {
        if let picture {
          written.pictures.append(PictureFile(picture, at: path, file))
        } else {
          written.data.append(DataFile(format, at: path, file, key: output.key))
        }
      } else {
        written.data.append(DataFile(lacking: format))
      }
    }
    return written
  }

  /// Copies embedded art into the output for the page.
  func copyArt(
    _ found: RecordingCover.Found?, _ entry: inout CoverEntry?, of recording: DecodedRecording,
    at path: RawPath
  ) throws(JobStop) {
    // That a recording has no art is a fault of its pictures only.
    if tools.making.options.cover == nil { entry?.fault = nil }
    guard tools.covers?.copiesArt == true, let art = entry?.art, art.source == .embedded else {
      return
    }
    entry?.key = RecordingCover.largeArt
    guard let copy = found.flatMap(CoverCopy.init),
      let place = CoverCopy.path(of: art.file.digest, art.mediaType)
    else { return }
    do {
      let shown = tools.making.source(for: recording, at: path)
      _ = try tools.output.write(copy, of: shown, as: place, wasOurs: false)
      entry?.art?.isCopied = true
      entry?.key = CoverCopy.key(art.file.digest)
    } catch {
      // A page without this cover is better than a recording without its picture.
      guard case .problem = error else { throw error }
    }
  }

  /// Removes a file of ours that a media server would show as album art.
  private func removeFormer(_ path: RawPath) throws(JobStop) {
    do {
      _ = try tools.output.delete(path)
    } catch {
      if error.isMissing { return }
      throw .problem(.writeFailed(errno: error.errno))
    }
  }

  /// Makes placeholders for the pictures that a recording does not have.
  func writePlaceholders(_ path: RawPath, wasWritten: Bool) throws(JobStop) -> [PictureFile] {
    let shown = tools.making.placeholder(at: path)
    var pictures: [PictureFile] = []
    for output in tools.making.pictures {
      let name = OutputPlan.name(of: path, output)
      let (file, picture) = try tools.output.write(output, of: shown, as: name, wasOurs: wasWritten)
      if let picture, let file, let path = RelativePath(name) {
        pictures.append(PictureFile(picture, at: path, file))
      }
    }
    return pictures
  }
}
