/// Builds stream headers byte by byte.
package enum StreamHeads {
  package static func wav(
    _ form: String = "RIFF", dataSize: UInt32, tag: UInt16 = 1, bits: UInt16 = 16,
    channels: UInt16 = 2, sampleRate: UInt32 = 44_100, before: [UInt8] = []
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

  /// The beginning of a Matroska stream, as ffmpeg writes it, with a track for each item of
  /// `channels`.
  package static func matroska(
    channels: [UInt8], sampleRate: Double = 44_100, coding: String = "A_PCM/FLOAT/IEEE",
    tags: [(track: Int, name: String, text: String)] = []
  ) -> [UInt8] {
    let tracks = channels.enumerated().map { place, channels in
      let rate = little(sampleRate.bitPattern).reversed()
      let audio = element([0x9F], [channels]) + element([0xB5], Array(rate))
      let id = element([0xD7], [UInt8(place + 1)]) + element([0x73, 0xC5], [7, UInt8(place)])
      return element(
        [0xAE],
        id + element([0x86], Array(coding.utf8)) + element([0xE1], audio)
          + titles(of: place, tags))
    }
    let others = tags.filter { $0.name != "title" }.map { tag in
      let words =
        element([0x45, 0xA3], Array(tag.name.utf8)) + element([0x44, 0x87], Array(tag.text.utf8))
      let target = element([0x63, 0xC0], element([0x63, 0xC5], [7, UInt8(tag.track)]))
      return element([0x73, 0x73], target + element([0x67, 0xC8], words))
    }
    return element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("matroska".utf8)))
      + [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7)
      + element([0x16, 0x54, 0xAE, 0x6B], tracks.flatMap { $0 })
      + element([0x12, 0x54, 0xC3, 0x67], others.flatMap { $0 })
  }

  private static func titles(
    of track: Int, _ tags: [(track: Int, name: String, text: String)]
  ) -> [UInt8] {
    tags.filter { $0.track == track && $0.name == "title" }
      .flatMap { element([0x53, 0x6E], Array($0.text.utf8)) }
  }

  /// A Matroska cluster of one block of samples.
  package static func block(track: UInt8, _ samples: [UInt8], flags: UInt8 = 0x80) -> [UInt8] {
    let block = element([0xA3], [0x80 | (track + 1), 0, 0, flags] + samples)
    return element([0x1F, 0x43, 0xB6, 0x75], element([0xE7], [0]) + block)
  }

  /// A Matroska element, whose length is written in eight bytes.
  package static func element(_ id: [UInt8], _ contents: [UInt8]) -> [UInt8] {
    id + little(UInt64(contents.count) | 1 << 56).reversed() + contents
  }

  package static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    stride(from: 0, to: number.bitWidth, by: 8).map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
