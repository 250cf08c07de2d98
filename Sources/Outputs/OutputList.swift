package import Thumbnails
package import Waveform

/// The kinds of files made from a recording, listed only here.
package enum OutputList {
  package static let kinds: [any Output.Type] = [
    PNGOutput.self, AnimatedPNGOutput.self, SVGOutput.self, JSONOutput.self, DatOutput.self,
    PeaksOutput.self, WavesurferOutput.self,
  ]

  /// Returns the files that a run requests, in the order of writing.
  package static func outputs(for request: OutputRequest) -> [any Output] {
    kinds.flatMap { $0.asked(by: request) as [any Output] }
  }

  /// Returns whether a file that begins with these bytes is an output made by wavethumb.
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

  /// Returns the name of the recording of a file, by the longest matching suffix.
  package static func recordingName(of fileName: [UInt8]) -> [UInt8]? {
    guard let format = OutputFormat.named(fileName) else { return nil }
    return kinds.lazy.filter { $0.format == format }
      .compactMap { $0.recordingName(of: fileName) }.first.map { AlbumArtName.recording($0) }
  }
}

/// The outputs that a run makes from each recording.
package struct OutputRequest: Sendable, Equatable {
  package var formats: Set<OutputFormat>
  package var styles: [WaveformStyle]
  /// Pixels per point.
  package var scales: [Int]
  /// Whether pictures are drawn over album art.
  package var showsCovers = false
  /// The timing of animations, or nil for stills.
  package var animation: AnimationTiming?
  /// The number of zoom levels in JSON.
  package var levels: Int?
  /// Whether JSON contains the spectrum.
  package var hasSpectrum = false
  /// Whether JSON contains the analysis of the sound.
  package var hasSound = false
  package var zoom = PointsRequest()
  /// The number of magnitudes in `wavesurfer`.
  package var points = standardPoints
  /// The scaling of magnitudes in players' formats; unscaled by default.
  package var playerScaling = WaveformScaling(measure: .peak, normalize: .none)

  /// The default number of points: a divisor of the 4,800 buckets of a summary.
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
