import Decoding
import Library
import Outputs
import System
import Waveform

/// The outputs that `render` makes: pictures, or data.
struct RenderMaking {
  /// The default names of the files, in writing order.
  let names: [RawPath]
  private let options: RenderOptions
  private let recordingName: RawPath
  private let interruption: Interruption

  init(_ options: RenderOptions, _ interruption: Interruption) {
    self.options = options
    self.interruption = interruption
    recordingName = Self.recordingName(options)
    names = Self.outputs(options).names(of: recordingName)
  }

  func make(
    of recording: DecodedRecording, under overlays: [WaveformMeasurement],
    over cover: RecordingCover?, into place: borrowing RenderPlace
  ) throws(JobStop) {
    try put(recording, over: cover, by: Self.outputs(options, overlays: overlays), into: place)
  }

  /// Draws a preview, if there is a file to redraw.
  func show(_ preview: DecodePreview, in place: borrowing RenderPlace) {
    if place.isStream { return }
    let outputs = Self.outputs(options, loaded: preview.progress)
    do {
      try put(DecodedRecording(preview), by: outputs, into: place)
    } catch {
      // A failure also prevents the last picture, and is reported then.
      return
    }
  }

  private func put(
    _ recording: DecodedRecording, over cover: RecordingCover? = nil,
    by making: RecordingOutputs, into place: borrowing RenderPlace
  ) throws(JobStop) {
    var shown = making.shown(recording, at: recordingName, over: cover)
    shown.isStopped = { [interruption] in interruption.requested }
    for (output, name) in zip(making.outputs, names) { try place.put(output, of: shown, as: name) }
  }

  private static func outputs(
    _ options: RenderOptions, overlays: [WaveformMeasurement] = [], loaded: Double? = nil
  ) -> RecordingOutputs {
    RecordingOutputs(
      options.pictures, formats: [options.format], overlays: overlays, loaded: loaded)
  }

  /// A stream has the name of its picture.
  private static func recordingName(_ options: RenderOptions) -> RawPath {
    if case .standardInput = options.input, case .file(let output) = options.output {
      return RawPath(bytes: output).name
    }
    return RenderInput.name(of: options.input).name
  }
}
