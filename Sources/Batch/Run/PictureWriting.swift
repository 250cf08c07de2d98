import Codecs
import Decoding
import System
import Thumbnails

/// What was written for a recording.
struct WrittenPictures {
  var thumbnails: [ManifestEntry.Thumbnail] = []
  var data: ManifestEntry.DataFile?
  var sizes: [UInt32] = []
}

/// Draws, encodes and writes all that a recording gets.
struct PictureWriting {
  let tools: ScanTools

  func write(
    _ recording: DecodedRecording, _ path: RawPath
  ) throws(WorkStop) -> WrittenPictures {
    var written = WrittenPictures()
    do {
      try tools.maker.forEachPicture(of: recording, at: path) { made throws(WorkStop) in
        try put(made.bytes, made.thumbnail.path)
        written.thumbnails.append(made.thumbnail)
        written.sizes.append(UInt32(clamping: made.bytes.count))
      }
    } catch let stop as WorkStop {
      throw stop
    } catch {
      throw .ended(.pictureImpossible(detail: "\(error)"))
    }
    if tools.writesData {
      let name = PictureName.data(of: path)
      let bytes = RecordingData(recording, tools.maker.options).text()
      try put(bytes, name)
      written.data = ManifestEntry.DataFile(path: name, bytes: bytes.count)
      written.sizes.append(UInt32(clamping: bytes.count))
    }
    return written
  }

  private func put(_ bytes: [UInt8], _ name: RawPath) throws(WorkStop) {
    do {
      try tools.output.write(bytes, as: name)
    } catch {
      switch error {
      case .foreign: throw .problem(.foreignPicture)
      case .failed(let failure) where failure.endsTheRun:
        throw .ended(.outputLost(failure.place.bytes, errno: failure.errno))
      case .failed(let failure): throw .problem(.writeFailed(errno: failure.errno))
      }
    }
  }
}
