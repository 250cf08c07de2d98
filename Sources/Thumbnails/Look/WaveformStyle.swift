/// A style of pictures; each is defined in the file of its renderer.
// A struct and not an enum, so that a program can add a style of its own, which has what the built-in
// ones have.
public struct WaveformStyle: Sendable {
  /// The name in options and filenames.
  public let rawValue: String
  /// A short description for the help text.
  public let helpText: String
  /// The name in alternative text, such as "Waveform".
  public let subject: String
  /// The default size of a picture.
  public let defaultSize: ThumbnailSize
  /// The geometry parameters that can be set.
  public let options: Set<StyleOption>
  /// Whether `all` includes the style.
  public let isPlain: Bool
  /// The property of the recording that heights show.
  public let content: WaveformContent
  /// Whether time runs from left to right.
  package let runsAcross: Bool
  private let make: @Sendable (ThumbnailLook) -> any WaveformRenderer

  /// Creates a style with a name, and a closure that creates its renderer for a look.
  public init(
    _ name: String,
    _ helpText: String,
    defaultSize: ThumbnailSize = .standard,
    subject: String = "Waveform",
    options: Set<StyleOption> = [],
    isPlain: Bool = false,
    renderer: @escaping @Sendable (ThumbnailLook) -> any WaveformRenderer
  ) {
    rawValue = name
    self.helpText = helpText
    self.defaultSize = defaultSize
    self.subject = subject
    self.options = options
    self.isPlain = isPlain
    make = renderer
    // What a style shows does not depend on its look.
    let usual = renderer(ThumbnailLook())
    content = usual.content
    runsAcross = usual.timeAxis.isAcross
  }

  /// Returns the renderer with the geometry of a look.
  public func renderer(for look: ThumbnailLook) -> any WaveformRenderer { make(look) }

  /// Returns the number of bars of a picture with this look.
  public func barCount(for look: ThumbnailLook) -> Int {
    renderer(for: look).barCount(in: look.size ?? defaultSize, asked: look.bars)
  }
}

extension WaveformStyle: CaseIterable {
  /// All built-in styles, listed only here.
  public static let allCases: [WaveformStyle] = [
    .bars, .mirroredBars, .dancingBars, .line, .dots, .circular, .spectrum, .spectrogram, .sine,
    .speech,
  ]

  /// The styles included in `all`: levels or frequencies as bars, dots or a curve.
  public static let plain = allCases.filter(\.isPlain)
}

extension WaveformStyle: RawRepresentable, Hashable, CustomStringConvertible {
  public init?(rawValue: String) {
    guard let style = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = style
  }

  public var description: String { rawValue }
}

/// A geometry parameter of a style.
public enum StyleOption: String, CaseIterable, Sendable {
  /// The gap between bars or dots.
  case spacing
  /// The radius of the corners of bars.
  case cornerRadius
  /// The width of bars.
  case barWidth
  /// The diameter of dots.
  case dotSize
  /// The radius of the hole, as a fraction of the outer radius; other lengths are in points.
  case innerRadius
  /// The thickness of a curve.
  case thickness
  /// The number of cycles, in the unit of the style.
  case frequency
  /// The phase of waves.
  case phase
}
