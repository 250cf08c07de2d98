import Bytes

package struct DatHead: Equatable {
  package var isEightBits: Bool
  package var sampleRate: Int
  package var framesPerPoint: Int
  package var points: Int
  package var lanes: Int
  package var length: Int

  /// The largest length of the header in bytes.
  static let longest = 24

  package init(
    isEightBits: Bool, sampleRate: Int, framesPerPoint: Int, points: Int, lanes: Int,
    length: Int? = nil
  ) {
    self.isEightBits = isEightBits
    self.sampleRate = sampleRate
    self.framesPerPoint = framesPerPoint
    self.points = points
    self.lanes = lanes
    self.length = length ?? (lanes == 1 ? 20 : Self.longest)
  }

  package init?(_ start: [UInt8]) { do { self = try Self.read(start) } catch { return nil } }

  var bytes: [UInt8] {
    let words = [lanes == 1 ? 1 : 2, isEightBits ? 1 : 0, sampleRate, framesPerPoint, points]
    return (words + (lanes == 1 ? [] : [lanes])).flatMap {
      UInt32(truncatingIfNeeded: $0).bigEndianBytes.reversed()
    }
  }
}
