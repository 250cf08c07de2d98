package import Bytes
import Waveform

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
    self = isOfFrames ? .framesPerPoint(number) : .pointsPerSecond(number)
  }
}
