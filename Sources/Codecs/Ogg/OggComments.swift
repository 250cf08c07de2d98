import WavethumbBytes

/// The comments of an Ogg stream of Vorbis or Opus: its second packet, collected from its pages.
enum OggComments {
  // The largest packet that is read has some hundred pages; a file may consist of empty pages.
  private static let maximumPages = 1 << 14

  /// Returns the comments of the stream that begins at an offset; none for another kind of file.
  static func read(
    from source: ByteSource,
    at start: Int,
    atMost maximumBytes: Int
  ) -> VorbisComments {
    let packet = secondPacket(source, at: start, atMost: maximumBytes)
    if packet.starts(with: [3] + Array("vorbis".utf8)) {
      return VorbisComments(Array(packet.dropFirst(7)))
    }
    let isOpus = packet.starts(with: "OpusTags".utf8)
    let comments = isOpus ? Array(packet.dropFirst(8)) : []
    return VorbisComments(comments)
  }

  /// A packet continues over pages until a segment is shorter than 255 bytes.
  private static func secondPacket(
    _ source: ByteSource,
    at start: Int,
    atMost maximumBytes: Int
  ) -> [UInt8] {
    var offset = start
    var packets: [[UInt8]] = [[]]
    var serial: UInt32?
    for _ in 0..<maximumPages {
      guard packets.count < 3, packets.allSatisfy({ $0.count <= maximumBytes }),
        let page = OggPage(source, at: offset)
      else { break }
      offset = page.end
      // Pages of another stream may be interleaved.
      serial = serial ?? page.serial
      if page.serial == serial {
        page.add(to: &packets, from: source)
      }
    }
    return packets.count > 1 ? packets[1] : []
  }
}
