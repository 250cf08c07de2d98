import Thumbnails
package import Waveform

/// A kind of file made from a recording; each kind is one type in its own file.
// A format costs one type and one name in `OutputList.kinds`: what a run must measure for it, how
// its files are named and known again, and its key in the settings all come from here.
package protocol Output: Sendable {
  static var format: OutputFormat { get }

  /// Returns the files of this kind that a run requests, in the order of writing.
  static func asked(by request: OutputRequest) -> [Self]

  /// Returns whether a file that begins with these bytes was made by wavethumb.
  static func mark(ofFileBeginning start: [UInt8]) -> OutputMark

  /// Returns the name of the recording of a file, or nil if this kind has other filenames.
  static func recordingName(of fileName: [UInt8]) -> [UInt8]?

  /// The part of the filename after the recording's name.
  var suffix: String { get }

  /// The key that requires decoding again if it changes; nil for a file made from the summary.
  var key: String? { get }

  var needs: OutputNeeds { get }

  /// Writes the file sequentially, in pieces; returns the facts of a picture.
  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure) -> PictureFacts?
}

extension Output {
  package var suffix: String { Self.format.fileExtension }

  package var key: String? { nil }

  package var needs: OutputNeeds { OutputNeeds() }

  package static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    format.stem(of: fileName)
  }
}

/// Receives the next bytes of a file.
// In pieces: points of ten hours would not fit into memory at once.
package typealias ByteSink = (_ bytes: [UInt8]) throws(OutputFailure) -> Void

/// A picture in one style.
// They have no key: that of the settings covers all options that shape a picture.
protocol PictureOutput: Output { var style: WaveformStyle { get } }

extension PictureOutput {
  static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    PictureName.recordingName(of: fileName, in: format)
  }

  var needs: OutputNeeds {
    OutputNeeds(measuresSpectrum: [.pitches, .spectrum].contains(style.content))
  }
}

/// A file of points of the requested duration and precision.
package protocol PointsOutput: Output {
  var zoom: PointsRequest { get }
  init(zoom: PointsRequest)
}

extension PointsOutput {
  package static func asked(by request: OutputRequest) -> [Self] {
    guard request.formats.contains(format) else { return [] }
    return [Self(zoom: request.zoom)]
  }

  package var needs: OutputNeeds { OutputNeeds(points: zoom.grid) }

  package var key: String? { zoom.key }
}

/// What must be measured of a recording for an output.
package struct OutputNeeds: Sendable, Equatable {
  package var measuresLevels: Bool
  package var measuresSpectrum: Bool
  /// The grid of lowest and highest values, if needed.
  package var points: PointGrid?

  package init(measuresSpectrum: Bool = false) {
    measuresLevels = true
    self.measuresSpectrum = measuresSpectrum
    points = nil
  }

  /// Creates the needs of an output that requires only points.
  package init(points: PointGrid?) {
    measuresLevels = false
    measuresSpectrum = false
    self.points = points
  }

  /// Returns the needs of both outputs together: a recording is decoded once for all of them.
  package func union(_ other: OutputNeeds) -> OutputNeeds {
    // One grid is enough: the options allow one zoom for all outputs of a run.
    var both = OutputNeeds(points: points ?? other.points)
    both.measuresLevels = measuresLevels || other.measuresLevels
    both.measuresSpectrum = measuresSpectrum || other.measuresSpectrum
    return both
  }
}

/// An option that requires a format that supports it.
package enum OutputOption: String, Sendable, CaseIterable {
  case overlay, animate, levels, zoom, bits, points, spectrum
}

/// The reason why a file could not be made.
package enum OutputFailure: Error {
  /// This kind of output is impossible for the recording.
  case impossible(detail: String)
  /// The number of channels exceeds the limit of points.
  case tooManyChannels
  /// The sink rejected the bytes and has recorded the reason.
  case rejected
  /// A signal arrived while drawing.
  case stopped
}
