/// One of the styles a picture is drawn in; each stands with its renderer in a file of its own.
public struct WaveformStyle: Sendable {
  /// As it is asked for and as pictures are named.
  public let rawValue: String
  /// A description in a few words, for help.
  public let words: String
  /// The name of the picture in alternative text, such as "Waveform".
  public let subject: String
  /// The size of a picture where none is given.
  public let defaultSize: ThumbnailSize
  /// The measures of its geometry that can be set.
  public let options: Set<StyleOption>
  /// Whether it is one of those that are meant by "all".
  public let isPlain: Bool
  /// The property of the recording that heights show.
  public let content: WaveformContent
  /// Whether time runs from the left edge to the right.
  package let runsAcross: Bool
  private let make: @Sendable (ThumbnailLook) -> any WaveformRenderer

  /// A style of a name, drawn by what is made for the geometry of a look.
  public init(
    _ name: String, _ words: String, defaultSize: ThumbnailSize = .standard,
    subject: String = "Waveform", options: Set<StyleOption> = [], isPlain: Bool = false,
    renderer: @escaping @Sendable (ThumbnailLook) -> any WaveformRenderer
  ) {
    rawValue = name
    self.words = words
    self.defaultSize = defaultSize
    self.subject = subject
    self.options = options
    self.isPlain = isPlain
    make = renderer
    let usual = renderer(ThumbnailLook())
    content = usual.content
    runsAcross = if case .across = usual.timeAxis { true } else { false }
  }

  /// The renderer with the geometry of a look.
  public func renderer(for look: ThumbnailLook) -> any WaveformRenderer { make(look) }

  /// How many bars a picture of that size has, when so many are asked for or it is to decide.
  public func barCount(for look: ThumbnailLook) -> Int {
    renderer(for: look).barCount(in: look.size ?? defaultSize, asked: look.bars)
  }
}

extension WaveformStyle: CaseIterable {
  /// The list of the library's styles: the only place that names them all.
  public static let allCases: [WaveformStyle] = [
    .bars, .mirroredBars, .dancingBars, .line, .dots, .circular, .spectrum, .spectrogram, .sine,
    .speech,
  ]

  /// The styles that `all` stands for: levels or pitches as bars, dots or a curve.
  public static let plain = allCases.filter(\.isPlain)
}

extension WaveformStyle: RawRepresentable, Hashable, CustomStringConvertible {
  public init?(rawValue: String) {
    guard let style = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = style
  }

  /// The style of that name, in any case, hyphens and underscores aside.
  public init?(named name: String) {
    let letters = name.lowercased().filter { $0 != "-" && $0 != "_" }
    guard let style = Self.allCases.first(where: { $0.rawValue.lowercased() == letters }) else {
      return nil
    }
    self = style
  }

  public var description: String { rawValue }
}

/// A measure of a style's geometry that can be set.
public enum StyleOption: String, CaseIterable, Sendable {
  /// The gap between bars or dots.
  case spacing
  /// The radius of the corners of bars.
  case cornerRadius
  /// The width of bars.
  case barWidth
  /// The diameter of dots.
  case dotSize
  /// A fraction of the outer radius; all others are in points.
  case innerRadius
  /// The thickness of a curve.
  case thickness
  /// In the measure of the style, as the phase is in radians.
  case frequency
  /// How far waves have run.
  case phase
}
