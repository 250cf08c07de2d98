/// The kinds of files made from a recording, listed only here.
package enum OutputList {
  // The order in which files are written, and in which help lists their formats.
  package static let kinds: [any Output.Type] = [
    PNGOutput.self, AnimatedPNGOutput.self, SVGOutput.self, JSONOutput.self, DatOutput.self,
    PeaksOutput.self, WavesurferOutput.self, SpectrogramOutput.self, LabelsOutput.self,
    ChaptersOutput.self, StripOutput.self,
  ]

  /// Returns the files that a run requests, in the order of writing.
  package static func outputs(for request: OutputRequest) -> [any Output] {
    kinds.flatMap { $0.asked(by: request) as [any Output] }
  }

  /// Returns whether a file that begins with these bytes is an output made by wavethumb.
  package static func mark(ofFileBeginning start: [UInt8]) -> OutputMark {
    var answer = OutputMark.no
    for kind in kinds {
      switch kind.mark(ofFileBeginning: start) {
      case .yes: return .yes
      // Another kind may still know the file by its mark.
      case .askTheLedger: answer = .askTheLedger
      case .no: break
      }
    }
    return answer
  }

  /// Returns the name of the recording of a file, by the longest matching suffix.
  package static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    guard let format = OutputFormat.named(fileName) else { return nil }
    for kind in kinds where kind.format == format {
      if let name = kind.recordingName(of: fileName) { return AlbumArtName.recording(name) }
    }
    return nil
  }
}
