package import Bytes

/// The points of a recording, which may be too many for memory.
public struct MeasuredPoints: Sendable, Equatable {
  /// Reads the bytes of some points: of each point and lane lowest and highest value, 16 bits,
  /// little-endian.
  public typealias Reader = @Sendable (_ points: Range<Int>) throws -> [UInt8]

  /// How many frames each point stands for.
  public let framesPerPoint: Int
  /// One where the channels were mixed.
  public let lanes: Int
  /// How many points there are.
  public let count: Int
  /// How many bits their values had in the file that they were read from, if they were.
  public let givenBits: Int?
  private let reader: Reader

  /// Points whose bytes `reader` reads when they are asked for.
  public init(
    framesPerPoint: Int, lanes: Int, count: Int, givenBits: Int? = nil, reader: @escaping Reader
  ) {
    self.framesPerPoint = framesPerPoint
    self.lanes = lanes
    self.count = count
    self.givenBits = givenBits
    self.reader = reader
  }

  /// Whether they are as many points of the same kind.
  public static func == (one: MeasuredPoints, other: MeasuredPoints) -> Bool {
    one.framesPerPoint == other.framesPerPoint && one.lanes == other.lanes
      && one.count == other.count
  }

  /// How many bytes a point takes.
  public var pointBytes: Int { 4 * lanes }

  /// Passes the values of all points on, in order and in blocks of whole points.
  public func forEachBlock<Failure: Error>(
    ofPoints size: Int = 1 << 14, _ body: (_ values: [Int16]) throws(Failure) -> Void,
    unread: (any Error) -> Failure
  ) throws(Failure) {
    for start in stride(from: 0, to: count, by: size) {
      let bytes: [UInt8]
      do {
        bytes = try reader(start..<min(start + size, count))
      } catch {
        throw unread(error)
      }
      try body(Self.values(bytes))
    }
  }

  /// The same points with each value changed.
  public func mapped(_ change: @escaping @Sendable (Int16) -> Int16) -> MeasuredPoints {
    MeasuredPoints(
      framesPerPoint: framesPerPoint, lanes: lanes, count: count, givenBits: givenBits
    ) { [reader] points in
      Self.values(try reader(points)).flatMap {
        let value = change($0)
        return [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      }
    }
  }

  private static func values(_ bytes: [UInt8]) -> [Int16] {
    var values: [Int16] = []
    values.reserveCapacity(bytes.count / 2)
    for at in stride(from: 0, to: bytes.count - 1, by: 2) {
      values.append(Int16(bitPattern: UInt16(bytes[at]) | UInt16(bytes[at + 1]) << 8))
    }
    return values
  }
}

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
