package import WavethumbBytes

/// The duration of each point of a zoomed waveform.
package enum PointGrid: Sendable, Hashable {
  case framesPerPoint(Int)
  case pointsPerSecond(Int)

  /// The smallest number of frames per point.
  // That of audiowaveform, which refuses a zoom of 1: "Invalid zoom: minimum 2".
  package static let minimumFrames = 2

  package func framesPerPoint(at sampleRate: Int) -> Int {
    switch self {
    case .framesPerPoint(let frames):
      max(frames, Self.minimumFrames)
    case .pointsPerSecond(let points):
      // A point covers whole frames, as in the header of audiowaveform's files: 300 points a second
      // of 44.1 kHz are 147 frames each, and 301 are 146.
      max(sampleRate / max(points, 1), Self.minimumFrames)
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
