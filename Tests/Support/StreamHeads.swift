/// Builds stream headers byte by byte.
package enum StreamHeads {
  package static func wav(
    _ form: String = "RIFF",
    dataSize: UInt32,
    tag: UInt16 = 1,
    bits: UInt16 = 16,
    channels: UInt16 = 2,
    sampleRate: UInt32 = 44_100,
    before: [UInt8] = []
  ) -> [UInt8] {
    let frame = channels * bits / 8
    var head = Array(form.utf8) + little(dataSize &+ 36) + Array("WAVE".utf8) + before
    head += Array("fmt ".utf8) + little(UInt32(16)) + little(tag) + little(channels)
    head += little(sampleRate) + little(sampleRate * UInt32(frame)) + little(frame) + little(bits)
    return head + Array("data".utf8) + little(dataSize)
  }

  package static func au(size: UInt32, coding: UInt32) -> [UInt8] {
    let numbers = [24, size, coding, 44_100, 2] as [UInt32]
    return Array(".snd".utf8) + numbers.flatMap { little($0).reversed() }
  }

  package static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
