package import WavethumbBytes

/// The duration of each point of a zoomed waveform.
package enum PointGrid: Sendable, Hashable {
  case framesPerPoint(Int)
  case pointsPerSecond(Int)

  /// The smallest number of frames per point.
  package static let minimumFrames = 2

  package func framesPerPoint(at sampleRate: Int) -> Int {
    switch self {
    case .framesPerPoint(let frames): max(frames, Self.minimumFrames)
    case .pointsPerSecond(let points): max(sampleRate / max(points, 1), Self.minimumFrames)
    }
  }
}

extension PointGrid: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    switch self {
    case .framesPerPoint(let frames):
      writer.append(true)
      writer.append(Int64(frames))
    case .pointsPerSecond(let points):
      writer.append(false)
      writer.append(Int64(points))
    }
  }

  package init(from reader: inout ByteReader) throws(MalformedBytes) {
    let isOfFrames = try reader.bool()
    let number = try reader.count(in: 1...Int(Int32.max))
    self =
      if isOfFrames {
        .framesPerPoint(number)
      } else {
        .pointsPerSecond(number)
      }
  }
}
