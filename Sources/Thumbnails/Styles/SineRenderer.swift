import Glibc
import Raster

extension WaveformStyle {
  /// A sine that tapers off.
  public static let sine = WaveformStyle(
    "sine",
    "a tapered sine with the level at --at, or the highest level",
    options: [.thickness, .frequency, .phase]
  ) { SineRenderer(frequency: $0.geometry.frequency, thickness: $0.geometry.thickness) }
}

/// A sine that tapers off on both sides, as high as the level at one moment.
struct SineRenderer: WaveformRenderer {
  private let frequency: Double
  private let thickness: Double

  init(frequency: Double? = nil, thickness: Double? = nil) {
    self.frequency = .length(frequency, or: 4)
    self.thickness = .length(thickness, or: 7)
  }

  var content: WaveformContent { .level }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int { 1 }

  func heightAxis(in scene: WaveformScene) -> HeightAxis {
    let width = min(thickness * scene.scale, scene.frame.height)
    return HeightAxis(mirroredIn: scene.frame, margin: width / 2)
  }

  func marks(of scene: WaveformScene) -> [Mark] {
    // The line stays within the frame, of which half a line is left on each side.
    let width = min(thickness * scene.scale, scene.frame.height)
    let wave = Self.wave(
      amplitude: Double(scene.heights.first ?? 0),
      frequency: frequency,
      phase: scene.phase
    )
    let stroke = wave.stroke(in: scene.frame.inset(by: width / 2), width: width)
    return [scene.mark(.outline(stroke))]
  }

  /// Returns the wave amplitude · sin(k·x - phase) · (K/(K + x⁴))^K over -2π…2π.
  static func wave(amplitude: Double, frequency: Double, phase: Double) -> WaveFormShape {
    // K, the range, the steps and the default width of the line are those of the published original.
    let taper = 1.0
    return WaveFormShape(range: -2 * .pi...2 * .pi, steps: 300) { x in
      let envelope = pow(taper / (taper + pow(x, 4)), taper)
      return amplitude * sin(frequency * x - phase) * envelope
    }
  }
}
