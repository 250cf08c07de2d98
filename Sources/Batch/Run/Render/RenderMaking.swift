import Codecs
import Decoding
import System
import Thumbnails
import Waveform

/// What is made of the recording: pictures, or its numbers.
struct RenderMaking {
  /// What the files are called where no name is given, in the order in which they are made.
  let names: [RawPath]
  private let options: RenderOptions
  private let recordingName: RawPath

  init(_ options: RenderOptions) {
    self.options = options
    recordingName = Self.recordingName(options)
    switch options.format {
    case .png: names = PictureMaker(options: options.pictures).names(of: recordingName)
    case .json: names = [PictureName.data(of: recordingName)]
    }
  }

  func make(
    of recording: DecodedRecording, under overlay: WaveformMeasurement?,
    into place: borrowing RenderPlace
  ) throws(RenderStop) {
    switch options.format {
    case .png: try draw(recording, overlay, into: place)
    case .json: try place.put(RecordingData(recording, options.pictures).text(), as: names[0])
    }
  }

  /// Draws what a recording looks like so far, where there is a file to be drawn anew.
  func show(_ preview: DecodePreview, in place: borrowing RenderPlace) {
    if place.isStream { return }
    let maker = PictureMaker(options: options.pictures, loaded: preview.progress)
    let recording = DecodedRecording(preview)
    do {
      try maker.forEachPicture(of: recording, at: recordingName) { made throws(RenderStop) in
        try place.put(made.bytes, as: made.thumbnail.path)
      }
    } catch {
      // Whatever hinders it hinders the last picture too, and is told of then.
      return
    }
  }

  /// What comes through a pipe is called as its picture is.
  private static func recordingName(_ options: RenderOptions) -> RawPath {
    if case .standardInput = options.input, case .file(let output) = options.output {
      return RawPath(bytes: output).name
    }
    return RenderInput.name(of: options.input).name
  }

  private func draw(
    _ recording: DecodedRecording, _ overlay: WaveformMeasurement?,
    into place: borrowing RenderPlace
  ) throws(RenderStop) {
    let maker = PictureMaker(options: options.pictures, overlay: overlay)
    do {
      try maker.forEachPicture(of: recording, at: recordingName) { made throws(RenderStop) in
        try place.put(made.bytes, as: made.thumbnail.path)
      }
    } catch let stop as RenderStop {
      throw stop
    } catch {
      throw .impossible(.pictureImpossible(detail: "\(error)"))
    }
  }
}
