import Bytes

/// The comments of an Ogg stream of Vorbis or Opus: its second packet, gathered from its pages.
enum OggComments {
  // A page has at most 255 segments of at most 255 bytes.
  private static let longestHeader = 27 + 255

  /// The values of every comment of that name, in any case.
  static func values(
    of name: String, in source: ByteSource, at start: Int, atMost longest: Int
  ) -> [ArraySlice<UInt8>] {
    let packet = secondPacket(source, at: start, atMost: longest)
    let body: ArraySlice<UInt8>
    if packet.starts(with: [3] + Array("vorbis".utf8)) {
      body = packet.dropFirst(7)
    } else if packet.starts(with: "OpusTags".utf8) {
      body = packet.dropFirst(8)
    } else {
      return []
    }
    return comments(Array(body)).compactMap { comment in
      guard let equals = comment.firstIndex(of: UInt8(ascii: "=")),
        String(decoding: comment[..<equals], as: UTF8.self).uppercased() == name
      else { return nil }
      return comment[(equals + 1)...]
    }
  }

  /// Who made it, how many comments there are, then each with its length before it.
  private static func comments(_ body: [UInt8]) -> [ArraySlice<UInt8>] {
    var place = 4 + Int(body.littleEndian32(at: 0))
    guard place + 4 <= body.count else { return [] }
    let count = Int(body.littleEndian32(at: place))
    place += 4
    var comments: [ArraySlice<UInt8>] = []
    while comments.count < min(count, 4096), place + 4 <= body.count {
      let length = Int(body.littleEndian32(at: place))
      place += 4
      // The last one is cut off where the packet was too long to be read.
      comments.append(body[place..<place + min(length, body.count - place)])
      place += length
    }
    return comments
  }

  /// A packet goes on over pages until a segment is shorter than 255 bytes.
  private static func secondPacket(
    _ source: ByteSource, at start: Int, atMost longest: Int
  ) -> [UInt8] {
    var (place, packetsEnded) = (start, 0)
    var packet: [UInt8] = []
    var serial: UInt32?
    while packet.count <= longest {
      let header = source.bytes(at: place, count: longestHeader)
      guard header.count > 27, header.starts(with: "OggS".utf8) else { break }
      let segments = header.dropFirst(27).prefix(Int(header[26]))
      let bodyStart = place + 27 + segments.count
      place = bodyStart + segments.reduce(0) { $0 + Int($1) }
      // Pages of another stream may stand between.
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
