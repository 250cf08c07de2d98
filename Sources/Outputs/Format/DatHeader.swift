import WavethumbBytes

/// The header of a `.dat` file of audiowaveform, versions 1 and 2.
package struct DatHeader: Equatable {
  package var isEightBits: Bool
  package var sampleRate: Int
  package var framesPerPoint: Int
  package var points: Int
  package var lanes: Int
  package var length: Int

  /// The largest length of the header in bytes.
  // That of version 2, in which the points begin at byte 24: the published table has 20, which
  // neither audiowaveform nor waveform-data follow.
  static let maximumLength = 24

  package init(
    isEightBits: Bool,
    sampleRate: Int,
    framesPerPoint: Int,
    points: Int,
    lanes: Int,
    length: Int? = nil
  ) {
    self.isEightBits = isEightBits
    self.sampleRate = sampleRate
    self.framesPerPoint = framesPerPoint
    self.points = points
    self.lanes = lanes
    // Version 1, for one channel, lacks the number of channels.
    let usual = lanes == 1 ? 20 : Self.maximumLength
    self.length = length ?? usual
  }

  package init?(_ start: [UInt8]) {
    guard let head = try? Self.read(start) else { return nil }
    self = head
  }

  var bytes: [UInt8] {
    // As audiowaveform does: version 1 for one channel.
    let version = lanes == 1 ? 1 : 2
    let flags = isEightBits ? 1 : 0
    var fields = [version, flags, sampleRate, framesPerPoint, points]
    if version == 2 {
      fields.append(lanes)
    }
    // Little-endian, each in four bytes.
    return fields.flatMap { UInt32(truncatingIfNeeded: $0).bigEndianBytes.reversed() }
  }
}
