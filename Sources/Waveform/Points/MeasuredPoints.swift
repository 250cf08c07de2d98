import WavethumbBytes

/// The points of a recording, which may not fit into memory.
public struct MeasuredPoints: Sendable, Equatable {
  /// Reads the bytes of some points: for each point and lane the lowest and highest value, 16 bits,
  /// little-endian.
  public typealias Reader = @Sendable (_ points: Range<Int>) throws -> [UInt8]

  /// The number of frames per point.
  public let framesPerPoint: Int
  /// One if the channels were mixed.
  public let lanes: Int
  /// The number of points.
  public let count: Int
  /// The bits per value in the file that the points were read from, or nil.
  public let givenBits: Int?
  // A function rather than an array: with two frames a point, an hour of stereo has 635 MB of points.
  // The pool keeps them in a file, and reads the part that a writer asks for.
  let reader: Reader

  /// Creates points that `reader` reads on demand.
  public init(
    framesPerPoint: Int,
    lanes: Int,
    count: Int,
    givenBits: Int? = nil,
    reader: @escaping Reader
  ) {
    self.framesPerPoint = framesPerPoint
    self.lanes = lanes
    self.count = count
    self.givenBits = givenBits
    self.reader = reader
  }

  /// Returns whether both have equally many points of the same kind.
  // Not their values, which would have to be read: there may be gigabytes.
  public static func == (one: MeasuredPoints, other: MeasuredPoints) -> Bool {
    one.framesPerPoint == other.framesPerPoint && one.lanes == other.lanes
      && one.count == other.count
  }

  /// Passes on the values of all points in order, in blocks of whole points.
  public func forEachBlock<Failure: Error>(
    _ body: (_ values: [Int16]) throws(Failure) -> Void,
    unread: (any Error) -> Failure
  ) throws(Failure) {
    // 64 KB for each lane. Untuned.
    let size = 1 << 14
    for start in stride(from: 0, to: count, by: size) {
      let bytes: [UInt8]
      // The reader may be anybody's, and throw anything; the caller says what that means for it.
      do {
        bytes = try reader(start..<min(start + size, count))
      } catch {
        throw unread(error)
      }
      try body(Self.values(bytes))
    }
  }

  /// Returns the same points with each value changed.
  public func mapped(_ change: @escaping @Sendable (Int16) -> Int16) -> MeasuredPoints {
    MeasuredPoints(
      framesPerPoint: framesPerPoint,
      lanes: lanes,
      count: count,
      givenBits: givenBits
    ) { [reader] points in
      var bytes: [UInt8] = []
      for value in Self.values(try reader(points)) {
        bytes.append(number: change(value))
      }
      return bytes
    }
  }

  private static func values(_ bytes: [UInt8]) -> [Int16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.number(at: $0) }
  }
}
