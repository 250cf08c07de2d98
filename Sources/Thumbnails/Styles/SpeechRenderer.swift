import Glibc
import Raster

extension WaveformStyle {
  /// Five waves with the same phase.
  public static let speech = WaveformStyle(
    "speech",
    "five waves with the level at --at, or the highest level",
    options: [.thickness, .frequency, .phase]
  ) { SpeechRenderer(frequency: $0.geometry.frequency, thickness: $0.geometry.thickness) }
}

/// Five waves with the same phase and decreasing height, width and opacity, as voice assistants
/// show speech.
struct SpeechRenderer: WaveformRenderer {
  /// The height, opacity and width of one wave, relative to the first.
  struct SpeechWave: Equatable {
    var amplitude: Double
    var opacity: Double
    var width: Double

    // The numbers of the published original, as those of the parabola below.
    init(_ index: Int) {
      let progress = 1 - Double(index) / 5
      amplitude = 1.5 * progress - 0.8
      opacity = min(1, progress / 3 * 2 + 1 / 3)
      width = 1 / Double(index + 1)
    }
  }

  static let waves = (0..<5).map(SpeechWave.init)

  private let frequency: Double
  private let thickness: Double

  init(frequency: Double? = nil, thickness: Double? = nil) {
    self.frequency = .length(frequency, or: 1.5)
    self.thickness = .length(thickness, or: 1.5)
  }

  var content: WaveformContent { .level }

  func barCount(in size: ThumbnailSize, asked: Int?) -> Int { 1 }

  func heightAxis(in scene: WaveformScene) -> HeightAxis {
    let thickness = min(thickness * scene.scale, scene.frame.height)
    var axis = HeightAxis(mirroredIn: scene.frame, margin: thickness / 2)
    // The highest wave is lower than its frame, also at full scale.
    let reach = axis.zero - axis.full
    axis.full = axis.zero - reach * Self.waves[0].amplitude
    return axis
  }

  func marks(of scene: WaveformScene) -> [Mark] {
    let level = Double(scene.heights.first ?? 0)
    let thickness = min(thickness * scene.scale, scene.frame.height)
    let frame = scene.frame.inset(by: thickness / 2)
    return Self.waves.map { wave in
      // A point of the line for each point of width.
      let shape = Self.shape(
        amplitude: wave.amplitude * level,
        frequency: frequency,
        phase: scene.phase,
        steps: Int(scene.frame.width / scene.scale) + 1
      )
      var scene = scene
      scene.colors = scene.colors.faded(to: wave.opacity)
      let stroke = shape.stroke(in: frame, width: thickness * wave.width)
      return scene.mark(.outline(stroke))
    }
  }

  /// Returns a sine scaled by a parabola that is 0 at both ends and 1 in the middle; x runs from 0
  /// to 1.
  static func shape(
    amplitude: Double,
    frequency: Double,
    phase: Double,
    steps: Int
  ) -> WaveFormShape {
    WaveFormShape(range: 0...1, steps: steps) { x in
      // The original of this wave counts y downward and decreases the phase.
      let parabola = 1 - (2 * x - 1) * (2 * x - 1)
      return -parabola * amplitude * sin(2 * .pi * frequency * x - phase)
    }
  }
}
