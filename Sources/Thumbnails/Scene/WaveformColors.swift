import Glibc
public import Raster

/// The color of the played part of a waveform.
// Not a color with a default: blue that was asked for stays blue over album art, and the color of text
// is not known before a page shows the SVG.
public enum PlayedPaint: Sendable, Hashable {
  /// Blue, and white over album art.
  case automatic
  /// The same color on any background.
  case color(Color)
  /// The color of the text around the picture, for SVG in a page.
  case currentColor(alpha: UInt8)
}

/// The color or gradient of a background.
public enum BackgroundPaint: Sendable, Hashable {
  /// One color everywhere.
  case color(Color)
  /// A gradient from one side to the other.
  case gradient(Gradient, WaveformScene.Direction)
}

/// The colors of a picture; a gradient replaces its color.
public struct WaveformColors: Sendable, Hashable {
  /// The paint before the playhead.
  public var playedPaint: PlayedPaint
  /// The color after the playhead.
  public var unplayed: Color
  /// The gradient that replaces `played`.
  public var playedGradient: Gradient?
  /// The gradient that replaces `unplayed`.
  public var unplayedGradient: Gradient?
  /// The background, or nil if it is transparent.
  public var background: BackgroundPaint?

  /// Creates colors; the defaults are blue (white over album art), translucent gray and no
  /// background.
  public init(
    played: Color? = nil,
    unplayed: Color = Color(red: 0x80, green: 0x80, blue: 0x80, alpha: 0x99),
    playedGradient: Gradient? = nil,
    unplayedGradient: Gradient? = nil,
    background: Color? = nil
  ) {
    playedPaint = played.map { .color($0) } ?? .automatic
    self.unplayed = unplayed
    self.playedGradient = playedGradient
    self.unplayedGradient = unplayedGradient
    self.background = background.map { .color($0) }
  }

  /// The color before the playhead.
  public var played: Color {
    get {
      switch playedPaint {
      // The "dodgerblue" of CSS: its contrast is 3.2 on white and 6.5 on black.
      case .automatic: Color(rgb: 0x1e90ff)
      case .color(let color): color
      case .currentColor(let alpha): Color(red: 0, green: 0, blue: 0, alpha: alpha)
      }
    }
    set { playedPaint = .color(newValue) }
  }

  /// Returns the colors over album art: white, unless a color was asked for.
  // Art has any color, and its shade is black.
  func overArt() -> WaveformColors {
    var colors = self
    if playedPaint == .automatic {
      colors.played = Color(rgb: 0xffffff)
    }
    return colors
  }

  /// Returns the colors with less opacity, and the same background.
  func faded(to share: Double) -> WaveformColors {
    var colors = self
    let played = played.faded(to: share)
    if case .currentColor = playedPaint {
      colors.playedPaint = .currentColor(alpha: played.alpha)
    } else {
      colors.played = played
    }
    colors.unplayed = unplayed.faded(to: share)
    colors.playedGradient = playedGradient?.faded(to: share)
    colors.unplayedGradient = unplayedGradient?.faded(to: share)
    return colors
  }

  /// Returns the paint below a picture that fills a frame.
  func backgroundPaint(in frame: WaveformScene.Frame) -> Paint {
    switch background {
    case .color(let color)?: .color(color)
    case .gradient(let gradient, let direction)?: frame.paint(gradient, along: direction)
    case nil: .color(.clear)
    }
  }
}

extension Gradient {
  /// Returns the gradient with less opacity.
  func faded(to share: Double) -> Gradient {
    let faded = stops.map { stop in
      Stop(offset: stop.offset, color: stop.color.faded(to: share))
    }
    return Gradient(stops: faded)
  }
}

/// The colors that show what a recording sounds like.
public enum WaveformColoring: Sendable, Hashable {
  /// Each bar has the color of its mean frequency, on a ramp from 150 Hz to 4.8 kHz.
  case pitch(Gradient)
  /// Each bar shows its low, mid and high frequencies in three colors, the strongest behind.
  case bands([Color])

  /// The default ramp, from low to high: hues of about the same lightness, each with a contrast of
  /// 3 or more on white and on #121212, in order also for people who see no red or no green.
  // Without red or green, hues from blue to yellow stay in order, but yellow, orange and red look
  // the same: orange and red are therefore each darker than the color before.
  public static let standardRamp = Gradient(
    colors: [
      Color(rgb: 0x4058c2),
      Color(rgb: 0x0089b4),
      Color(rgb: 0x0ea175),
      Color(rgb: 0xa79300),
      Color(rgb: 0xcd5e03),
      Color(rgb: 0xda2942),
    ]
  )

  /// The default colors of low, mid and high frequencies, with the same contrast.
  public static let standardBands = [
    Color(rgb: 0x325ac2), Color(rgb: 0xda720d), Color(rgb: 0xda3870),
  ]

  /// Returns the position of a frequency on the ramp, 0 to 1.
  // Of bars of 416 real recordings 5, 50 and 95 % are below 218, 924 and 3,498 Hz in music, below
  // 360, 562 and 1,066 Hz in speech, below 59, 1,396 and 9,267 Hz in single drums, and below 98, 1,073
  // and 10,186 Hz in test recordings of decoders. In music 2.5 % are beyond each end of the ramp.
  package static func position(ofPitch pitch: Double) -> Double {
    // Five octaves from 150 Hz, each as long as the others.
    let octaves = log2(pitch / 150)
    return (octaves / 5).clamped(min: 0, max: 1)
  }
}
