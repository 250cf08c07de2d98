package import Waveform
import WavethumbBytes

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

/// The formats of the listed kinds of outputs, found by name and by a file's extension.
extension OutputFormat: RawRepresentable, CaseIterable {
  /// All formats without duplicates, pictures first.
  public static let allCases = {
    var formats: [OutputFormat] = []
    // Stills and animations are two kinds of one format.
    for kind in OutputList.kinds where !formats.contains(kind.format) {
      formats.append(kind.format)
    }
    return formats
  }()

  public init?(rawValue: String) {
    let known = Self.allCases.first { format in format.rawValue == rawValue }
    guard let known else { return nil }
    self = known
  }

  /// Returns the format with the longest matching extension, case-insensitively.
  package static func named(_ fileName: [UInt8]) -> OutputFormat? {
    // By bytes, as a file's name need not be text.
    let name = fileName.map(\.asciiLowercased)
    // `.peaks.json` ends with `.json` as well.
    let matching = allCases.filter { format in format.stem(of: name) != nil }
    return matching.max { one, other in one.fileExtension.count < other.fileExtension.count }
  }
}

/// The options that apply only to data files; nil if not given.
package struct DataOptions: Sendable, Hashable {
  /// The number of frames per point; peaks.js requires at most 512.
  package var zoom: Int?
  package var pixelsPerSecond: Int?
  /// The bits per value; peaks.js rejects 16.
  package var bits: PointsRequest.Bits?
  /// The number of magnitudes in `wavesurfer`.
  package var points: Int?
  package var measure: Measure?
  /// The normalization of `wavesurfer`.
  package var normalize: WaveformScaling.Normalize?
  /// Whether JSON contains the spectrum.
  package var spectrum: Bool?
  /// Whether loudness, peaks and faults are measured.
  package var sound: Bool?
  /// The silence that is listed among the events.
  package var silence: SilenceRule?

  package init() {}

  /// The duration of a point of zoomed data.
  package var grid: PointGrid {
    if let pixelsPerSecond { return .pointsPerSecond(pixelsPerSecond) }
    // The finest of the default zoom levels of peaks.js, which refuses coarser data for it.
    return .framesPerPoint(zoom ?? 512)
  }

  /// Returns whether an option that only data uses was given.
  package func asks(_ option: OutputOption) -> Bool {
    switch option {
    case .zoom: zoom != nil || pixelsPerSecond != nil
    case .bits: bits != nil
    case .points: points != nil
    case .spectrum: spectrum != nil
    case .overlay, .animate, .levels: false
    }
  }
}
