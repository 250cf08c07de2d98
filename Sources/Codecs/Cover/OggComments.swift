import Bytes

/// The comments of an Ogg stream of Vorbis or Opus: its second packet, collected from its pages.
enum OggComments {
  // A page has at most 255 segments of at most 255 bytes.
  private static let longestHeader = 27 + 255
  // The largest packet that is read has some hundred pages; a file may consist of empty pages.
  private static let mostPages = 1 << 14

  /// Returns the comments of the stream that begins at an offset; none for another kind of file.
  static func read(
    from source: ByteSource, at start: Int, atMost longest: Int
  ) -> VorbisComments {
    let packet = secondPacket(source, at: start, atMost: longest)
    if packet.starts(with: [3] + Array("vorbis".utf8)) {
      return VorbisComments(Array(packet.dropFirst(7)))
    }
    return VorbisComments(
      packet.starts(with: "OpusTags".utf8) ? Array(packet.dropFirst(8)) : [])
  }

  /// A packet continues over pages until a segment is shorter than 255 bytes.
  private static func secondPacket(
    _ source: ByteSource, at start: Int, atMost longest: Int
  ) -> [UInt8] {
    var (place, packetsEnded) = (start, 0)
    var packet: [UInt8] = []
    var serial: UInt32?
    for _ in 0..<mostPages {
      guard packet.count <= longest else { break }
      let header = source.bytes(at: place, count: longestHeader)
      guard header.count > 27, header.starts(with: "OggS".utf8) else { break }
      let segments = header.dropFirst(27).prefix(Int(header[26]))
      let bodyStart = place + 27 + segments.count
      place = bodyStart + segments.reduce(0) { $0 + Int($1) }
      // Pages of another stream may be interleaved.
      serial = serial ?? header.littleEndian32(at: 14)
      guard header.littleEndian32(at: 14) == serial else { continue }
      var offset = bodyStart
      for segment in segments {
        if packetsEnded == 1 { packet += source.bytes(at: offset, count: Int(segment)) }
        offset += Int(segment)
        if segment < 255 { packetsEnded += 1 }
        if packetsEnded == 2 { return packet }
      }
    }
    return packet
  }
}
