import Waveform
import WavethumbBytes

extension DatHeader {
  /// Reads the header, and checks each number: the file may be anything.
  package static func read(_ start: [UInt8]) throws(ImportFailure) -> DatHeader {
    let shortest = 20
    guard start.count >= shortest else { throw .short(bytes: start.count) }
    // Little-endian numbers of 32 bits.
    func word(_ index: Int) -> Int {
      Int(start.number(at: index * 4, as: Int32.self))
    }
    let version = word(0)
    guard version == 1 || version == 2 else { throw .version(version) }
    let length = version == 1 ? shortest : maximumLength
    guard start.count >= length else { throw .short(bytes: start.count) }
    let flags = word(1)
    guard 0...1 ~= flags else { throw .badMember("flags") }
    let sampleRate = word(2)
    guard sampleRate > 0 else { throw .sampleRate(sampleRate) }
    let framesPerPoint = word(3)
    guard framesPerPoint > 0 else { throw .framesPerPoint(framesPerPoint) }

    // The only number without a sign.
    let points = Int(UInt32(truncatingIfNeeded: word(4)))
    let lanes = version == 1 ? 1 : word(5)
    guard 1...PointsMeter.maximumChannels ~= lanes else { throw .channels(lanes) }
    return DatHeader(
      isEightBits: flags == 1,
      sampleRate: sampleRate,
      framesPerPoint: framesPerPoint,
      points: points,
      lanes: lanes,
      length: length
    )
  }
}

extension ImportedPoints {
  // As many values as a file may have, of two bytes each.
  package static let maximumDatBytes = DatHeader.maximumLength + 2 * maximumValues

  package init(dat bytes: [UInt8], isStopped: () -> Bool = { false }) throws(ImportFailure) {
    guard bytes.count <= Self.maximumDatBytes else {
      throw .tooLong(maximumBytes: Self.maximumDatBytes)
    }
    let head = try DatHeader.read(bytes)
    let bits: PointsRequest.Bits = head.isEightBits ? .eight : .sixteen
    let width = head.isEightBits ? 1 : 2

    // A file that was cut off, or that is none of these, shows in its length: neither format has a
    // mark.
    let bytesOfValues = bytes.count - head.length
    let found = bytesOfValues / width
    let declared = head.points * 2 * head.lanes
    guard found == declared, bytesOfValues % width == 0 else {
      throw .length(declared: declared, found: found)
    }
    guard declared > 0 else { throw .missing }

    // No more than the bytes that came, as the length was compared.
    var values: [Int16] = []
    values.reserveCapacity(declared)
    for offset in stride(from: head.length, to: bytes.count, by: width) {
      if values.count % Self.valuesBetweenStopChecks == 0, isStopped() { throw .stopped }
      if head.isEightBits {
        // As wide as those of sixteen bits, so that everything behind knows one kind of value.
        values.append(Int16(Int8(bitPattern: bytes[offset])) * 256)
      } else {
        values.append(bytes.number(at: offset))
      }
    }

    let duration = Double(head.points) * Double(head.framesPerPoint) / Double(head.sampleRate)
    self.init(
      sampleRate: head.sampleRate,
      framesPerPoint: head.framesPerPoint,
      lanes: head.lanes,
      bits: bits,
      duration: duration,
      values: values
    )
  }
}
