import Waveform
import WavethumbBytes

extension DatHead {
  package static func read(_ start: [UInt8]) throws(ImportFailure) -> DatHead {
    let shortest = 20
    guard start.count >= shortest else { throw .short(bytes: start.count) }
    func word(_ place: Int) -> Int { Int(start.number(at: place * 4, as: Int32.self)) }
    let version = word(0)
    guard version == 1 || version == 2 else { throw .version(version) }
    guard version == 1 || start.count >= longest else { throw .short(bytes: start.count) }
    guard 0...1 ~= word(1) else { throw .badMember("flags") }
    guard word(2) > 0 else { throw .sampleRate(word(2)) }
    guard word(3) > 0 else { throw .framesPerPoint(word(3)) }
    let lanes = version == 1 ? 1 : word(5)
    guard 1...PointsMeter.maximumChannels ~= lanes else { throw .channels(lanes) }
    return DatHead(
      isEightBits: word(1) == 1, sampleRate: word(2), framesPerPoint: word(3),
      points: Int(UInt32(truncatingIfNeeded: word(4))), lanes: lanes,
      length: version == 1 ? shortest : longest)
  }
}

extension ImportedPoints {
  package static let maximumDatBytes = DatHead.longest + 2 * maximumValues

  package init(dat bytes: [UInt8], isStopped: () -> Bool = { false }) throws(ImportFailure) {
    guard bytes.count <= Self.maximumDatBytes else {
      throw .tooLong(mostBytes: Self.maximumDatBytes)
    }
    let head = try DatHead.read(bytes)
    let bits: PointsRequest.Bits =
      if head.isEightBits {
        .eight
      } else {
        .sixteen
      }
    let width = head.isEightBits ? 1 : 2
    let found = (bytes.count - head.length) / width
    let declared = head.points * 2 * head.lanes
    guard found == declared, (bytes.count - head.length) % width == 0 else {
      throw .length(declared: declared, found: found)
    }
    guard declared > 0 else { throw .missing }
    var values: [Int16] = []
    values.reserveCapacity(declared)
    for at in stride(from: head.length, to: bytes.count, by: width) {
      if values.count % Self.valuesBetweenLooks == 0, isStopped() { throw .stopped }
      let value: Int16 =
        if head.isEightBits {
          Int16(Int8(bitPattern: bytes[at])) * 256
        } else {
          bytes.number(at: at)
        }
      values.append(value)
    }
    let duration = Double(head.points) * Double(head.framesPerPoint) / Double(head.sampleRate)
    self.init(
      sampleRate: head.sampleRate, framesPerPoint: head.framesPerPoint, lanes: head.lanes,
      bits: bits, duration: duration, values: values)
  }
}
