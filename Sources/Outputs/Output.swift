import Thumbnails
package import Waveform

/// One kind of file made of a recording; each format is one type in its own file.
package protocol Output: Sendable {
  static var format: OutputFormat { get }

  /// Returns the files of this kind that a run requests, in writing order.
  static func asked(by request: OutputRequest) -> [Self]

  /// Returns whether a file that begins with these bytes was made by wavethumb.
  static func ownership(ofFileBeginning start: [UInt8]) -> Ownership

  /// Returns the name of the recording of a file, or nil if the file's name is not of this kind.
  static func recordingName(of fileName: [UInt8]) -> [UInt8]?

  /// The end of the file's name, after the recording's name.
  var suffix: String { get }

  /// The key of a file that needs a decode when it changes; nil for a file made from the summary.
  var key: String? { get }

  var needs: OutputNeeds { get }

  /// Writes the file from its first byte to its last, in pieces; returns the facts of a picture.
  func write(_ recording: OutputSource, to sink: ByteSink) throws(OutputFailure)
    -> PictureFacts?
}

extension Output {
  package var suffix: String { Self.format.ending }

  package var key: String? { nil }

  package var needs: OutputNeeds { OutputNeeds() }

  package static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    format.stem(of: fileName)
  }
}

/// A picture in one style.
protocol PictureOutput: Output {
  var style: WaveformStyle { get }
}

extension PictureOutput {
  static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    PictureName.recordingName(of: fileName, format)
  }

  var needs: OutputNeeds {
    OutputNeeds(measuresSpectrum: [.pitches, .spectrum].contains(style.content))
  }
}

/// Receives the next bytes of a file.
package typealias ByteSink = (_ bytes: [UInt8]) throws(OutputFailure) -> Void

/// The reason why a file was not made.
package enum OutputFailure: Error {
  /// This recording cannot have such an output.
  case impossible(detail: String)
  /// Points cannot hold this many channels.
  case tooManyChannels
  /// The sink rejected the bytes and has recorded the reason.
  case notTaken
  /// A signal arrived while drawing.
  case stopped
}

package struct OutputNeeds: Sendable, Equatable {
  package var measuresLevels: Bool
  package var measuresSpectrum: Bool
  /// The grid of lowest and highest values, if needed.
  package var points: PointGrid?

  package init(measuresSpectrum: Bool = false) {
    (measuresLevels, self.measuresSpectrum, points) = (true, measuresSpectrum, nil)
  }

  /// The needs of an output of points only.
  package init(points: PointGrid?) {
    (measuresLevels, measuresSpectrum, self.points) = (false, false, points)
  }

  package func union(_ other: OutputNeeds) -> OutputNeeds {
    var both = OutputNeeds(points: points ?? other.points)
    both.measuresLevels = measuresLevels || other.measuresLevels
    both.measuresSpectrum = measuresSpectrum || other.measuresSpectrum
    return both
  }
}
