package import Raster

/// The look of a picture in the style of audiowaveform: one column per point, or wide bars.
// Sizes and colors are the defaults of audiowaveform 1.10, whose calls must give the same picture
// here.
package struct AudiowaveformLook: Sendable, Equatable {
  /// The dimensions of bars, drawn instead of columns, in pixels.
  package struct Bars: Sendable, Equatable {
    package var width = 8
    package var gap = 4
    package var isRounded = false

    package init() {}
  }

  package enum Amplitude: Sendable, Equatable {
    case factor(Double)
    /// Scales the largest magnitude to the full height.
    case full
  }

  /// The size, in pixels.
  package var width = 800
  package var height = 250
  package var background = Color(red: 214, green: 214, blue: 214)
  package var border = Color(red: 0, green: 0, blue: 0)
  /// The colors, used in turn for the channels.
  package var waveform = [Color(red: 63, green: 77, blue: 155)]
  /// Whether a border is drawn, in place of audiowaveform's axes.
  package var hasBorder = true
  package var bars: Bars?
  package var amplitude: Amplitude?
  /// Whether the recording fills the whole width, regardless of the number of points.
  package var isWhole = false

  package init() {}

  /// Uses the colors of `--colors audition`.
  package mutating func setAuditionColors() {
    background = Color(red: 0, green: 63, blue: 34)
    border = Color(red: 157, green: 157, blue: 157)
    waveform = [Color(red: 134, green: 252, blue: 199)]
  }
}
