/// How long the stretch is that each point of a zoomed waveform stands for.
package enum PointGrid: Sendable, Hashable {
  case framesPerPoint(Int)
  case pointsPerSecond(Int)

  /// The fewest frames of a point.
  package static let leastFrames = 2

  package func framesPerPoint(at sampleRate: Int) -> Int {
    switch self {
    case .framesPerPoint(let frames): max(frames, Self.leastFrames)
    case .pointsPerSecond(let points): max(sampleRate / max(points, 1), Self.leastFrames)
    }
  }
}
