/// One of the styles a picture is drawn in.
public enum WaveformStyle: String, CaseIterable, Sendable {
  case bars
  case mirroredBars
  case dancingBars
  case line
  case dots
  case circular
  case spectrum
  case sine
  case speech

  /// The six that show levels or pitches as bars, dots or a curve; the others are asked for by name.
  public static let plain: [WaveformStyle] = [
    .bars, .mirroredBars, .dancingBars, .line, .dots, .circular,
  ]

  /// The style of that name, in any case, hyphens and underscores aside.
  public init?(named name: String) {
    let letters = name.lowercased().filter { $0 != "-" && $0 != "_" }
    guard let style = Self.allCases.first(where: { $0.rawValue.lowercased() == letters }) else {
      return nil
    }
    self = style
  }

  /// How big a picture is when nobody says.
  public var defaultSize: ThumbnailSize {
    self == .circular
      ? ThumbnailSize(width: 512, height: 512) : ThumbnailSize(width: 598, height: 120)
  }

  /// What of its geometry can be set, with what it is otherwise.
  public var options: [StyleOption: Double] {
    switch self {
    case .bars, .mirroredBars: [.spacing: 2, .cornerRadius: 1.5]
    case .dancingBars: [.spacing: 3, .cornerRadius: 2]
    case .line: [.thickness: 2]
    case .dots: [.dotSize: 4, .spacing: 4]
    case .circular: [.innerRadius: 0.45, .barWidth: 0.015 * Double(defaultSize.width)]
    case .spectrum: [:]
    case .sine: [.thickness: 7]
    case .speech: [.thickness: 1.5]
    }
  }

  /// What its heights tell.
  public var content: WaveformContent {
    switch self {
    case .bars, .mirroredBars, .line, .dots, .circular: .time
    case .dancingBars: .pitches
    case .spectrum: .spectrum
    case .sine, .speech: .level
    }
  }

  /// How many bars a picture of that size has, when so many are asked for or it is to decide.
  public func barCount(for look: ThumbnailLook) -> Int {
    renderer(for: look).barCount(in: look.size ?? defaultSize, asked: look.bars)
  }

  /// What draws it, with the geometry of a look.
  public func renderer(for look: ThumbnailLook) -> any WaveformRenderer {
    switch self {
    case .bars: BarsRenderer(spacing: look.spacing, cornerRadius: look.cornerRadius)
    case .mirroredBars:
      MirroredBarsRenderer(spacing: look.spacing, cornerRadius: look.cornerRadius)
    case .dancingBars: DancingBarsRenderer(spacing: look.spacing, cornerRadius: look.cornerRadius)
    case .line: LineRenderer(thickness: look.thickness)
    case .dots: DotsRenderer(dotSize: look.dotSize, spacing: look.spacing)
    case .circular: CircularRenderer(innerRadius: look.innerRadius, barWidth: look.barWidth)
    case .spectrum: SpectrumRenderer()
    case .sine: SineRenderer(thickness: look.thickness)
    case .speech: SpeechRenderer(thickness: look.thickness)
    }
  }
}

/// A measure of a style's geometry that can be set.
public enum StyleOption: String, CaseIterable, Sendable {
  case spacing
  case cornerRadius
  case barWidth
  case dotSize
  /// A fraction of the outer radius; all others are in points.
  case innerRadius
  case thickness
}
