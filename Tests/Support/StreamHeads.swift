import WavethumbBytes

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
    let frameBytes = channels * bits / 8
    var head = Array(form.utf8)
    // What follows this number: "WAVE", a format chunk of 24 bytes, and the head of the data chunk. It
    // wraps, since a program that writes into a pipe declares 2^32 - 1 for a length that it does not know.
    head.append(number: dataSize &+ 36)
    head += "WAVE".utf8
    head += before
    head += "fmt ".utf8
    head.append(number: UInt32(16))
    head.append(number: tag)
    head.append(number: channels)
    head.append(number: sampleRate)
    head.append(number: sampleRate * UInt32(frameBytes))
    head.append(number: frameBytes)
    head.append(number: bits)
    head += "data".utf8
    head.append(number: dataSize)
    return head
  }

  package static func au(size: UInt32, coding: UInt32) -> [UInt8] {
    let headBytes: UInt32 = 24
    let sampleRate: UInt32 = 44_100
    let channels: UInt32 = 2
    var head = Array(".snd".utf8)
    for number in [headBytes, size, coding, sampleRate, channels] {
      // AU is big-endian, a format of Sun's workstations.
      head += little(number).reversed()
    }
    return head
  }

  package static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
