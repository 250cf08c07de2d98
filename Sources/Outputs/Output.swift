package import Waveform

/// One kind of file that is made of a recording; a format is one type, in a file of its own.
package protocol Output: Sendable {
  static var format: OutputFormat { get }

  /// The files of this kind that a run asks for, in the order in which they are written.
  static func asked(by request: OutputRequest) -> [Self]

  /// Whether a file that begins with these bytes is one that wavethumb made.
  static func ownership(ofFileBeginning start: [UInt8]) -> Ownership

  /// The name of the recording that a file belongs to, nil where the file's name is not of this
  /// kind.
  static func recordingName(of fileName: [UInt8]) -> [UInt8]?

  /// The end of the file's name, after the recording's name.
  var suffix: String { get }

  /// The key that makes a file stale which cost a decode; nil where the file is made from the
  /// summary.
  var key: String? { get }

  /// The measurements that the output needs of the one decode.
  var needs: OutputNeeds { get }

  /// Writes the file from its first byte to its last, in pieces; answers what there is to say of a
  /// picture.
  func write(_ recording: MeasuredRecording, to sink: ByteSink) throws(OutputFailure)
    -> PictureFacts?
}

extension Output {
  package var key: String? { nil }

  package static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    format.stem(of: fileName)
  }
}

/// Takes the next bytes of a file.
package typealias ByteSink = (_ bytes: [UInt8]) throws(OutputFailure) -> Void

/// Why a file was not made.
package enum OutputFailure: Error {
  /// This recording has no such output.
  case impossible(detail: String)
  /// Points have no room for them.
  case tooManyChannels
  /// The sink takes no more bytes, and knows why.
  case notTaken
  /// A signal came while it was drawn.
  case stopped
}

/// The measurements that an output needs.
package struct OutputNeeds: Sendable, Equatable {
  /// The summary.
  package var measuresLevels: Bool
  /// The spectrum.
  package var measuresSpectrum: Bool
  /// Lowest and highest values, so many.
  package var points: PointGrid?

  package init(measuresSpectrum: Bool = false) {
    (measuresLevels, self.measuresSpectrum, points) = (true, measuresSpectrum, nil)
  }

  /// The needs of an output of points, of which nothing else is shown.
  package init(points: PointGrid?) {
    (measuresLevels, measuresSpectrum, self.points) = (false, false, points)
  }

  /// The needs of both outputs.
  package func union(_ other: OutputNeeds) -> OutputNeeds {
    var both = OutputNeeds(points: points ?? other.points)
    both.measuresLevels = measuresLevels || other.measuresLevels
    both.measuresSpectrum = measuresSpectrum || other.measuresSpectrum
    return both
  }
}
