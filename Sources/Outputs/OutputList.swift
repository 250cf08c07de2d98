package import Thumbnails
package import Waveform

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

/// The outputs that a run makes of each recording.
package struct OutputRequest: Sendable, Equatable {
  package var formats: Set<OutputFormat>
  package var styles: [WaveformStyle]
  /// Pixels per point.
  package var scales: [Int]
  /// Whether pictures are laid over the art of the album.
  package var showsCovers = false
  /// The timing of animations, nil for stills.
  package var animation: AnimationTiming?
  /// How many zoom levels stand in JSON.
  package var levels: Int?
  /// Whether the spectrum stands in JSON.
  package var hasSpectrum = false
  /// Whether JSON has what the recording sounds like.
  package var hasSound = false
  package var zoom = PointsRequest()
  /// How many magnitudes a player gets.
  package var points = standardPoints
  /// The scaling of magnitudes in players' formats: as measured, where no other is asked for.
  package var playerScaling = WaveformScaling(measure: .peak, normalize: .none)

  /// As many as divide the 4,800 buckets of a summary.
  package static let standardPoints = 2400

  package init(
    formats: Set<OutputFormat>, styles: [WaveformStyle], scales: [Int],
    animation: AnimationTiming? = nil, levels: Int? = nil
  ) {
    self.formats = formats
    self.styles = styles
    self.scales = scales
    self.animation = animation
    self.levels = levels
  }
}
