/// The kinds of files that are made of a recording: the only place that names them all.
package enum OutputList {
  package static let kinds: [any Output.Type] = [
    PNGOutput.self, AnimatedPNGOutput.self, SVGOutput.self, JSONOutput.self, DatOutput.self,
    PeaksOutput.self, WavesurferOutput.self,
  ]

  /// The files that a run asks for, in the order in which they are written.
  package static func outputs(for request: OutputRequest) -> [any Output] {
    kinds.flatMap { $0.asked(by: request) as [any Output] }
  }

  /// Whether a file that begins with these bytes is an output that wavethumb made.
  package static func ownership(ofFileBeginning start: [UInt8]) -> Ownership {
    var answer = Ownership.no
    for kind in kinds {
      switch kind.ownership(ofFileBeginning: start) {
      case .yes: return .yes
      case .askTheJournal: answer = .askTheJournal
      case .no: break
      }
    }
    return answer
  }

  /// The name of the recording that a file would belong to, by the longest ending that its name
  /// has.
  package static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    guard let format = OutputFormat.named(fileName) else { return nil }
    return kinds.lazy.filter { $0.format == format }
      .compactMap { $0.recordingName(of: fileName) }.first.map { AlbumArtName.recording($0) }
  }
}
