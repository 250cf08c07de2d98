import Raster
import Thumbnails
import WavethumbBytes
import WavethumbOptions

/// The colors of waveforms in the page: those of the pictures.
struct PageColors {
  /// What decides which of several colors a bar has.
  private enum Order: String {
    case time, pitch, bands
  }

  // Each color of a row is a path of the document, so that a ramp must have few. Untuned.
  private static let rampCount = 32

  /// The color of the library: of waveforms without other colors, and of controls.
  private let color: Color
  private let order: Order?
  /// The colors from low to high, or from the start to the end; empty if there is one color.
  private let tints: [Color]

  init(_ pictures: PictureOptions) {
    let colors = pictures.look.colors
    switch pictures.coloring {
    case .pitch(let ramp):
      order = .pitch
      tints = Self.samples(of: ramp)
    case .bands(let bands):
      order = .bands
      tints = bands
    case nil:
      order = colors.playedGradient == nil ? nil : .time
      tints = colors.playedGradient.map(Self.samples) ?? []
    }
    color = colors.playedGradient?.color(at: 0.5) ?? colors.played
  }

  private static func samples(of gradient: Gradient) -> [Color] {
    (0..<rampCount).map { step in gradient.color(at: Double(step) / Double(rampCount - 1)) }
  }

  func write(to json: inout JSONWriter) {
    json.member("color", color.hexText)
    guard let order else { return }
    json.member("colorBy", order.rawValue)
    json.member("tints", array: tints) { json, tint in json.value(tint.hexText) }
  }
}
