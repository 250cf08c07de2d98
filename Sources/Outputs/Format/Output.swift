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
  package var suffix: String { Self.format.ending }

  package var key: String? { nil }

  package var needs: OutputNeeds { OutputNeeds() }

  package static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    format.stem(of: fileName)
  }
}

/// Receives the next bytes of a file.
// In pieces: points of ten hours would not fit into memory at once.
package typealias ByteSink = (_ bytes: [UInt8]) throws(OutputFailure) -> Void
