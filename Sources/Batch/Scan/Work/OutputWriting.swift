import Bytes
import Library
import Outputs
import System
import Thumbnails
import Waveform

/// Writes the files of a recording.
extension RecordingWork {
  /// Writes these outputs, except the data in `kept`, which is up to date.
  func write(
    _ shown: OutputSource, _ outputs: [any Output], keeping kept: [RawPath: WrittenFile] = [:]
  ) throws(JobStop) -> (pictures: [PictureFile], data: [DataFile]) {
    var (pictures, data) = ([PictureFile](), [DataFile]())
    for output in outputs {
      let name = OutputPlan.name(of: path, output)
      let (file, picture): (WrittenFile?, PictureFacts?) =
        if let file = kept[name] {
          (file, nil)
        } else {
          try tools.output.write(output, of: shown, as: name, wasOurs: hadPictures)
        }
      if let former = OutputPlan.formerName(of: path, output) { try removeFormer(former) }
      let format = type(of: output).format
      guard let file, let path = RelativePath(name) else {
        data.append(DataFile(lacking: format))
        continue
      }
      if let picture {
        pictures.append(PictureFile(picture, at: path, file))
      } else {
        data.append(DataFile(format, at: path, file, key: output.key))
      }
    }
    return (pictures, data)
  }

  /// Copies embedded art into the output for the page.
  func copyArt(
    _ found: RecordingCover.Found?, _ entry: inout CoverEntry?, of shown: OutputSource
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
}

// The data files of the last run.
extension RecordingWork {
  private var lastData: [DataFile] { plan.place(job.index).map(plan.previous.dataFiles) ?? [] }

  /// Registers the data files of the last run as ours: they contain no mark.
  func registerPreviousFiles() { tools.output.addEarlier(lastData) }

  /// Returns the data files of the last run that still exist and can be kept.
  ///
  /// Only the data of the same content, with the same settings, need not be made again.
  func keptData(_ digest: ContentDigest) -> [RawPath: WrittenFile] {
    guard tools.making.needs.points != nil, !tools.redoesAll else { return [:] }
    let last = lastData
    var kept: [RawPath: WrittenFile] = [:]
    for output in tools.making.outputs {
      let name = OutputPlan.name(of: path, output)
      if let key = output.key, digest == plan.lastDigest(job),
        let file = last.first(where: { $0.path?.path == name && $0.key == key })?.file,
        tools.files.isIntact(name), tools.output.folder.fileSize(of: name) == Int64(file.bytes)
      {
        kept[name] = file
      }
    }
    return kept
  }

  /// Whether all data that cannot be made from a cached measurement is kept.
  func needsNoPoints(_ kept: [RawPath: WrittenFile]) -> Bool {
    tools.making.outputs.allSatisfy { output in
      output.needs.points == nil || kept[OutputPlan.name(of: path, output)] != nil
    }
  }
}
