package import Raster

/// The look of a picture in the style of audiowaveform: one column per point, or wide bars.
package struct AudiowaveformLook: Sendable, Equatable {
  /// Bars instead of columns, in pixels.
  package struct Bars: Sendable, Equatable {
    package var width = 8
    package var gap = 4
    package var isRounded = false

    package init() {}
  }

  package enum Amplitude: Sendable, Equatable {
    case factor(Double)
    /// The largest magnitude fills the height.
    case full
  }

  /// The size, in pixels.
  package var width = 800
  package var height = 250
  package var background = Color(red: 214, green: 214, blue: 214)
  package var border = Color(red: 0, green: 0, blue: 0)
  /// The colors, used in turn for the channels.
  package var waveform = [Color(red: 63, green: 77, blue: 155)]
  /// Whether there is a border in place of axes.
  package var hasBorder = true
  package var bars: Bars?
  package var amplitude: Amplitude?
  /// Whether the recording fills the whole width, whatever the number of points.
  package var isWhole = false

  package init() {}

  /// Sets the colors of `--colors audition`.
  package mutating func takeAuditionColors() {
    background = Color(red: 0, green: 63, blue: 34)
    border = Color(red: 157, green: 157, blue: 157)
    waveform = [Color(red: 134, green: 252, blue: 199)]
  }
}
